import type { Tx } from '../database/connect.ts';
import { nameFaults } from '../platform/name.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertStaff } from './queries.ts';

export type NewStaff = {
  name: string;
  /** Where this person is called: a SIP address, or a number as people write it. */
  phone?: string | undefined;
};

export async function createStaff(tx: Tx, tenantId: number, wanted: NewStaff): Promise<number> {
  const { default_country } = await existingTenant(tx, tenantId);
  const name = wanted.name.trim();
  const phone = wanted.phone === undefined ? null : readStaffPhone(wanted.phone.trim(), default_country);

  const faults = nameFaults('name', name);
  if (phone === undefined) throw validationFailed([...faults, unreadablePhone(default_country)]);
  if (faults.length > 0) throw validationFailed(faults);

  const member = await insertStaff.first(tx, { tenant_id: tenantId, name, phone });
  return (member as { staff_id: number }).staff_id;
}

/** The characters of RFC 3261, section 25.1, and no others: this text ends up in requests to a telephone system. */
const sipAddress = /^sips?:[\w.!~*'()%&=+$,;?/:@[\]-]{1,250}$/;

function readStaffPhone(text: string, country: string | null): string | undefined {
  return sipAddress.test(text) ? text : parsePhoneNumber(text, country);
}

function unreadablePhone(country: string | null): Detail {
  const forms = ['a SIP address such as sip:alice@pbx.example', 'an international number such as +819012345678'];
  if (country !== null) forms.push(`a national one of ${country}`);
  return { field: 'phone', code: 'invalid_format', message: `phone must be ${forms.join(', or ')}.` };
}
