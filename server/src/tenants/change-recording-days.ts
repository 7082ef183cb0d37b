import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { existingTenant } from './existing-tenant.ts';
import { type TenantRow, updateRecordingDays } from './queries.ts';

/** Changes how many days a tenant's recordings are kept: 0 is forever, null is the operator's default. */
export async function changeRecordingDays(tx: Tx, tenantId: TenantId, days: number | null): Promise<TenantRow> {
  await existingTenant(tx, tenantId);
  await updateRecordingDays.run(tx, { tenant_id: tenantId, recording_days: days });
  return existingTenant(tx, tenantId);
}
