import type { Readable } from 'node:stream';
import type { Database, Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { type CallRef, callKeyOf, callKeysOf, callRefOf } from '../platform/call-ref.ts';
import { removeNow } from './expire-recordings.ts';
import type { Stores } from './library.ts';
import { findRecording, listDeletedOf, markDeletedOf } from './queries.ts';

// As in `expire-recordings.ts`: first the rows are marked, with the call, and then the files are removed.

/** Once this is committed, the recordings cannot be played. `eraseCalls` marks the calls. */
export async function markRecordingsErased(tx: Tx, calls: CallRef[]): Promise<void> {
  await markDeletedOf.run(tx, callKeysOf(calls));
}

const filesInBatch = 200;
const atATime = 8;

/**
 * Removes some of the files at once, and fewer if the signal aborts. `elsewhere`: the others are in a store that is not set up
 * here, so that another node has to remove them. The chores of `expire-recordings.ts` and `sweep-recordings.ts` remove what
 * another node has in its folder.
 */
export async function removeErasedFiles(
  db: Database,
  stores: Stores,
  calls: CallRef[],
  signal?: AbortSignal,
): Promise<'more' | 'all' | 'elsewhere'> {
  const marked = await listDeletedOf.all(db, callKeysOf(calls));
  const here = marked.filter(({ place }) => stores.s3 !== undefined || place !== 's3');
  const batch = here.slice(0, filesInBatch);
  const remove = ({ place: _, ...key }: (typeof batch)[number]) => removeNow(db, stores, callRefOf(key), signal);
  for (let i = 0; i < batch.length; i += atATime) {
    const results = await Promise.allSettled(batch.slice(i, i + atATime).map(remove));
    if (signal?.aborted) return 'more';
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }
  if (here.length > batch.length) return 'more';
  return here.length === marked.length ? 'all' : 'elsewhere';
}

/** The WAV file of a recording, for an export. Undefined if it is neither in the folder nor in the store of this node. */
export async function openRecording(
  db: Queryable,
  { files, s3 }: Stores,
  call: CallRef,
): Promise<Readable | undefined> {
  const found = await findRecording.first(db, { ...callKeyOf(call), project_ids: null });
  if (found?.place === 'folder') return (await files.open(call, 'wav')) ?? (await s3?.open(call, 'wav'));
  return found?.place === 's3' ? s3?.open(call, 'wav') : undefined;
}
