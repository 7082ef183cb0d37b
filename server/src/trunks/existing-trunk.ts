import type { Tx } from '../database/connect.ts';
import { nearest } from '../platform/nearest.ts';
import { problem } from '../platform/problem.ts';
import { listTrunks, lockTrunk, type SealedTrunk } from './queries.ts';

/** The trunk of a name, or a refusal; nobody else changes or removes it until this transaction ends. */
export async function existingTrunk(tx: Tx, tenantId: number, name: string): Promise<SealedTrunk> {
  const trunk = await lockTrunk.first(tx, { tenant_id: tenantId, name });
  if (trunk) return trunk;
  const others = (await listTrunks.all(tx, { tenant_id: tenantId })).map((other) => other.name);
  const meant = nearest(name, others);
  const advice = meant ? ` Did you mean "${meant}"?` : '';
  throw problem('not_found', { message: `This tenant has no trunk "${name}".${advice}` });
}

export async function hasTrunk(tx: Tx, tenantId: number, name: string): Promise<boolean> {
  return (await lockTrunk.first(tx, { tenant_id: tenantId, name })) !== undefined;
}
