import { isIP } from 'node:net';
import type { StaffId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';

/** The characters of RFC 3261, section 25.1, and no others: this text ends up in requests to a telephone system. */
const sipAddress = /^sips?:[\w.!~*'()%&=+$,;?/:@[\]-]{1,250}$/;

/** What accounts and trunks are called in a telephone system; see `accountName` and `trunkEndpoint`. */
const nameOfOurs = /^sips?:(staff|trunk)-\d+(?![\w.+-])/i;

/** The name that a staff member's phone registers under, unique over all tenants as the id is. */
export const accountName = (staffId: StaffId) => `staff-${staffId}`;
export const accountAddress = (username: string) => `sip:${username}`;

/** Where a staff member is called, from what somebody typed: a SIP address, or a number as E.164. */
export function readStaffPhone(text: string, country: string | null): { phone: string } | { fault: Detail } {
  // A telephone system serves all tenants: typed here, the name of an account or a trunk would ring at somebody else's.
  if (nameOfOurs.test(text)) return { fault: nameIsOurs };
  const phone = sipAddress.test(text) ? text : parsePhoneNumber(text, country);
  return phone === undefined ? { fault: unreadablePhone(country) } : { phone };
}

/** A SIP address leads to whichever server it names; numbers go out over trunks, and accounts are our own. */
export const leadsElsewhere = (phone: string | null | undefined) =>
  phone?.startsWith('sip') === true && !nameOfOurs.test(phone);

/** As it is shown in lists. A number may stand in a SIP address too; an extension of a few digits is none. */
export function maskPhone(phone: string): string {
  if (phone.startsWith('+')) return maskNumber(phone);
  const [, scheme = '', user = '', rest = ''] = /^(sips?:)([^:@;?]*)(.*)$/i.exec(phone) ?? [];
  const isNumber = /^(\+|%2b)?\d([().-]?\d){6,}$/i.test(user) && !isIP(user);
  return isNumber ? `${scheme}${maskNumber(user.replace(/^%2b/i, '+'))}${rest}` : phone;
}

const nameIsOurs: Detail = {
  field: 'phone',
  code: 'not_allowed',
  message: 'phone must not name an account of Trunkline. For that of the staff member himself, say "account".',
};

function unreadablePhone(country: string | null): Detail {
  const forms = ['a SIP address such as sip:alice@pbx.example', 'an international number such as +819012345678'];
  if (country !== null) forms.push(`a national one of ${country}`);
  return { field: 'phone', code: 'invalid_format', message: `phone must be ${forms.join(', or ')}.` };
}
