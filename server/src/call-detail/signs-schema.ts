import { id, inputObject, nullable, orNull, single, textOrNull } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { examples as callExamples } from './examples.ts';

/** As many as a page of the list has at most. */
export const mostCalls = 200;

export const SignsQuery = inputObject({
  call_ids: Type.String({
    minLength: 1,
    description: `The \`call_id\` of one call, or of up to ${mostCalls} calls, separated by commas.`,
    examples: [callExamples.call.call_id],
  }),
});

const CallSigns = Type.Object(
  {
    call_id: Type.String({ description: 'Id of the call.' }),
    customer: orNull(
      Type.Object({
        customer_id: id('customer', 'Id of the customer.'),
        name: Type.String({ description: 'Name of the customer.' }),
      }),
      'The customer of the call. Null if the number belongs to no customer, or if the customer was deleted.',
    ),
    recording_seconds: nullable(
      Type.Number({ minimum: 0, description: 'Length of the recording, in seconds. Null if there is none to play.' }),
    ),
    has_voicemail: Type.Boolean({ description: 'True if the recording is a message that the caller left.' }),
    has_transcript: Type.Boolean({ description: 'True if the call has a transcript with words.' }),
    has_note: Type.Boolean({ description: 'True if the call has a note.' }),
    tags: Type.Array(Type.String(), { description: 'Tags of the call.' }),
    outcome: textOrNull('Outcome of the call. Null if it has none.'),
  },
  { title: 'CallSigns', description: 'Data about a listed call that the list itself lacks.' },
);

export const SignsAnswer = single(Type.Array(CallSigns));

const { call_id, customer_id, tags, outcome } = callExamples.call;
export const signsExample = {
  call_id,
  customer: { customer_id, name: 'Hanako Tanaka' },
  recording_seconds: 152.4,
  has_voicemail: false,
  has_transcript: true,
  has_note: true,
  tags,
  outcome,
};
