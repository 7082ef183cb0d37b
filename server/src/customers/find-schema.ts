import { pagingParameters } from '../http/input/paging.ts';
import { id, inputObject, list, textOrNull, timestampOrNull } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';

export const foundCustomerTag = { name: 'Customer search', description: 'The list of customers in the console.' };

export const FoundCustomerQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  sort: pagingParameters.sort('desc'),
  project_id: Type.Optional(id('project', 'Returns only customers of this project.')),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Returns only customers whose `name`, `name_kana` or `company_name` contains this text, whose `external_id` is this text, or whose `tel1`, `tel2` or `tel3` is this number in any format. The text ignores case, full and half width, hiragana and katakana differences, and spaces in Japanese names.',
      examples: ['090-1234-5678'],
    }),
  ),
});

const FoundCustomer = Type.Object(
  {
    customer_id: id('customer', 'Id of the customer.'),
    project_id: id('project', 'Project of the customer.'),
    external_id: textOrNull('Id of this customer in your own system. Null if unset.'),
    name: Type.String({ description: 'Name of the person or company.' }),
    name_kana: textOrNull('Phonetic reading of the name. Null if unset.'),
    company_name: textOrNull('Company that the person works for. Null if unset.'),
    phone_numbers: Type.Array(Type.String(), {
      description: 'The phone numbers that are set, masked: only the first three and the last four digits are visible.',
    }),
    last_call_at: timestampOrNull(
      'Time at which the newest call with this customer started, in the current mode. Null if there is none.',
    ),
  },
  { title: 'FoundCustomer', description: 'A customer in the list of the console.' },
);
export const FoundCustomerList = list(FoundCustomer);

export const example = {
  customer_id: 42,
  project_id: 1,
  external_id: 'crm-1001',
  name: '山田 太郎',
  name_kana: 'ヤマダ タロウ',
  company_name: '株式会社サンプル',
  phone_numbers: ['819*****5678', '813****5678'],
  last_call_at: '2026-11-15T09:30:00.000Z',
};
