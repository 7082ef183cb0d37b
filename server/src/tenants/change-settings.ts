import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { isSupportedCountry } from '../platform/phone-number.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { readLanguageSetting, unknownLanguage } from '../platform/text/language.ts';
import { nameFaults } from '../platform/text/name.ts';
import { readTimezone } from '../platform/time/timezone.ts';
import { unknownTimezone } from './create-tenant.ts';
import { existingTenant } from './existing-tenant.ts';
import { lockTenant, type TenantRow, updateSettings } from './queries.ts';
import { type TenantSetting, tenantSettings } from './tenant-settings.ts';

/** The settings that administrators can change now. */
export function changeableSettings(tenant: TenantRow): TenantSetting[] {
  return tenantSettings.filter((setting) => {
    if (!tenant.settings_by_tenant.includes(setting)) return false;
    // A day begins in the tenant's time zone, so each change of the zone could begin a new day with a new allowance.
    if (setting === 'timezone') return tenant.most_daily_live_calls === null;
    return setting !== 'analysis' || tenant.analyses_calls;
  });
}

/** Days until recordings are deleted, by the operator's wish alone; null keeps them. */
export const mostRecordingDays = ({ recording_days }: TenantRow, byDefault: number) =>
  (recording_days ?? byDefault) || null;

/** Settings that are left out stay as they are. */
export type SettingsChange = {
  name?: string | undefined;
  default_country?: string | null | undefined;
  timezone?: string | undefined;
  language?: string | null | undefined;
  /** Null is the operator's number. */
  recording_days?: number | null | undefined;
  analyses_calls?: boolean | undefined;
};

/** A change by an administrator. Sending the current value of a setting changes nothing and is always allowed. */
export async function changeSettings(
  tx: Tx,
  tenantId: TenantId,
  change: SettingsChange,
  defaultRecordingDays: number,
): Promise<TenantRow> {
  await lockTenant.run(tx, { tenant_id: tenantId });
  const before = await existingTenant(tx, tenantId);
  const most = mostRecordingDays(before, defaultRecordingDays);
  const wanted = settingsAfter(before, change);
  const faults = [...operatorFaults(before, wanted), ...valueFaults(before, change, most)];
  if (faults.length > 0) throw validationFailed(faults);
  await updateSettings.run(tx, { ...wanted, tenant_id: tenantId });
  return existingTenant(tx, tenantId);
}

type Settings = Pick<
  TenantRow,
  'name' | 'default_country' | 'timezone' | 'language' | 'chosen_recording_days' | 'wants_analysis'
>;

function settingsAfter(before: TenantRow, change: SettingsChange): Settings {
  const { language, timezone } = change;
  return {
    name: change.name ?? before.name,
    default_country: change.default_country === undefined ? before.default_country : change.default_country,
    timezone: timezone === undefined ? before.timezone : (readTimezone(timezone) ?? timezone),
    language: language ? (readLanguageSetting(language) ?? language) : language === null ? null : before.language,
    chosen_recording_days: change.recording_days === undefined ? before.chosen_recording_days : change.recording_days,
    wants_analysis: wantsAnalysis(before, change),
  };
}

/** The answer has what is in effect, so that value may always be sent back. */
function wantsAnalysis(before: TenantRow, { analyses_calls: wanted }: SettingsChange): boolean {
  const inEffect = before.analyses_calls && before.wants_analysis;
  return wanted === undefined || wanted === inEffect ? before.wants_analysis : wanted;
}

const fields: Record<TenantSetting, { field: keyof SettingsChange; column: keyof Settings }> = {
  name: { field: 'name', column: 'name' },
  country: { field: 'default_country', column: 'default_country' },
  timezone: { field: 'timezone', column: 'timezone' },
  language: { field: 'language', column: 'language' },
  recording_days: { field: 'recording_days', column: 'chosen_recording_days' },
  analysis: { field: 'analyses_calls', column: 'wants_analysis' },
};

function operatorFaults(before: TenantRow, wanted: Settings): Detail[] {
  const changeable = changeableSettings(before);
  const changed = tenantSettings.filter((setting) => before[fields[setting].column] !== wanted[fields[setting].column]);
  return changed
    .filter((setting) => !changeable.includes(setting))
    .map((setting) => {
      const { field } = fields[setting];
      const message = `Only the operator can change ${field} of this tenant. Ask the operator to change it.`;
      return { field, code: 'by_operator', message };
    });
}

function valueFaults(
  before: TenantRow,
  { name, default_country: country, timezone, language, ...rest }: SettingsChange,
  most: number | null,
) {
  const faults: Detail[] = name === undefined ? [] : nameFaults('name', name);
  if (country && !isSupportedCountry(country)) faults.push(unknownCountry);
  if (timezone !== undefined && readTimezone(timezone) === undefined) faults.push(unknownTimezone);
  if (language && readLanguageSetting(language) === undefined) faults.push(unknownLanguage);
  const { recording_days: days } = rest;
  if (days && days !== before.chosen_recording_days && most !== null && days > most)
    faults.push({ field: 'recording_days', code: 'out_of_range', message: `recording_days must be at most ${most}.` });
  return faults;
}

const unknownCountry: Detail = {
  field: 'default_country',
  code: 'invalid_format',
  message: 'default_country must be an ISO 3166 code in upper case, such as JP.',
};
