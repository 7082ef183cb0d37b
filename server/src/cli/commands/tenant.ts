import { telephonyBy } from '../../platform/caller.ts';
import { changeLanguage } from '../../tenants/change-language.ts';
import { addLicense, removeLicense } from '../../tenants/change-license.ts';
import { changeLimits } from '../../tenants/change-limits.ts';
import { changeRecordingDays } from '../../tenants/change-recording-days.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { existingTenant } from '../../tenants/existing-tenant.ts';
import { keepTelephony } from '../../tenants/keep-telephony.ts';
import { listTenants, type TenantRow } from '../../tenants/queries.ts';
import { switchAnalysis } from '../../tenants/switch-analysis.ts';
import { withDatabase } from '../installation/open-database.ts';
import { command } from '../terminal/command.ts';
import { id, list, oneOf, onOff, optional, or, required, text, wholeNumber } from '../terminal/options.ts';

const licenseOptions = {
  tenant: required(id('tenant', 'T', 'The tenant.')),
  license: required(text('L', 'The licence: open_api_advanced.')),
};
const mostCalls = 1_000_000;
const limits = {
  countries: optional(or('any', list('JP,...', 'Countries that live calls may go to, as codes of ISO 3166.'))),
  'live-calls': optional(or('none', wholeNumber('N', 'Live calls at a time; 0 lets none through.', 0, mostCalls))),
  'daily-live-calls': optional(or('none', wholeNumber('N', 'Live calls a day; 0 lets none through.', 0, mostCalls))),
};
const licensesOf = ({ tenant_id, licenses }: TenantRow) => ({ facts: { tenant_id, licenses } });

export const commands = [
  command({
    words: 'tenant create',
    about: 'Create a tenant.',
    options: {
      name: required(text('N', 'What it is called.')),
      license: optional(list('L', 'Licences, separated by commas: open_api_advanced.')),
      country: optional(text('C', 'Where numbers without + are read, such as JP.')),
      timezone: optional(text('Z', 'An IANA name such as Asia/Tokyo; otherwise UTC.')),
    },
    run: ({ name, license: licenses, country, timezone }, { environment }) =>
      withDatabase(
        environment,
        async (db) => {
          const tenant_id = await db.transaction((tx) => createTenant(tx, { name, licenses, country, timezone }));
          return { facts: { tenant_id } };
        },
        'make it',
      ),
  }),
  command({
    words: 'tenant list',
    about: 'List all tenants.',
    options: {},
    run: (_given, { environment }) =>
      withDatabase(environment, async (db) => {
        return { rows: await listTenants.all(db, {}), none: 'There are no tenants.' };
      }),
  }),
  command({
    words: 'tenant update',
    about:
      'Change what a tenant speaks, where a project does not say otherwise, how long its recordings are kept, whether they are analysed, and who sets up its telephony.',
    options: {
      tenant: required(id('tenant', 'T', 'The tenant.')),
      language: optional(or('none', text('L', 'A code of a language such as ja.'))),
      'recording-days': optional(
        or('default', wholeNumber('N', 'Days for which recordings are kept; 0 keeps them for ever.', 0, 36_500)),
      ),
      analysis: optional(onOff('Whether recordings are analysed at all.')),
      telephony: optional(
        oneOf(telephonyBy, 'Who sets up trunks, numbers and caller ids: administrators too, or the operator alone.'),
      ),
    },
    run: (given, { environment }) =>
      withDatabase(environment, async (db) => {
        const { tenant, language, 'recording-days': days, analysis, telephony } = given;
        const changed = await db.transaction(async (tx) => {
          if (language !== undefined) await changeLanguage(tx, tenant, language);
          if (days !== undefined) await changeRecordingDays(tx, tenant, days);
          if (analysis !== undefined) await switchAnalysis(tx, tenant, analysis);
          if (telephony !== undefined) await keepTelephony(tx, tenant, telephony);
          return existingTenant(tx, tenant);
        });
        const { tenant_id, recording_days, analyses_calls, telephony_by } = changed;
        return { facts: { tenant_id, language: changed.language, recording_days, analyses_calls, telephony_by } };
      }),
  }),
  command({
    words: 'tenant limits',
    about: 'Limit the live calls of a tenant, on every node within a second; without a limit given, show them.',
    options: { tenant: required(id('tenant', 'T', 'The tenant.')), ...limits },
    run: ({ tenant, ...given }, { environment }) =>
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
  }),
  command({
    words: 'tenant license add',
    about: 'Give a tenant a licence.',
    options: licenseOptions,
    run: ({ tenant, license }, { environment }) =>
      withDatabase(environment, async (db) =>
        licensesOf(await db.transaction((tx) => addLicense(tx, tenant, license))),
      ),
  }),
  command({
    words: 'tenant license remove',
    about: 'Take a licence from a tenant.',
    options: licenseOptions,
    run: ({ tenant, license }, { environment }) =>
      withDatabase(environment, async (db) =>
        licensesOf(await db.transaction((tx) => removeLicense(tx, tenant, license))),
      ),
  }),
];
