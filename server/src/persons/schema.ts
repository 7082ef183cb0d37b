import { pagingParameters } from '../http/input/paging.ts';
import {
  id,
  idOrNull,
  inputObject,
  list,
  single,
  textOrNull,
  timestampOrNull,
  word,
  wordOrNull,
} from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const personTag = {
  name: 'Erasures',
  description: 'Erasure of everything about one person, as data protection law lets people demand.',
};

export const ErasureIdSchema = id('erasure', 'Id of the erasure.', { title: 'ErasureId' });

export const NewErasure = inputObject(
  {
    customer_id: Type.Optional(
      id(
        'customer',
        'The customer to erase, with its calls and the calls with its numbers. Calls of another customer who shares a number stay.',
      ),
    ),
    phone_number: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'The number to erase, in the same formats as `tel1` of a customer: all calls with it, and all customers who have it in `tel1`, `tel2` or `tel3`, each with their calls. A number that cannot be read as E.164 is accepted if a call has it.',
        examples: ['+81 90-1234-5678'],
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({ default: false, description: 'Returns what would be erased, and changes nothing.' }),
    ),
  },
  { title: 'NewErasure' },
);

export const ErasureQuery = inputObject({ page: pagingParameters.page, per_page: pagingParameters.per_page });

const count = (description: string) => Type.Integer({ minimum: 0, description });

const Erasure = Type.Object(
  {
    erasure_id: idOrNull('erasure', 'Id of the erasure. Null in a preview.'),
    status: word(
      ['preview', 'running', 'finished'],
      '`running`: the customers are erased, and the rest follows without another request. `finished`: everything is erased.',
    ),
    step: wordOrNull(
      ['calls', 'events', 'answers', 'files'],
      'The step of a running erasure: `calls`, then the copies in `events` and kept `answers`, then the `files` of recordings. Null in a preview and when everything is erased.',
    ),
    administrator_email: textOrNull(
      'Email address of the administrator who requested the erasure. Null in a preview, and if the operator requested it.',
    ),
    erased: Type.Object(
      {
        customers: count('Customers.'),
        test_calls: count('Test calls. The calls stay, without the number and everything else about the person.'),
        live_calls: count('Live calls, likewise.'),
        recordings: count('Recordings of conversations and messages.'),
        transcripts: count('Transcripts.'),
        summaries: count('Summaries.'),
        notes: count('Notes about calls. Tags, outcomes, metadata and external ids are not counted.'),
        events: count(
          'Events that contained the person. They are counted as they are found, so the number rises until the end.',
        ),
        deliveries: count('Webhook deliveries of these events, with the answers of the endpoints.'),
        kept_answers: count('Answers kept for repeated requests with an `Idempotency-Key`.'),
      },
      { title: 'ErasedCounts', description: 'How much is erased.' },
    ),
    kept: Type.Object(
      {
        blocked_numbers: count(
          'Numbers that stay on the never-call list, without their reason, so that the person is not called again. Remove them with `DELETE /blocked-numbers/{number}`.',
        ),
        other_customers: count(
          'Other customers with one of the numbers. They stay; to erase them too, erase by `phone_number`.',
        ),
      },
      { title: 'KeptCounts', description: 'Data that is not erased.' },
    ),
    is_complete: Type.Boolean({
      description:
        'Whether the counts are final. False while the erasure is running. In a preview, false if there are too many events or kept answers to search all of them: `events`, `deliveries` and `kept_answers` are then minimums.',
    }),
    created_at: timestampOrNull('Time of the request. Null in a preview.'),
    finished_at: timestampOrNull('Time at which everything was erased. Null until then.'),
  },
  { title: 'Erasure', description: 'An erasure, without anything that names the person.' },
);
export const ErasureAnswer = single(Erasure);
export const ErasureList = list(Erasure);

const erased = {
  ...{ customers: 1, test_calls: 2, live_calls: 5, recordings: 4, transcripts: 4, summaries: 4, notes: 1 },
  ...{ events: 31, deliveries: 12, kept_answers: 1 },
};
const kept = { blocked_numbers: 1, other_customers: 0 };
const administrator_email = 'admin@acme.example';
const created_at = '2026-11-15T09:30:00.000Z';
export const examples = {
  preview: {
    ...{ erasure_id: null, status: 'preview', step: null, administrator_email: null, erased, kept, is_complete: true },
    ...{ created_at: null, finished_at: null },
  },
  running: {
    ...{ erasure_id: 3, status: 'running', step: 'events', administrator_email },
    ...{ erased: { ...erased, events: 8, deliveries: 3, kept_answers: 0 }, kept, is_complete: false },
    ...{ created_at, finished_at: null },
  },
  finished: {
    ...{ erasure_id: 3, status: 'finished', step: null, administrator_email, erased, kept, is_complete: true },
    ...{ created_at, finished_at: '2026-11-15T09:30:01.250Z' },
  },
};
