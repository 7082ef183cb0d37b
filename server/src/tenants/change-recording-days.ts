import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { existingTenant } from './existing-tenant.ts';
import { type TenantRow, updateRecordingDays } from './queries.ts';

/** Changes for how many days recordings of a tenant are kept: 0 is for ever, null what the operator has set for all. */
export async function changeRecordingDays(tx: Tx, tenantId: TenantId, days: number | null): Promise<TenantRow> {
  await existingTenant(tx, tenantId);
  await updateRecordingDays.run(tx, { tenant_id: tenantId, recording_days: days });
  return existingTenant(tx, tenantId);
}
