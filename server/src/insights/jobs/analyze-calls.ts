import type { Node } from '../../calls/driving/node.ts';
import type { Database } from '../../database/connect.ts';
import { callKeyOf, callRefOf } from '../../platform/call-ref.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Log, Logger } from '../../platform/log.ts';
import { Problem } from '../../platform/problem.ts';
import { inSpan } from '../../platform/tracing/tracing.ts';
import { type InsightName, insightNames } from '../insight.ts';
import { claimNextJob, type Job, releaseJobs } from './claim-jobs.ts';
import { type AnalysisEngines, type Learned, notLearned, performStep } from './perform-step.ts';
import { findInsights, finishJob, leaveJob, postponeJob } from './queries.ts';
import { isPassing, recordStep } from './record-step.ts';

// Analyzes ended calls step by step: voice analysis, transcription, summary. Each step commits its result before the next one
// begins, so a node that is killed leaves at most one step to repeat.

/** Attempts at a step before it is given up: the step itself may be what kills the worker. */
const mostAttempts = 3;
const againAfterSeconds = 10;
/** Calls in a row whose recordings this node cannot read, before it pauses and leaves them to other nodes. */
const mostElsewhere = 10;
const longestElsewhereSeconds = 24 * 3_600;
/** Longer than any step takes, on any machine. */
const longestStepMs = 6 * 3_600_000;

export type Analysis = {
  node: Pick<Node, 'id'>;
  /** Each worker of a node has its own number. */
  worker: number;
  engines: AnalysisEngines;
  log: Logger;
  /** Ends the work at once. The claimed job is released. */
  signal: AbortSignal;
  onStep: (step: InsightName, status: string, seconds: number) => void;
};

/** One turn of the chore: analyzes every call that is due. */
export function callAnalyzer(db: Database, analysis: Analysis) {
  const { node, worker, log, signal } = analysis;
  return async (): Promise<void> => {
    await releaseJobs(db, { node_id: node.id(), worker });
    let elsewhere = 0;
    while (!signal.aborted && elsewhere < mostElsewhere) {
      const job = await claimNextJob(db, { node_id: node.id(), worker });
      if (!job) return;
      try {
        elsewhere =
          (await inSpan(db.tracing, 'analyze call', spanOf(job), () => analyzeCall(db, analysis, job))) === 'elsewhere'
            ? elsewhere + 1
            : 0;
      } catch (error) {
        if (!signal.aborted) log('insight.interrupted', { err: error, call_id: job.call_id });
        const wait = signal.aborted ? { seconds: 0, untried: 1 } : { seconds: againAfterSeconds, untried: 0 };
        await postponeJob.run(db, { ...claimOf(job), ...wait });
      }
    }
  };
}

/** In the trace of the call. */
const spanOf = ({ tenant_id, call_id, traceparent }: Job) =>
  ({
    kind: 'consumer',
    parent: traceparent,
    attributes: { 'trunkline.tenant_id': tenant_id, 'trunkline.call_id': encodeId('call', call_id) },
  }) as const;

const claimOf = (job: Job) => ({ ...callKeyOf(callRefOf(job)), claim: job.claim });

/** The outcome of a step or a call: done, this node cannot read the recording, or another worker has the claim now. */
type Outcome = 'done' | 'elsewhere' | 'taken';

async function analyzeCall(db: Database, analysis: Analysis, job: Job): Promise<Outcome> {
  const known = await findInsights.first(db, callKeyOf(callRefOf(job)));
  if (!known) {
    await finishJob.run(db, claimOf(job));
    return 'done';
  }
  let attempts = job.attempts;
  for (const step of remainingSteps(known as Learned)) {
    const outcome = await inSpan(db.tracing, `analyze ${step}`, {}, () => takeStep(db, analysis, job, step, attempts));
    if (outcome !== 'done') return outcome;
    attempts = 1;
  }
  return 'done';
}

async function takeStep(
  db: Database,
  analysis: Analysis,
  job: Job,
  step: InsightName,
  attempts: number,
): Promise<Outcome> {
  const begin = performance.now();
  const found = await findInsights.first(db, callKeyOf(callRefOf(job)));
  if (!found) return 'taken';
  const { is_on, ...known } = found;
  const before = known as Learned;
  const learned = is_on
    ? await attempt(analysis, job, step, before, attempts)
    : notLearned(step, 'unavailable', 'switched_off');
  if (learned === 'elsewhere') {
    await leaveJob.run(db, claimOf(job));
    return 'elsewhere';
  }
  const after = { ...before, ...stepsAfter(step), ...learned };
  if (!(await recordStep(db, job, after, step))) return 'taken';
  analysis.onStep(step, after[step]?.status ?? 'failed', (performance.now() - begin) / 1_000);
  return 'done';
}

/** All steps from the first that is missing or failed for a passing reason: later steps use earlier results. */
function remainingSteps(learned: Learned): InsightName[] {
  return insightNames.slice(insightNames.findIndex((name) => !learned[name] || isPassing(learned[name])));
}

/** Clears the results of later steps, because they depend on this one. */
function stepsAfter(step: InsightName): Partial<Learned> {
  return Object.fromEntries(insightNames.slice(insightNames.indexOf(step) + 1).map((name) => [name, null]));
}

async function attempt(
  { engines, log, signal }: Analysis,
  job: Job,
  step: InsightName,
  learned: Learned,
  attempts: number,
): Promise<Partial<Learned> | 'elsewhere'> {
  if (attempts > mostAttempts) return notLearned(step, 'failed', 'gave_up');
  const reported: string[] = [];
  const report = (sentence: string) => reported.push(sentence);
  const note: Log = (event, fields) => log(event, { call_id: job.call_id, step, ...fields });
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestStepMs)]);
  try {
    const found = await performStep(step, callRefOf(job), learned, engines, { report, note, signal: limit });
    const { status, reason } = found[step] ?? {};
    const isFailure = status === 'failed' || isPassing(found[step] ?? null);
    const event = isFailure ? 'insight.step_failed' : 'insight.step_unavailable';
    for (const detail of reported) log(event, { call_id: job.call_id, step, reason, detail });
    return found;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not_found') return notLearned(step, 'unavailable', error.details[0]?.code ?? 'no_recording');
    const isLost = job.elsewhere_seconds > longestElsewhereSeconds;
    return isLost ? notLearned(step, 'failed', 'recording_out_of_reach') : 'elsewhere';
  }
}
