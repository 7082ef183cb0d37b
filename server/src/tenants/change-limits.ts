import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { isSupportedCountry } from '../platform/phone-number.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { existingTenant } from './existing-tenant.ts';
import { lockTenant, type TenantRow, updateLimits } from './queries.ts';

type Limits = Pick<TenantRow, 'allowed_countries' | 'most_live_calls' | 'most_daily_live_calls'>;
/** Null is no limit, and limits that are left out stay as they are. */
export type LimitChange = { [Name in keyof Limits]?: Limits[Name] | undefined };

/** Changes the limits of a tenant's live calls, on every node within a second of the commit. */
export async function changeLimits(tx: Tx, tenantId: TenantId, change: LimitChange): Promise<TenantRow> {
  await lockTenant.run(tx, { tenant_id: tenantId });
  const before = await existingTenant(tx, tenantId);
  const faults = (change.allowed_countries ?? []).flatMap(countryFaults);
  if (faults.length > 0) throw validationFailed(faults);
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after = { ...before, ...Object.fromEntries(given) };
  await updateLimits.run(tx, {
    ...after,
    allowed_countries: after.allowed_countries && unique(after.allowed_countries),
  });
  return existingTenant(tx, tenantId);
}

const unique = (countries: string[]) => [...new Set(countries)];

function countryFaults(country: string): Detail[] {
  if (isSupportedCountry(country)) return [];
  const message = `There is no country "${country}". Write codes of ISO 3166 in upper case, such as JP,US.`;
  return [{ field: 'allowed_countries', code: 'not_allowed', message }];
}
