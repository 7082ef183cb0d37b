import { changeCalls } from '../../calls/state/change-calls.ts';
import { lockCalls } from '../../calls/state/lock-calls.ts';
import { type Talk, toMilliseconds } from '../../calls/state/talk-ratio.ts';
import type { Database, Tx } from '../../database/connect.ts';
import { type CallKey, callKeyOf, callRefOf } from '../../platform/call-ref.ts';
import { type Insight, type InsightName, insightNames, type VoiceAnalysis } from '../insight.ts';
import { indexTexts } from './index-transcripts.ts';
import type { Learned } from './perform-step.ts';
import { finishJob, holdJob, retryJob, writeInsights } from './queries.ts';

/** Delays before steps that failed for a passing reason run again; meanwhile their status is failed. */
const retryAfterSeconds = [600, 3_600, 6 * 3_600];
const passing = ['engine_unreachable', 'engine_not_fetched'];

/** Whether the step failed for a reason that may be gone the next time. */
export const isPassing = (insight: Insight | null) => passing.includes(insight?.reason ?? '');

type Claimed = CallKey & { claim: number; retries: number };

/**
 * Commits the result of a step, with the words that searches find and the talk times that reports count, and with the last step
 * the event `call.analyzed`.
 * Returns false if the result is no longer wanted: the recording was deleted, or the analysis was started again.
 */
export function recordStep(db: Database, job: Claimed, learned: Learned, step: InsightName): Promise<boolean> {
  const ref = callRefOf(job);
  const claimed = { ...callKeyOf(ref), claim: job.claim };
  return db.transaction(async (tx) => {
    const [call] = await lockCalls(tx, [ref]);
    const isHeld = (await holdJob.run(tx, claimed)) > 0;
    if (!call || !isHeld) return false;
    const { language: _, ...found } = learned;
    const isLast = step === insightNames.at(-1);
    changeCalls(tx, [
      {
        call,
        signals: [],
        talk: step === 'voice_analysis' ? talkOf(learned.voice_analysis) : undefined,
        event: isLast ? 'call.analyzed' : undefined,
      },
    ]);
    await Promise.all([
      writeInsights.run(tx, { ...callKeyOf(ref), ...found }),
      indexTexts(tx, ref, learned),
      isLast && settle(tx, claimed, job.retries, learned),
    ]);
    return true;
  });
}

/** Finishes the job, or schedules a retry if a step may succeed later. */
function settle(tx: Tx, claimed: Omit<Claimed, 'retries'>, retries: number, learned: Learned): Promise<number> {
  const seconds = retryAfterSeconds[retries];
  const mayHelp = insightNames.some((name) => isPassing(learned[name]));
  return mayHelp && seconds !== undefined ? retryJob.run(tx, { ...claimed, seconds }) : finishJob.run(tx, claimed);
}

function talkOf(analysis: VoiceAnalysis | null): Talk {
  const milliseconds = (seconds: number | undefined) => (seconds === undefined ? null : toMilliseconds(seconds));
  const { staff, customer } = analysis?.speakers ?? {};
  return {
    staff_talk_ms: milliseconds(staff?.talk_seconds),
    customer_talk_ms: milliseconds(customer?.talk_seconds),
  };
}
