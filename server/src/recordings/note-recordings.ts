import type { Queryable } from '../database/sql.ts';
import { type CallKey, callKeysOf, callRefOf } from '../platform/call-ref.ts';
import { insertRecordings } from './queries.ts';
import type { Recording } from './recording.ts';

type RecordedCall = CallKey & { recording: unknown };

/** Inserts a row for each stored file, in the transaction that gives calls their recordings. */
export async function noteRecordings(db: Queryable, calls: RecordedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await insertRecordings.run(db, {
    ...callKeysOf(calls.map(callRefOf)),
    sizes: calls.map(({ recording }) => (recording as Recording).size_bytes),
  });
}
