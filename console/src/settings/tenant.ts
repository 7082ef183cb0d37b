import type { Shapes } from '../api/types.ts';
import { changesOf } from '../parts/forms/changes.ts';

export type Tenant = Shapes['Tenant'];
export type TenantChange = Shapes['TenantChange'];
export type Setting = Tenant['changeable'][number];

/** The fields of the form. A number that was removed from its field is an empty text. */
export type Values = Pick<Tenant, 'name' | 'default_country' | 'timezone' | 'language' | 'analyses_calls'> & {
  recording_days: number | string;
};

export function valuesOf(tenant: Tenant): Values {
  const { name, default_country, timezone, language, analyses_calls } = tenant;
  // The operator may have allowed more days when the tenant chose.
  const recording_days = tenant.recording_days === null ? '' : (daysOf(tenant.recording_days, tenant) ?? '');
  return { name, default_country, timezone, language, analyses_calls, recording_days };
}

export function tenantChange(before: Values, after: Values): TenantChange {
  const { recording_days, ...changed } = changesOf(before, after);
  if (recording_days === undefined) return changed;
  return { ...changed, recording_days: recording_days === '' ? null : Number(recording_days) };
}

/** Days until recordings are deleted if the tenant chooses that many; null keeps them. */
export function daysOf(chosen: number | null, { most_recording_days: most }: Tenant): number | null {
  if (chosen === null || most === null) return chosen ?? most;
  return Math.min(chosen, most);
}

/** Whether a change deletes recordings that are kept until now. */
export function isShorter(tenant: Tenant, { recording_days }: TenantChange): boolean {
  if (recording_days === undefined) return false;
  const before = daysOf(tenant.recording_days, tenant);
  const after = daysOf(recording_days, tenant);
  return after !== null && (before === null || after < before);
}
