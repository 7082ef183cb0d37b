import { type Static, Type } from 'typebox';
import { ErrorDetail } from '../http/answers/error-schema.ts';
import { id, idOrNull, inputObject, list, nullable, single, timestamp } from '../http/input/schema.ts';
import { emailRule } from '../platform/text/email-address.ts';

const project_id = id('project', 'Project that the customer belongs to. Fixed at creation.');
const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the customer.' });
export const longestExternalId = 255;
const externalId = Type.String({
  minLength: 1,
  maxLength: longestExternalId,
  description: "The client's own record id; unique within the tenant.",
});
const tel = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'Phone number, kept as E.164: `+` and 7 to 15 digits. Spaces, hyphens, dots and parentheses are taken; a number without `+` is read in the default country of the tenant, where there is one.',
  examples: ['+81 90-1234-5678'],
});
const keptTel = nullable(
  Type.String({
    pattern: '^\\+[1-9]\\d{6,14}$',
    description: 'Phone number as E.164.',
    examples: ['+819012345678'],
  }),
);
const text = (maxLength: number, description: string) => nullable(Type.String({ maxLength, description }));

const optional = {
  external_id: nullable(externalId),
  tel1: nullable(tel),
  tel2: nullable({ ...tel, description: 'Another phone number, as `tel1`.' }),
  tel3: nullable({ ...tel, description: 'Another phone number, as `tel1`.' }),
  name_kana: text(255, 'Phonetic reading of the name (furigana). A request may also call it `kana`.'),
  email: nullable(
    Type.String({
      maxLength: emailRule.maxLength,
      pattern: emailRule.pattern,
      'x-form': emailRule.form,
      description: 'E-mail address.',
    }),
  ),
  company_name: text(255, 'Company of the customer.'),
  address: text(1_000, 'Postal address.'),
  notes: text(10_000, 'Anything worth remembering.'),
  custom_fields: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: "Fields of the client's own, at most 16 KiB as JSON and 64 levels deep.",
      },
    ),
  ),
};

const input = { outputOnly: ['customer_id', 'created_at', 'updated_at'], aliases: { kana: 'name_kana' } };

export const NewCustomer = inputObject(
  { project_id, name, ...Type.Partial(Type.Object(optional)).properties },
  { title: 'NewCustomer', ...input },
);
export type NewCustomer = Static<typeof NewCustomer>;

export const CustomerChange = inputObject(Type.Partial(Type.Object({ project_id, name, ...optional })).properties, {
  title: 'CustomerChange',
  ...input,
});
export type CustomerChange = Static<typeof CustomerChange>;

export const NewCustomers = inputObject(
  {
    customers: Type.Array(NewCustomer, {
      minItems: 1,
      maxItems: 500,
      'x-each-alone': true,
      description: '1 to 500 customers; each succeeds or fails alone.',
    }),
  },
  { title: 'NewCustomers' },
);

const customer_id = id('customer', 'Assigned by the service.');

const Customer = Type.Object(
  {
    customer_id,
    project_id,
    name,
    ...optional,
    tel1: keptTel,
    tel2: keptTel,
    tel3: keptTel,
    created_at: timestamp('When the customer was created.'),
    updated_at: timestamp('When the customer was last changed.'),
  },
  { title: 'Customer' },
);

const CustomerItem = Type.Object(
  { customer_id, external_id: nullable(externalId), name, project_id },
  { title: 'CustomerItem', description: 'A customer as it stands in a list.' },
);

const BulkError = Type.Object(
  {
    code: Type.String({
      description: 'As it is when the customer is sent alone.',
      examples: ['duplicate_external_id'],
    }),
    message: Type.String({ description: 'What happened and what to do next, for people.' }),
    details: Type.Array(ErrorDetail, {
      description: 'Every fault of the item; where all items together have too many, the first ones and `more_faults`.',
    }),
  },
  { title: 'BulkError', description: 'Why one item was refused.' },
);

const BulkResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position in `customers`, from 0.' }),
    status: Type.Unsafe<'created' | 'failed'>({
      type: 'string',
      enum: ['created', 'failed'],
      description: 'Whether there is a customer now.',
    }),
    customer_id: idOrNull('customer', 'Set when the customer was created.'),
    external_id: nullable(Type.String({ description: 'As it was sent; null where there is none, or it is too long.' })),
    error: Type.Union([BulkError, Type.Null()], { description: 'Why there is no customer; null when there is one.' }),
  },
  { title: 'BulkResult', description: 'What became of one item.' },
);

export const CustomerAnswer = single(Customer);
export const CustomerList = list(CustomerItem);
export const BulkAnswer = single(
  Type.Object(
    {
      total: Type.Integer({ description: 'How many were sent.' }),
      created: Type.Integer({ description: 'How many of them were created.' }),
      failed: Type.Integer({ description: 'How many were refused.' }),
      results: Type.Array(BulkResult, { description: 'One for each item, in the order of `customers`.' }),
    },
    { title: 'BulkOutcome' },
  ),
);

export const CustomerId = id(
  'customer',
  'The `customer_id` of the customer. One that does not exist, belongs to another tenant or is no number is 404.',
  { title: 'CustomerId', examples: [42] },
);

export const CustomerFilters = {
  project_id: Type.Optional(id('project', 'Only customers of this project.')),
  external_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Only the customer with this `external_id`.' }),
  ),
  tel1: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      'x-verbatim': true,
      description: 'Only customers with this number, in any form that creation takes. Write `+` as `%2B`.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Only customers whose name, reading or company contains this. Case, width, the kind of kana and white space in Japanese names make no difference.',
    }),
  ),
  updated_since: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Only customers changed at or after this time (RFC 3339), or since the beginning of this day in UTC.',
    }),
  ),
};
