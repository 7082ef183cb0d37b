import type { Database } from '../../database/connect.ts';
import type { Row } from '../../database/sql.ts';
import type { NodeId } from '../../platform/ids.ts';
import { claimJob, listDueQueues, listHeldJobs, releaseJob } from './queries.ts';

export type Job = Row<typeof claimJob.gives>;

type Claimer = { node_id: NodeId; worker: number };

/** Claims a due job, live calls before test calls and from a random tenant, for as long as other workers are not faster. */
export async function claimNextJob(db: Database, claimer: Claimer): Promise<Job | undefined> {
  for (const queue of await listDueQueues.all(db, {})) {
    const job = await claimJob.first(db, { ...queue, ...claimer });
    if (job) return job;
  }
  return undefined;
}

/** Releases jobs that a worker claimed without receiving the answer, for example because the connection broke. */
export async function releaseJobs(db: Database, claimer: Claimer): Promise<void> {
  for (const job of await listHeldJobs.all(db, claimer)) await releaseJob.run(db, job);
}
