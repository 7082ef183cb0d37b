import type { Database } from '../database/connect.ts';
import { callKeyOf } from '../platform/call-ref.ts';
import { claimMove, finishMove, releaseMove } from './queries.ts';
import type { FoundFile, RecordingFiles } from './recording-files.ts';
import type { S3Store } from './s3-store.ts';

const atATime = 8;

/**
 * Moves the recordings in this node's folder to the store. A call never waits for this: its recording is in the folder when the
 * call ends, and is moved in the seconds after. The file is removed last, so after a crash it is moved again, or swept.
 */
export async function moveRecordings(db: Database, files: RecordingFiles, s3: S3Store): Promise<void> {
  let batch: FoundFile[] = [];
  const moveBatch = async () => {
    const moved = await Promise.allSettled(batch.map((found) => move(db, files, s3, found)));
    batch = [];
    const failed = moved.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason; // The store is unreachable for the others too.
  };
  for await (const found of files.foundFiles()) {
    if (found.format === 'wav') batch.push(found);
    if (batch.length === atATime) await moveBatch();
  }
  await moveBatch();
}

async function move(db: Database, files: RecordingFiles, s3: S3Store, found: FoundFile): Promise<void> {
  const { tenantId, callId, file } = found;
  // A recording has no row until its call has ended.
  const claimed = await claimMove.first(db, { tenant_id: tenantId, call_id: callId });
  if (!claimed) return;
  const key = callKeyOf({ tenantId, isTest: claimed.is_test, callId });
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
