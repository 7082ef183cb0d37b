import type { Tx } from '../../database/connect.ts';
import { type CallKey, callKeysOf, callRefOf } from '../../platform/call-ref.ts';
import type { ProjectId } from '../../platform/ids.ts';
import { insertJobs } from './queries.ts';

type RecordedCall = CallKey & { project_id: ProjectId; status: string; traceparent: string | null };

/** Queues calls that were just recorded: connected ones, unless their project or tenant has analysis switched off. */
export async function queueAnalysis(tx: Tx, recorded: RecordedCall[]): Promise<void> {
  const talks = recorded.filter(({ status }) => status === 'connected');
  if (talks.length === 0) return;
  await insertJobs.run(tx, {
    ...callKeysOf(talks.map(callRefOf)),
    project_ids: talks.map(({ project_id }) => project_id),
    traceparents: talks.map(({ traceparent }) => traceparent ?? ''),
  });
}
