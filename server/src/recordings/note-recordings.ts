import type { Queryable } from '../database/sql.ts';
import { type CallKey, keysOf, refOf } from '../platform/call-ref.ts';
import { insertRecordings } from './queries.ts';
import type { Recording } from './recording.ts';

type RecordedCall = CallKey & { recording: unknown };

/** Notes the files that were kept, in the transaction in which their calls get them. */
export async function noteRecordings(db: Queryable, calls: RecordedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await insertRecordings.run(db, {
    ...keysOf(calls.map(refOf)),
    sizes: calls.map(({ recording }) => (recording as Recording).size_bytes),
  });
}
