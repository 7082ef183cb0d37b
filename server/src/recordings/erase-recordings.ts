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

/**
 * Removes the files at once. Returns false if some are in a store that is not set up here, so that another node has to remove
 * them. The chores of `expire-recordings.ts` and `sweep-recordings.ts` remove what another node has in its folder.
 */
export async function removeErasedFiles(db: Database, stores: Stores, calls: CallRef[]): Promise<boolean> {
  const marked = await listDeletedOf.all(db, callKeysOf(calls));
  for (const { place: _, ...key } of marked) await removeNow(db, stores, callRefOf(key));
  return stores.s3 !== undefined || marked.every(({ place }) => place !== 's3');
}

/** The WAV file of a recording, for an export. Undefined if it is neither in the folder nor in the store of this node. */
export async function openRecording(
  db: Queryable,
  { files, s3 }: Stores,
  call: CallRef,
): Promise<Readable | undefined> {
  const found = await findRecording.first(db, callKeyOf(call));
  if (found?.place === 'folder') return (await files.open(call, 'wav')) ?? (await s3?.open(call, 'wav'));
  return found?.place === 's3' ? s3?.open(call, 'wav') : undefined;
}
