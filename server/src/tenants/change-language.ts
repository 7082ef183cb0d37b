import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { readLanguage, unknownLanguage } from '../platform/text/language.ts';
import { existingTenant } from './existing-tenant.ts';
import { type TenantRow, updateLanguage } from './queries.ts';

/** Changes what a tenant speaks where a project of it does not say otherwise; null is not known. */
export async function changeLanguage(tx: Tx, tenantId: TenantId, wanted: string | null): Promise<TenantRow> {
  await existingTenant(tx, tenantId);
  const language = wanted === null ? null : readLanguage(wanted);
  if (language === undefined) throw validationFailed([unknownLanguage]);
  await updateLanguage.run(tx, { tenant_id: tenantId, language });
  return existingTenant(tx, tenantId);
}
