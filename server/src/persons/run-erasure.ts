import type { Database } from '../database/connect.ts';
import { type ErasureKey, type ErasureParts, eraseBatch } from './erase-batch.ts';
import { listLeftErasures } from './queries.ts';

/** Continues an erasure until it is finished, the signal aborts, or another node has to go on. */
export async function runErasure(
  db: Database,
  parts: ErasureParts,
  key: ErasureKey,
  signal?: AbortSignal,
): Promise<void> {
  while (!signal?.aborted) if ((await eraseBatch(db, parts, key, signal)) !== 'more') return;
}

/** Continues the erasures that another node, or a command, has left. One that fails does not hold up the others. */
export async function continueErasures(db: Database, parts: ErasureParts, signal: AbortSignal): Promise<void> {
  const left = await listLeftErasures.all(db, {});
  const failures: unknown[] = [];
  for (const { tenant_id, erasure_id } of left) {
    const key = { tenantId: tenant_id, erasureId: erasure_id };
    await runErasure(db, parts, key, signal).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}
