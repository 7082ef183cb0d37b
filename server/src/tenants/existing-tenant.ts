import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { findTenant, type TenantRow } from './queries.ts';

/** The tenant, or a refusal: a mistyped id must not look like a tenant that has nothing. */
export async function existingTenant(db: Queryable, tenantId: TenantId): Promise<TenantRow> {
  const tenant = await findTenant.first(db, { tenant_id: tenantId });
  if (!tenant) throw problem('not_found', { message: `There is no tenant ${tenantId}.` });
  return tenant;
}
