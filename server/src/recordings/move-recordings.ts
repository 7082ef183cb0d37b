import type { Database } from '../database/connect.ts';
import { keyOf } from '../platform/call-ref.ts';
import { claimMove, finishMove, releaseMove } from './queries.ts';
import type { FoundFile, RecordingFiles } from './recording-files.ts';
import type { S3Store } from './s3-store.ts';

const atATime = 8;

/**
 * Moves what lies in this node's folder to the store. A call never waits for it: its recording is in the folder when it ends,
 * and moved in the seconds after. The file goes last, so a crash leaves it to be moved again, or to be swept.
 */
export async function moveRecordings(db: Database, files: RecordingFiles, s3: S3Store): Promise<void> {
  let batch: FoundFile[] = [];
  const moveBatch = async () => {
    const moved = await Promise.allSettled(batch.map((found) => move(db, files, s3, found)));
    batch = [];
    const failed = moved.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason; // The store is out of reach for the others too.
  };
  for await (const found of files.foundFiles()) {
    if (found.format === 'wav') batch.push(found);
    if (batch.length === atATime) await moveBatch();
  }
  await moveBatch();
}

async function move(db: Database, files: RecordingFiles, s3: S3Store, found: FoundFile): Promise<void> {
  const { tenantId, callId, file } = found;
  // One whose call has not ended yet has no row.
  const claimed = await claimMove.first(db, { tenant_id: tenantId, call_id: callId });
  if (!claimed) return;
  const key = keyOf({ tenantId, isTest: claimed.is_test, callId });
  try {
    await s3.put(found, 'wav', file);
  } catch (error) {
    await releaseMove.run(db, key);
    throw error;
  }
  const wasDeleted = (await finishMove.run(db, key)) === 0;
  if (wasDeleted) await s3.drop(found);
  await files.drop(found);
}
