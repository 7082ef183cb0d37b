import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { existingTenant } from './existing-tenant.ts';
import { updateAnalysis } from './queries.ts';

/** Sets whether a tenant's recordings are analyzed, in projects that have analysis switched on. */
export async function switchAnalysis(tx: Tx, tenantId: TenantId, analyses_calls: boolean): Promise<void> {
  await existingTenant(tx, tenantId);
  await updateAnalysis.run(tx, { tenant_id: tenantId, analyses_calls });
}
