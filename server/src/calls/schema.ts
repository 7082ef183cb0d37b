import { Type } from 'typebox';
import {
  countOrNull,
  id,
  idOrNull,
  list,
  nullable,
  textOrNull,
  timestamp,
  timestampOrNull,
  word,
  wordOrNull,
} from '../http/input/schema.ts';
import { callStatuses } from './state/call-state.ts';

export const callTag = {
  name: 'Calls',
  description:
    'Calls between staff and customers. A test key makes and sees test calls only, which ring no telephone; a live key makes and sees live ones.',
};

export const CallId = Type.String({
  title: 'CallId',
  description:
    "The `call_id` of the call. One that does not exist, belongs to another tenant or to the other kind of key, or isn't an id at all is 404.",
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

const call_id = Type.String({
  pattern: '^call_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description: 'Assigned by the service. Ids sort by the time of initiation.',
  examples: ['call_01KA3HDNJ47K45VGPGDPSZXXF4'],
});
const status = word(
  callStatuses,
  'Where the call is, or how it ended. `connected` stays `connected` after hang-up: a call is over when `ended_at` is set.',
);

export const callItem = {
  call_id,
  call_type: word(['outbound', 'inbound'], 'Who called: `outbound` is a call of ours, `inbound` one to us.'),
  status,
  phone_number: Type.String({
    description:
      'Number of the other party, masked: the first three digits and the last four. `anonymous` for a caller who shows none.',
    examples: ['819*****5678'],
  }),
  staff_id: idOrNull('staff', 'Staff member of the call; null where none has taken an inbound call.'),
  project_id: id('project', 'Project that the call belongs to.'),
  started_at: timestampOrNull('When it was answered; until then, when dialling began. Null before that.'),
  ended_at: timestampOrNull('When it ended; null while it is going on.'),
  duration_seconds: countOrNull(
    'Whole seconds of talk, from answer to end; 0 for a call that was never answered, null while it is going on.',
  ),
  external_id: textOrNull("The client's own record id, as it was given at initiation."),
};

/** Fields of a single call that lists do not have. */
export const callInFull = {
  phone_number: Type.String({
    description: 'Number of the other party, in full, as it was sent or as it called.',
    examples: ['+81-90-1234-5678'],
  }),
  customer_id: idOrNull('customer', 'Customer who has this number, where there was one at initiation.'),
  initiated_at: timestamp('When the call was accepted. It never changes; lists and reports go by it.'),
  answered_at: timestampOrNull('When the other party answered; null where nobody did, or only a voicemail box.'),
  ring_seconds: countOrNull(
    "Whole seconds for which the other party's phone rang; null where it never did, or still does.",
  ),
  end_reason: textOrNull('Why the call ended, exactly; null while it is going on.'),
  hangup_by: wordOrNull(['staff', 'customer', 'system'], 'Who ended it.'),
  sip_code: nullable(Type.Integer({ description: 'Answer of the telephone network, where there was one.' })),
  q850_cause: nullable(Type.Integer({ description: 'Cause code of the telephone network, where there was one.' })),
  staff_leg_status: textOrNull("How far the staff member's phone came: `dialling`, `ringing`, `answered`, `ended`."),
  customer_leg_status: textOrNull("How far the customer's phone came, in the same words."),
  is_on_hold: Type.Boolean({ description: 'Whether the call is on hold: the customer hears music.' }),
  hold_seconds: Type.Integer({
    minimum: 0,
    description: 'Whole seconds on hold, all holds together; one that goes on counts up to now.',
  }),
  holds: Type.Array(
    Type.Object({
      start_seconds: Type.Number({ minimum: 0, description: 'Seconds after the answer at which the hold began.' }),
      end_seconds: nullable(Type.Number({ minimum: 0, description: 'When it ended; null while it goes on.' })),
    }),
    { description: 'Each hold, the first one first.' },
  ),
  test: Type.Boolean({ description: 'Whether a test key made it: then no telephone rang.' }),
  metadata: nullable(Type.Object({}, { additionalProperties: true, description: 'As it was given at initiation.' })),
};

export const CallItem = Type.Object(callItem, { title: 'CallItem', description: 'A call as it stands in a list.' });

export const CallList = list(CallItem);

/** All field names of a call, including those that `recordings` and `insights` add. */
export const callFields = [
  ...Object.keys({ ...callItem, ...callInFull }),
  ...['recording', 'transcription', 'summary', 'voice_analysis'],
];

const several = (name: string, description: string, example: string) =>
  Type.Optional(
    Type.String({
      minLength: 1,
      description: `${description} Several ${name} with commas between them.`,
      examples: [example],
    }),
  );

/** The filters of lists of calls. */
export const CallFilterParameters = {
  status: several('statuses', `Only calls with this status: ${callStatuses.join(', ')}.`, 'no_answer,busy'),
  staff_id: several('ids', 'Only calls of this staff member.', '7'),
  project_id: several('ids', 'Only calls of this project.', '1,2'),
  call_type: several('types', 'Only calls of this type: outbound, inbound.', 'outbound'),
  external_id: several('ids', 'Only the call with this `external_id`.', 'crm-1001'),
  customer_id: several('ids', 'Only calls with this customer.', '42'),
};
