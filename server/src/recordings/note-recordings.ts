import type { Queryable } from '../database/sql.ts';
import type { CallId, TenantId } from '../platform/ids.ts';
import { insertRecordings } from './queries.ts';
import type { Recording } from './recording.ts';

type RecordedCall = { tenant_id: TenantId; is_test: boolean; call_id: CallId; recording: unknown };

/** Notes the files that were kept, in the transaction in which their calls get them. */
export async function noteRecordings(db: Queryable, calls: RecordedCall[]): Promise<void> {
  if (calls.length === 0) return;
  await insertRecordings.run(db, {
    tenant_ids: calls.map(({ tenant_id }) => tenant_id),
    tests: calls.map(({ is_test }) => is_test),
    call_ids: calls.map(({ call_id }) => call_id),
    sizes: calls.map(({ recording }) => (recording as Recording).size_bytes),
  });
}
