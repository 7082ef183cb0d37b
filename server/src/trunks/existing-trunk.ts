import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { type Detail, problem } from '../platform/problem.ts';
import { nearest } from '../platform/text/nearest.ts';
import { listTrunks, lockTrunk, type SealedTrunk } from './queries.ts';

/** The trunk with this name, locked until this transaction ends, or a refusal. */
export async function existingTrunk(tx: Tx, tenantId: TenantId, name: string): Promise<SealedTrunk> {
  const trunk = await lockTrunk.first(tx, { tenant_id: tenantId, name });
  if (trunk) return trunk;
  throw problem('not_found', { message: await unknownTrunk(tx, tenantId, name) });
}

/** The same as a list of faults, to be reported with others. */
export async function missingTrunk(tx: Tx, tenantId: TenantId, name: string): Promise<Detail[]> {
  if (await hasTrunk(tx, tenantId, name)) return [];
  return [{ field: 'trunk', code: 'trunk_not_found', message: await unknownTrunk(tx, tenantId, name) }];
}

export async function hasTrunk(tx: Tx, tenantId: TenantId, name: string): Promise<boolean> {
  return (await lockTrunk.first(tx, { tenant_id: tenantId, name })) !== undefined;
}

async function unknownTrunk(tx: Tx, tenantId: TenantId, name: string): Promise<string> {
  const others = (await listTrunks.all(tx, { tenant_id: tenantId })).map((other) => other.name);
  const meant = nearest(name, others);
  return `This tenant has no trunk "${name}".${meant ? ` Did you mean "${meant}"?` : ''}`;
}
