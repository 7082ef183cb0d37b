import type { Queryable } from '../../database/sql.ts';
import type { Caller } from '../../platform/caller.ts';
import type { StaffId, TenantId } from '../../platform/ids.ts';
import { countriesOf, parsePhoneNumber } from '../../platform/phone-number.ts';
import type { Detail } from '../../platform/problem.ts';
import { lockPhonesOfStaff } from '../../staff/lock-staff-phones.ts';
import { findAllowedCountries } from './limit-queries.ts';

// The destinations of a call: the customer's number, and the staff member's phone if that is an outside number.

/** The calls that are not allowed, with the faults of each. Without a list every country is allowed. */
export async function barredCalls<Wanted extends { e164: string | null; staff_id: StaffId }>(
  db: Queryable,
  tenantId: TenantId,
  allowed: string[] | null,
  wanted: Wanted[],
): Promise<Map<Wanted, Detail[]>> {
  if (allowed === null) return new Map();
  const phones = await lockPhonesOfStaff(
    db,
    tenantId,
    wanted.map(({ staff_id }) => staff_id),
  );
  const checked = wanted.map((call) => {
    const faults = [...numberFaults(call.e164, allowed), ...staffFaults(phones.get(call.staff_id), allowed)];
    return [call, faults] as const;
  });
  return new Map(checked.filter(([, faults]) => faults.length > 0));
}

/** The same check for a request that has other faults too. Fields that are invalid themselves were left out. */
export async function destinationFaults(
  db: Queryable,
  { tenantId, kind, hasCallLimits, defaultCountry }: Caller,
  { phone_number, staff_id }: { phone_number?: string | undefined; staff_id?: StaffId | undefined },
): Promise<Detail[]> {
  if (!hasCallLimits || kind === 'test') return [];
  const allowed = (await findAllowedCountries.first(db, { tenant_id: tenantId }))?.allowed_countries;
  if (!allowed) return [];
  const phone = staff_id === undefined ? undefined : (await lockPhonesOfStaff(db, tenantId, [staff_id])).get(staff_id);
  const e164 = phone_number === undefined ? undefined : (parsePhoneNumber(phone_number, defaultCountry) ?? null);
  return [...(e164 === undefined ? [] : numberFaults(e164, allowed)), ...staffFaults(phone, allowed)];
}

const code = 'destination_not_allowed';

function numberFaults(e164: string | null, allowed_countries: string[]): Detail[] {
  if (isAllowed(e164, allowed_countries)) return [];
  const message = `phone_number must be in a country that this tenant may call: ${allowed_countries.join(', ')}.`;
  return [{ field: 'phone_number', code, message, allowed_countries }];
}

/** Whether a staff member may be called at this phone. Our own phones, which have SIP addresses, are always allowed. */
export function mayRing(phone: string, allowed: string[] | null): boolean {
  return allowed === null || /^sips?:/.test(phone) || isAllowed(phone, allowed);
}

function staffFaults(phone: string | undefined, allowed_countries: string[]): Detail[] {
  if (phone === undefined || mayRing(phone, allowed_countries)) return [];
  const message = `The phone of this staff member must be in a country that this tenant may call: ${allowed_countries.join(', ')}.`;
  return [{ field: 'staff_id', code, message, allowed_countries }];
}

/** A number that cannot be assigned to a country could lead anywhere, so it is not allowed. */
function isAllowed(e164: string | null, allowed: string[]): boolean {
  const countries = e164 === null ? [] : countriesOf(e164);
  return countries.length > 0 && countries.every((country) => allowed.includes(country));
}
