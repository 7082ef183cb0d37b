import { isIP } from 'node:net';
import type { StaffId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';

/** The characters of RFC 3261, section 25.1, and no others: this text goes into requests to a telephone system. */
const sipAddress = /^sips?:[\w.!~*'()%&=+$,;?/:@[\]-]{1,250}$/;

/** The names of accounts and trunks in a telephone system; see `accountName` and `trunkEndpoint`. */
const nameOfOurs = /^sips?:(staff|trunk)-\d+(?![\w.+-])/i;

/** The name that a staff member's phone registers under. It is unique across tenants, because the id is. */
export const accountName = (staffId: StaffId) => `staff-${staffId}`;
export const accountAddress = (username: string) => `sip:${username}`;

/** Reads a staff member's phone from typed text: a SIP address, or a number as E.164. */
export function readStaffPhone(text: string, country: string | null): { phone: string } | { fault: Detail } {
  // A telephone system serves all tenants: a typed name of an account or trunk could ring another tenant's phone.
  if (nameOfOurs.test(text)) return { fault: nameIsOurs };
  const phone = sipAddress.test(text) ? text : parsePhoneNumber(text, country);
  return phone === undefined ? { fault: unreadablePhone(country) } : { phone };
}

/** A SIP address leads to the server that it names; numbers go out over trunks, and accounts are our own. */
export const leadsElsewhere = (phone: string | null | undefined) =>
  phone?.startsWith('sip') === true && !nameOfOurs.test(phone);

/** The phone as lists show it. A SIP address may contain a number too; an extension of a few digits is not one. */
export function maskPhone(phone: string): string {
  if (phone.startsWith('+')) return maskNumber(phone);
  const [, scheme = '', user = '', rest = ''] = /^(sips?:)([^:@;?]*)(.*)$/i.exec(phone) ?? [];
  const isNumber = /^(\+|%2b)?\d([().-]?\d){6,}$/i.test(user) && !isIP(user);
  return isNumber ? `${scheme}${maskNumber(user.replace(/^%2b/i, '+'))}${rest}` : phone;
}

const nameIsOurs: Detail = {
  field: 'phone',
  code: 'not_allowed',
  message:
    'phone must not be the address of a Trunkline account. For the SIP account of this staff member, send "account".',
};

function unreadablePhone(country: string | null): Detail {
  const forms = ['a SIP address such as sip:alice@pbx.example', 'an international number such as +819012345678'];
  if (country !== null) forms.push(`a national number of ${country}`);
  return { field: 'phone', code: 'invalid_format', message: `phone must be ${forms.join(', or ')}.` };
}
