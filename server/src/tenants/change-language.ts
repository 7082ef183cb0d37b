import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { readLanguageSetting, unknownLanguage } from '../platform/text/language.ts';
import { existingTenant } from './existing-tenant.ts';
import { type TenantRow, updateLanguage } from './queries.ts';

/** Changes the language of a tenant, for projects that set none; null means the language of its country. */
export async function changeLanguage(tx: Tx, tenantId: TenantId, wanted: string | null): Promise<TenantRow> {
  await existingTenant(tx, tenantId);
  const language = wanted === null ? null : readLanguageSetting(wanted);
  if (language === undefined) throw validationFailed([unknownLanguage]);
  await updateLanguage.run(tx, { tenant_id: tenantId, language });
  return existingTenant(tx, tenantId);
}
