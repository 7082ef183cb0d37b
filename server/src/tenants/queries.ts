import { as, type Row, statement } from '../database/sql.ts';
import type { TenantSetting } from './tenant-settings.ts';

const columns = {
  tenant_id: 'int8',
  name: 'text',
  default_country: 'text?',
  timezone: 'text',
  licenses: 'text[]',
  language: 'text?',
  allowed_countries: 'text[]?',
  most_live_calls: 'int4?',
  most_daily_live_calls: 'int4?',
  recording_days: 'int4?',
  analyses_calls: 'bool',
  telephony_by: 'text',
  settings_by_tenant: as<TenantSetting>('text[]'),
  chosen_recording_days: 'int4?',
  wants_analysis: 'bool',
  created_at: 'timestamptz',
} as const;
export type TenantRow = Row<typeof columns>;

const licensesOfTenant = `array(
  select license from tenant_licenses l where l.tenant_id = t.tenant_id order by license) as licenses`;
const selectTenant = `
  select t.tenant_id, t.name, t.default_country, t.timezone, ${licensesOfTenant}, t.language, t.allowed_countries,
    t.most_live_calls, t.most_daily_live_calls, t.recording_days, t.analyses_calls, t.telephony_by,
    t.settings_by_tenant, t.chosen_recording_days, t.wants_analysis, t.created_at
  from tenants t`;

export const findTenant = statement({
  name: 'find_tenant',
  takes: { tenant_id: 'int8' },
  gives: columns,
  sql: `${selectTenant} where t.tenant_id = :tenant_id`,
});

/** The tenant, locked until this transaction ends. */
export const lockTenant = statement({
  name: 'lock_tenant',
  takes: { tenant_id: 'int8' },
  sql: 'select from tenants where tenant_id = :tenant_id for no key update',
});

export const updateLimits = statement({
  name: 'update_live_call_limits',
  takes: {
    tenant_id: 'int8',
    allowed_countries: 'text[]?',
    most_live_calls: 'int4?',
    most_daily_live_calls: 'int4?',
  },
  sql: `
    update tenants set allowed_countries = :allowed_countries, most_live_calls = :most_live_calls,
      most_daily_live_calls = :most_daily_live_calls
    where tenant_id = :tenant_id`,
});

/** What administrators change themselves. */
export const updateSettings = statement({
  name: 'update_tenant_settings',
  takes: {
    tenant_id: 'int8',
    name: 'text',
    default_country: 'text?',
    timezone: 'text',
    language: 'text?',
    chosen_recording_days: 'int4?',
    wants_analysis: 'bool',
  },
  sql: `
    update tenants set name = :name, default_country = :default_country, timezone = :timezone, language = :language,
      chosen_recording_days = :chosen_recording_days, wants_analysis = :wants_analysis
    where tenant_id = :tenant_id`,
});

export const updateSettingsByTenant = statement({
  name: 'update_settings_by_tenant',
  takes: { tenant_id: 'int8', settings_by_tenant: 'text[]' },
  sql: 'update tenants set settings_by_tenant = :settings_by_tenant where tenant_id = :tenant_id',
});

export const updateLanguage = statement({
  name: 'update_tenant_language',
  takes: { tenant_id: 'int8', language: 'text?' },
  sql: 'update tenants set language = :language where tenant_id = :tenant_id',
});

export const updateRecordingDays = statement({
  name: 'update_recording_days',
  takes: { tenant_id: 'int8', recording_days: 'int4?' },
  sql: 'update tenants set recording_days = :recording_days where tenant_id = :tenant_id',
});

export const updateAnalysis = statement({
  name: 'update_analysis',
  takes: { tenant_id: 'int8', analyses_calls: 'bool' },
  sql: 'update tenants set analyses_calls = :analyses_calls where tenant_id = :tenant_id',
});

export const updateTelephonyBy = statement({
  name: 'update_telephony_by',
  takes: { tenant_id: 'int8', telephony_by: 'text' },
  sql: 'update tenants set telephony_by = :telephony_by where tenant_id = :tenant_id',
});

export const listTenants = statement({
  name: 'list_tenants',
  takes: {},
  gives: columns,
  acrossTenants: 'The operator sees every tenant.',
  sql: `${selectTenant} order by t.tenant_id`,
});

export const insertTenant = statement({
  name: 'insert_tenant',
  takes: { name: 'text', default_country: 'text?', timezone: 'text', language: 'text' },
  gives: { tenant_id: 'int8' },
  acrossTenants: 'It creates the tenant.',
  sql: `
    insert into tenants (name, default_country, timezone, language)
    values (:name, :default_country, :timezone, :language)
    returning tenant_id`,
});

export const insertLicense = statement({
  name: 'insert_license',
  takes: { tenant_id: 'int8', license: 'text' },
  sql: 'insert into tenant_licenses (tenant_id, license) values (:tenant_id, :license) on conflict do nothing',
});

export const deleteLicense = statement({
  name: 'delete_license',
  takes: { tenant_id: 'int8', license: 'text' },
  sql: 'delete from tenant_licenses where tenant_id = :tenant_id and license = :license',
});

/** Blocks the creation of tenants until this transaction ends. */
export const lockTenants = statement({
  name: 'lock_tenants',
  takes: {},
  acrossTenants: 'It checks whether any tenant exists.',
  sql: 'lock table tenants in share row exclusive mode',
});

export const findAnyTenant = statement({
  name: 'find_any_tenant',
  takes: {},
  gives: { tenant_id: 'int8' },
  acrossTenants: 'It checks whether any tenant exists.',
  sql: 'select tenant_id from tenants limit 1',
});
