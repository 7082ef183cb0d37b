import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { isSupportedCountry } from '../platform/phone-number.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { autoLanguage, readLanguageSetting, unknownLanguage } from '../platform/text/language.ts';
import { nameFaults } from '../platform/text/name.ts';
import { readTimezone } from '../platform/time/timezone.ts';
import { licenseFaults } from './change-license.ts';
import { insertLicense, insertTenant } from './queries.ts';

export type NewTenant = {
  name: string;
  /** The country for numbers without `+`. */
  country?: string | undefined;
  timezone?: string | undefined;
  /** The language of its calls; by default it is detected. */
  language?: string | undefined;
  licenses?: readonly string[] | undefined;
};

export async function createTenant(tx: Tx, { country, ...wanted }: NewTenant): Promise<TenantId> {
  const name = wanted.name.trim();
  const timezone = readTimezone(wanted.timezone ?? 'UTC');
  const language = readLanguageSetting(wanted.language ?? autoLanguage);
  const licenses = new Set(wanted.licenses);

  const faults = [...nameFaults('name', name), ...countryFaults(country), ...[...licenses].flatMap(licenseFaults)];
  if (timezone === undefined) faults.push(unknownTimezone);
  if (language === undefined) faults.push(unknownLanguage);
  if (timezone === undefined || language === undefined || faults.length > 0) throw validationFailed(faults);

  const { tenant_id } = await insertTenant.one(tx, { name, default_country: country ?? null, timezone, language });
  for (const license of licenses) await insertLicense.run(tx, { tenant_id, license });
  return tenant_id;
}

function countryFaults(country: string | undefined): Detail[] {
  if (country === undefined || isSupportedCountry(country)) return [];
  const message = 'country must be a code of ISO 3166 in upper case, such as JP.';
  return [{ field: 'country', code: 'invalid_format', message }];
}

export const unknownTimezone: Detail = {
  field: 'timezone',
  code: 'invalid_format',
  message: 'timezone must be a name of the IANA time zone database, such as Asia/Tokyo.',
};
