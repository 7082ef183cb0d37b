import { pagingParameters } from '../http/input/paging.ts';
import { inputObject, list, nullable, single, textOrNull, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const blockedTag = {
  name: 'Never-call list',
  description:
    'Numbers that the tenant must not call, such as those of people who asked for it. A call to one of them is refused with 422 `number_blocked`, for test and live keys. Numbers are not masked here, because they are the list.',
};

const typed = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'Phone number, in the same formats as `tel1` of a customer.',
  examples: ['+81 90-1234-5678'],
});
const reason = nullable(
  Type.String({ maxLength: 255, description: 'Why the number must not be called. Null if unset.' }),
);

export const NewBlockedNumber = inputObject(
  { number: typed, reason: Type.Optional(reason) },
  { title: 'NewBlockedNumber', outputOnly: ['created_at'] },
);

const BlockedNumber = Type.Object(
  {
    number: Type.String({ description: 'Phone number in E.164 format.', examples: ['+819012345678'] }),
    reason: textOrNull('Why the number must not be called. Null if unset.'),
    created_at: timestamp('Time at which the number was added.'),
  },
  { title: 'BlockedNumber', description: 'A number that the tenant must not call.' },
);
export const BlockedNumberAnswer = single(BlockedNumber);
export const BlockedNumberList = list(BlockedNumber);

export const BlockedNumberQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  number: Type.Optional({
    ...typed,
    'x-verbatim': true,
    description: 'Returns only this number. Encode `+` as `%2B`.',
  }),
});

export const NumberInPath = Type.String({
  title: 'BlockedNumberInPath',
  description: 'The phone number, with its `+` encoded as `%2B`.',
  examples: ['+819012345678'],
});

export const examples = {
  sent: { number: '+81 90-1234-5678', reason: 'Asked not to be called' },
  number: { number: '+819012345678', reason: 'Asked not to be called', created_at: '2026-11-15T09:30:00.000Z' },
};
