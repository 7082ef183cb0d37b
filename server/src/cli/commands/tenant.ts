import { changeLanguage } from '../../tenants/change-language.ts';
import { addLicense, removeLicense } from '../../tenants/change-license.ts';
import { changeLimits } from '../../tenants/change-limits.ts';
import { changeRecordingDays } from '../../tenants/change-recording-days.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { leaveSettings } from '../../tenants/leave-settings.ts';
import { listTenants, type TenantRow } from '../../tenants/queries.ts';
import { setTelephonyOwner } from '../../tenants/set-telephony-owner.ts';
import { switchAnalysis } from '../../tenants/switch-analysis.ts';
import {
  tenantCreate,
  tenantLicenseAdd,
  tenantLicenseRemove,
  tenantLimits,
  tenantList,
  tenantShow,
  tenantUpdate,
} from '../definitions/tenant.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';

const licensesOf = ({ tenant_id, licenses }: TenantRow) => ({ facts: { tenant_id, licenses } });

export const commands = [
  command(tenantCreate, ({ name, license: licenses, country, timezone, language }, { environment }) =>
    withDatabase(
      environment,
      async (db) => {
        const wanted = { name, licenses, country, timezone, language };
        return { facts: { tenant_id: await db.transaction((tx) => createTenant(tx, wanted)) } };
      },
      'make it',
    ),
  ),
  command(tenantList, (_given, { environment }) =>
    withDatabase(environment, async (db) => {
      const rows = await listTenants.all(db, {});
      return { rows, table: rows.map(inShort), none: 'There are no tenants.' };
    }),
  ),
  command(tenantShow, ({ tenant }, { environment }) =>
    withDatabase(environment, async (db) => ({ facts: await existingTenant(db, tenant) })),
  ),
  command(tenantUpdate, (given, { environment }) =>
    withDatabase(environment, async (db) => {
      const { tenant, language, 'recording-days': days, analysis, telephony, 'tenant-settings': settings } = given;
      const changed = await db.transaction(async (tx) => {
        if (language !== undefined) await changeLanguage(tx, tenant, language);
        if (days !== undefined) await changeRecordingDays(tx, tenant, days);
        if (analysis !== undefined) await switchAnalysis(tx, tenant, analysis);
        if (settings !== undefined) await leaveSettings(tx, tenant, settings ?? []);
        if (telephony !== undefined) await setTelephonyOwner(tx, tenant, telephony);
        return existingTenant(tx, tenant);
      });
      const { tenant_id, recording_days, analyses_calls, settings_by_tenant, telephony_by } = changed;
      const facts = { tenant_id, language: changed.language, recording_days, analyses_calls };
      return { facts: { ...facts, settings_by_tenant, telephony_by } };
    }),
  ),
  command(tenantLimits, ({ tenant, ...given }, { environment }) =>
    withDatabase(environment, async (db) => {
      const change = {
        allowed_countries: given.countries,
        most_live_calls: given['live-calls'],
        most_daily_live_calls: given['daily-live-calls'],
      };
      const { tenant_id, allowed_countries, most_live_calls, most_daily_live_calls, timezone } = await db.transaction(
        (tx) => changeLimits(tx, tenant, change),
      );
      return { facts: { tenant_id, allowed_countries, most_live_calls, most_daily_live_calls, timezone } };
    }),
  ),
  command(tenantLicenseAdd, ({ tenant, license }, { environment }) =>
    withDatabase(environment, async (db) => licensesOf(await db.transaction((tx) => addLicense(tx, tenant, license)))),
  ),
  command(tenantLicenseRemove, ({ tenant, license }, { environment }) =>
    withDatabase(environment, async (db) =>
      licensesOf(await db.transaction((tx) => removeLicense(tx, tenant, license))),
    ),
  ),
];

const inShort = (tenant: TenantRow) => ({
  id: tenant.tenant_id,
  name: tenant.name,
  country: tenant.default_country,
  time_zone: tenant.timezone,
  licenses: tenant.licenses,
  created: tenant.created_at,
});
