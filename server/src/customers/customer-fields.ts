import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { foldForSearch, searchGrams } from '../platform/search-text.ts';
import type { CustomerChange } from './schema.ts';

const customFieldsLimit = 16 * 1024;
const telephones = ['tel1', 'tel2', 'tel3'] as const;

/** Brings numbers into E.164, in place, and finds what the schema cannot: numbers nobody can dial, too much of the client's own. */
export function refineFields(fields: CustomerChange, defaultCountry: string | null, path = ''): Detail[] {
  const faults: Detail[] = [];
  for (const name of telephones) {
    const sent = fields[name];
    if (typeof sent !== 'string' || sent === '') continue; // The schema has told already.
    const number = parsePhoneNumber(sent, defaultCountry);
    if (number === undefined) faults.push(unreadableNumber(path + name, defaultCountry));
    else fields[name] = number;
  }
  const { custom_fields } = fields;
  if (custom_fields && Buffer.byteLength(JSON.stringify(custom_fields)) > customFieldsLimit) {
    const field = `${path}custom_fields`;
    faults.push({ field, code: 'too_large', message: `${field} must have at most 16 KiB as JSON.` });
  }
  return faults;
}

export function unreadableNumber(field: string, defaultCountry: string | null): Detail {
  const form = defaultCountry
    ? `an international number such as +819012345678, or a national one of ${defaultCountry}`
    : 'an international number that begins with +, such as +819012345678';
  return { field, code: 'invalid_format', message: `${field} must be ${form}.` };
}

/** What a customer is without anything optional. */
export const bareCustomer = {
  external_id: null,
  name_kana: null,
  tel1: null,
  tel2: null,
  tel3: null,
  email: null,
  company_name: null,
  address: null,
  notes: null,
  custom_fields: null,
};

type Searched = { name: string; name_kana?: string | null; company_name?: string | null };

/** What the search knows of a customer. */
export function searchColumns(tenantId: number, { name, name_kana, company_name }: Searched) {
  const searched = [name, name_kana ?? '', company_name ?? ''];
  return {
    // A line break parts the fields: folding leaves none, so nothing is found across their borders.
    search_text: searched.map(foldForSearch).join('\n'),
    search_grams: searchGrams(tenantId, searched),
  };
}
