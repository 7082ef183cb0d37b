import type { Tx } from '../database/connect.ts';
import type { StaffId, TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertStaff } from './queries.ts';
import { readStaffPhone } from './staff-phone.ts';

export type NewStaff = {
  name: string;
  /** The person's phone: a SIP address, or a number as people write it. */
  phone?: string | undefined;
};

export async function createStaff(tx: Tx, tenantId: TenantId, wanted: NewStaff): Promise<StaffId> {
  const { default_country } = await existingTenant(tx, tenantId);
  const name = wanted.name.trim();
  const read = wanted.phone === undefined ? { phone: null } : readStaffPhone(wanted.phone.trim(), default_country);

  const faults = nameFaults('name', name);
  if ('fault' in read) throw validationFailed([...faults, read.fault]);
  if (faults.length > 0) throw validationFailed(faults);

  const { staff_id } = await insertStaff.one(tx, { tenant_id: tenantId, name, phone: read.phone });
  return staff_id;
}
