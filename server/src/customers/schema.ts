import type { Static } from 'typebox';
import { ErrorDetail } from '../http/answers/error-schema.ts';
import { id, idOrNull, inputObject, list, nullable, single, timestamp, word } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { emailRule } from '../platform/text/email-address.ts';

const project_id = id('project', 'Project of the customer. Set at creation; it cannot be changed.');
const name = Type.String({ minLength: 1, maxLength: 255, description: 'Name of the person or company.' });
export const longestExternalId = 255;
const externalId = Type.String({
  minLength: 1,
  maxLength: longestExternalId,
  description:
    'Id of this customer in your own system, such as a CRM record id. Unique within the tenant. Null if unset.',
});
const tel = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'Phone number. Spaces, hyphens, dots and parentheses are accepted and removed. A number without `+` is read as a national number of the default country of the tenant; if the tenant has none, the `+` is required. Stored and returned as E.164: `+` and 7 to 15 digits.',
  examples: ['+81 90-1234-5678'],
});
const keptTel = nullable(
  Type.String({
    pattern: '^\\+[1-9]\\d{6,14}$',
    description: 'Phone number in E.164 format: `+` and 7 to 15 digits. Null if unset.',
    examples: ['+819012345678'],
  }),
);
const text = (maxLength: number, description: string) => nullable(Type.String({ maxLength, description }));

const optional = {
  external_id: nullable(externalId),
  tel1: nullable(tel),
  tel2: nullable({ ...tel, description: 'Second phone number, in the same formats as `tel1`.' }),
  tel3: nullable({ ...tel, description: 'Third phone number, in the same formats as `tel1`.' }),
  name_kana: text(
    255,
    'Phonetic reading of the name (furigana), such as `ヤマダ タロウ`. Requests also accept the key `kana`. Null if unset.',
  ),
  email: nullable(
    Type.String({
      maxLength: emailRule.maxLength,
      pattern: emailRule.pattern,
      'x-form': emailRule.form,
      description: 'Email address. Null if unset.',
    }),
  ),
  company_name: text(255, 'Company that the person works for. Null if unset.'),
  address: text(1_000, 'Postal address, as one text. Null if unset.'),
  notes: text(10_000, 'Free-form notes. Null if unset.'),
  custom_fields: nullable(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'Your own fields, as any JSON object of at most 16 KiB and 64 levels. An update replaces the whole object. Null if unset.',
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

export const CustomerUpsert = inputObject(CustomerChange.properties, { title: 'CustomerUpsert', ...input });

const BulkChange = inputObject(
  {
    ...CustomerChange.properties,
    external_id: { ...externalId, description: 'Id of the customer in your own system.' },
  },
  {
    title: 'BulkChange',
    description:
      'Changes of the customer who has this `external_id`, with `on_duplicate` `update`. A customer who does not exist yet requires `project_id` and `name`.',
    ...input,
  },
);

export const NewCustomers = inputObject(
  {
    customers: Type.Array(Type.Union([NewCustomer, BulkChange]), {
      minItems: 1,
      maxItems: 500,
      'x-each-alone': true,
      description:
        '1 to 500 customers, with the same fields as in `POST /customers`. Each item succeeds or fails on its own.',
    }),
    on_duplicate: Type.Optional(
      word(
        ['fail', 'update'],
        'Handling of items whose `external_id` exists already. `fail` (default): the item fails. `update`: the customer is updated with the fields of the item, which then needs neither `project_id` nor `name`.',
      ),
    ),
  },
  { title: 'NewCustomers' },
);

const customer_id = id('customer', 'Id of the customer, assigned by the service.');

const Customer = Type.Object(
  {
    customer_id,
    project_id,
    name,
    ...optional,
    tel1: keptTel,
    tel2: keptTel,
    tel3: keptTel,
    created_at: timestamp('Time of creation.'),
    updated_at: timestamp('Time of the last change.'),
  },
  { title: 'Customer', description: 'A person or company that the tenant calls or is called by.' },
);

const CustomerItem = Type.Object(
  { customer_id, external_id: nullable(externalId), name, project_id },
  { title: 'CustomerItem', description: 'A customer in a list. `GET /customers/{customerId}` returns all fields.' },
);

const BulkError = Type.Object(
  {
    code: Type.String({
      description: 'Error code: the same as if the item had been sent alone to `POST /customers`.',
      examples: ['duplicate_external_id'],
    }),
    message: Type.String({
      description: 'Explanation of the error and the next step, for people. The wording may change.',
    }),
    details: Type.Array(ErrorDetail, {
      description:
        'All faults of the item. If the items together have too many faults, the first ones and a detail with the code `more_faults`.',
    }),
  },
  { title: 'BulkError', description: 'Why the service rejected an item.' },
);

const BulkResult = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Position of the item in `customers`, starting at 0.' }),
    status: word(
      ['created', 'updated', 'failed'],
      '`created`: the customer was created. `updated`: with `on_duplicate` `update`, the customer existed and has the fields of the item. `failed`: the item was rejected; see `error`.',
    ),
    customer_id: idOrNull('customer', 'Id of the customer; null if the item failed.'),
    external_id: nullable(
      Type.String({ description: 'The `external_id` of the item, as sent; null if it has none or it is too long.' }),
    ),
    error: Type.Union([BulkError, Type.Null()], { description: 'Why the item failed; null if it was created.' }),
  },
  { title: 'BulkResult', description: 'Result of one item.' },
);

export const CustomerAnswer = single(Customer);
export const CustomerList = list(CustomerItem);
export const BulkAnswer = single(
  Type.Object(
    {
      total: Type.Integer({ description: 'Number of items in the request.' }),
      created: Type.Integer({ description: 'Number of customers that were created.' }),
      updated: Type.Optional(
        Type.Integer({ description: 'Number of items that updated a customer. Only with `on_duplicate` `update`.' }),
      ),
      failed: Type.Integer({ description: 'Number of items that failed.' }),
      results: Type.Array(BulkResult, { description: 'One result per item, in the order of `customers`.' }),
    },
    { title: 'BulkOutcome', description: 'Counts and results of a bulk request.' },
  ),
);

export const CustomerIdSchema = id(
  'customer',
  'The `customer_id` of the customer. Unknown ids, ids of other tenants and values that are not numbers return 404.',
  { title: 'CustomerId', examples: [42] },
);

export const ExternalIdSchema = Type.String({
  title: 'ExternalId',
  description: 'The `external_id` of the customer, percent-encoded.',
  examples: ['crm-1001'],
});

export const DeletedCustomerAnswer = single(
  Type.Object(
    { customer_id, deleted_at: timestamp('Time of the deletion.') },
    { title: 'DeletedCustomer', description: 'A customer that was deleted.' },
  ),
);

export const CustomerFilters = {
  project_id: Type.Optional(id('project', 'Returns only customers of this project.')),
  external_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Returns only the customer with exactly this `external_id`.',
    }),
  ),
  tel1: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      'x-verbatim': true,
      description:
        'Returns only customers whose `tel1` is this number, in any format that creation accepts. Encode `+` as `%2B`.',
    }),
  ),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Returns only customers whose `name`, `name_kana` or `company_name` contains this text. Ignores case, full and half width, hiragana and katakana differences, and spaces in Japanese names.',
    }),
  ),
  updated_since: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Returns only customers that changed at or after this time (RFC 3339), or since the start of this day in UTC (`YYYY-MM-DD`). To synchronize incrementally, send a time some minutes before the previous run began: a change may become visible only after its `updated_at`.',
    }),
  ),
};
