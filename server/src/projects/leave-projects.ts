import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { deleteStaffOfProjects } from './queries.ts';

/** Takes a staff member out of all projects. A project that then names no staff rings all of them. */
export async function leaveProjects(tx: Tx, tenantId: TenantId, staffId: StaffId): Promise<void> {
  await deleteStaffOfProjects.run(tx, { tenant_id: tenantId, staff_id: staffId });
}
