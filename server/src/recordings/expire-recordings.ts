import { changeCalls } from '../calls/state/change-calls.ts';
import { type LockedCall, lockCalls } from '../calls/state/lock-calls.ts';
import type { Database, Tx } from '../database/connect.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import type { Row } from '../database/sql.ts';
import { type CallRef, callKeyOf, callRefOf } from '../platform/call-ref.ts';
import { type CallId, idOf } from '../platform/ids.ts';
import type { Stores } from './library.ts';
import {
  forgetRecording,
  listExpired,
  listRemovable,
  markDeletedBefore,
  markRecordingDeleted,
  markRemoved,
} from './queries.ts';
import type { Recording } from './recording.ts';
import type { RecordingFiles } from './recording-files.ts';

// Recordings are deleted in two steps. First the call is marked, and from then on its recording cannot be played; then the
// files are removed. If the node is killed in between, the row in `recordings` still names the files.

const batch = 200;
const atATime = 8;

/** Deletes the insights of these calls, in the transaction that marks their recordings as deleted. */
export type OnDeleted = (tx: Tx, calls: CallRef[]) => Promise<void>;

type Expiring = Stores & { onDeleted: OnDeleted };

/** Deletes recordings after this many days, or after the days that their tenant has set. 0 keeps them. */
export async function expireRecordings(db: Database, expiring: Expiring, days: number, now?: Date): Promise<void> {
  await deleteInBatches(batch, (most) => markExpired(db, expiring, { days, most, now: now ?? null }));
  await removeFiles(db, expiring, now);
}

async function markExpired(
  db: Database,
  { onDeleted }: Expiring,
  wanted: { days: number; most: number; now: Date | null },
): Promise<number> {
  const expired = await listExpired.all(db, wanted);
  if (expired.length === 0) return 0;
  await db.transaction(async (tx) => {
    const refs = expired.map(callRefOf);
    await markDeleted(tx, refs, await lockCalls(tx, refs), onDeleted);
  });
  return expired.length;
}

/** `calls` are those of `refs` that still exist, locked. */
export async function markDeleted(tx: Tx, refs: CallRef[], calls: LockedCall[], onDeleted: OnDeleted): Promise<void> {
  const deleted = (recording: unknown) => ({ ...(recording as Recording), status: 'deleted' as const });
  const changes = calls.map((call) => ({ call, signals: [], recording: deleted(call.recording) }));
  changeCalls(tx, changes);
  await Promise.all([onDeleted(tx, refs), ...refs.map((ref) => markRecordingDeleted.run(tx, callKeyOf(ref)))]);
}

/** Sorts before any call. */
const beforeAll: CallRef = {
  tenantId: idOf('tenant', 0),
  isTest: false,
  callId: idOf('call', '00000000-0000-0000-0000-000000000000'),
};

/** A file that cannot be removed does not hold up others; the next run tries again. */
async function removeFiles(db: Database, stores: Stores, now: Date | undefined): Promise<void> {
  const places = placesOf(stores);
  let failure: unknown;
  let after = beforeAll;

  async function remove({ removed_at, ...key }: Row<typeof listRemovable.gives>): Promise<void> {
    try {
      await dropFiles(stores, callRefOf(key));
      await (removed_at ? forgetRecording.run(db, key) : markRemoved.run(db, { ...key, places }));
    } catch (error) {
      failure ??= error;
    }
  }

  for (;;) {
    const removable = await listRemovable.all(db, {
      ...{ places, most: batch, now: now ?? null },
      ...{ after_tenant_id: after.tenantId, after_is_test: after.isTest, after_call_id: after.callId },
    });
    for (let i = 0; i < removable.length; i += atATime) await Promise.all(removable.slice(i, i + atATime).map(remove));
    const last = removable.at(-1);
    if (!last || removable.length < batch) break;
    after = callRefOf(last);
  }
  if (failure) throw failure;
}

/** Files in a store that is not set up here stay. */
const placesOf = ({ s3 }: Stores) => (s3 ? ['folder', 's3'] : ['folder']);

async function dropFiles({ files, s3 }: Stores, call: CallRef, signal?: AbortSignal): Promise<void> {
  await files.drop(call);
  await s3?.drop(call, signal);
}

/** Removes the files of a recording that was just marked as deleted, without waiting for the next run. */
export async function removeNow(db: Database, stores: Stores, call: CallRef, signal?: AbortSignal): Promise<void> {
  await dropFiles(stores, call, signal);
  await markRemoved.run(db, { ...callKeyOf(call), places: placesOf(stores) });
}

/** Deletes the recordings of all calls with smaller ids, which are being deleted themselves. */
export async function dropRecordingsBefore(db: Database, files: RecordingFiles, callId: CallId): Promise<void> {
  await deleteInBatches(batch, (most) => markDeletedBefore.run(db, { call_id: callId, most }));
  // Each node has its own files, also of months that another node has dropped.
  await files.dropBefore(callId);
}
