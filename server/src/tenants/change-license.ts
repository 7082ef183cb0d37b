import type { Tx } from '../database/connect.ts';
import { type License, licenses } from '../platform/caller.ts';
import type { TenantId } from '../platform/ids.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { existingTenant } from './existing-tenant.ts';
import { deleteLicense, insertLicense, type TenantRow } from './queries.ts';

// Both may be repeated: they return the licenses that the tenant has afterwards.

export function addLicense(tx: Tx, tenantId: TenantId, license: string): Promise<TenantRow> {
  return change(tx, tenantId, license, insertLicense);
}

export function removeLicense(tx: Tx, tenantId: TenantId, license: string): Promise<TenantRow> {
  return change(tx, tenantId, license, deleteLicense);
}

async function change(
  tx: Tx,
  tenantId: TenantId,
  license: string,
  statement: typeof insertLicense | typeof deleteLicense,
): Promise<TenantRow> {
  await existingTenant(tx, tenantId);
  const faults = licenseFaults(license);
  if (faults.length > 0) throw validationFailed(faults);
  await statement.run(tx, { tenant_id: tenantId, license });
  return existingTenant(tx, tenantId);
}

export function licenseFaults(license: string): Detail[] {
  if (licenses.includes(license as License)) return [];
  const message = `There is no license "${license}". Use one of ${licenses.join(', ')}.`;
  return [{ field: 'license', code: 'not_allowed', message }];
}
