import type { Tx } from '../../database/connect.ts';
import type { CallId, ProjectId, TenantId } from '../../platform/ids.ts';
import { insertJobs } from './queries.ts';

type RecordedCall = { tenant_id: TenantId; is_test: boolean; call_id: CallId; project_id: ProjectId; status: string };

/** Has calls analysed that were just recorded: talks, unless their project or their tenant does not want it. */
export async function queueAnalysis(tx: Tx, recorded: RecordedCall[]): Promise<void> {
  const talks = recorded.filter(({ status }) => status === 'connected');
  if (talks.length === 0) return;
  await insertJobs.run(tx, {
    tenant_ids: talks.map(({ tenant_id }) => tenant_id),
    tests: talks.map(({ is_test }) => is_test),
    call_ids: talks.map(({ call_id }) => call_id),
    project_ids: talks.map(({ project_id }) => project_id),
  });
}
