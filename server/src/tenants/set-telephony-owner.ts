import type { Tx } from '../database/connect.ts';
import type { TelephonyBy } from '../platform/caller.ts';
import type { TenantId } from '../platform/ids.ts';
import { existingTenant } from './existing-tenant.ts';
import { updateTelephonyBy } from './queries.ts';

/** Sets who configures trunks, numbers and caller ids of a tenant. The operator always can, with commands. */
export async function setTelephonyOwner(tx: Tx, tenantId: TenantId, telephony_by: TelephonyBy): Promise<void> {
  await existingTenant(tx, tenantId);
  await updateTelephonyBy.run(tx, { tenant_id: tenantId, telephony_by });
}
