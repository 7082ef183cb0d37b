import type { Database, Tx } from '../database/connect.ts';
import { isPausedBy, type PauseTimes } from '../engine/engine.ts';
import { type CallRef, callKeyOf, callRefOf } from '../platform/call-ref.ts';
import { waitUntil } from '../platform/concurrency/wait-until.ts';
import { isUnavailable, problem, validationFailed } from '../platform/problem.ts';
import { toPauseTimes } from './state/engine-call.ts';
import type { LockedCall } from './state/lock-calls.ts';
import { findIsRecorded, findPauses, findUnconfirmed, writePauses } from './state/pause-queries.ts';
import { nextTime } from './state/pauses.ts';

/** Each change rewrites all times of the call, so their number is limited. */
const mostChanges = 500;

/**
 * Pauses the recording of a call, or resumes it, in this transaction; the caller of this function has locked the call. Returns
 * the times to pass to the engine, or undefined if the recording is already in the wanted state.
 */
export async function pauseRecording(
  tx: Tx,
  call: LockedCall,
  kind: 'pause' | 'resume',
  now: Date,
): Promise<PauseTimes | undefined> {
  const key = callKeyOf(callRefOf(call));
  const open = await findIsRecorded.first(tx, { ...key, project_id: call.project_id });
  if (open && !open.is_recorded) throw notRecorded();
  if (call.status !== 'connected' || call.ended_at) throw problem('not_connected');
  const times = (await findPauses.first(tx, key))?.times ?? [];
  if (isPausedBy(toPauseTimes(times)) === (kind === 'pause')) return undefined;
  if (kind === 'pause' && times.length >= mostChanges) throw pausedTooOften();
  const changed = nextTime(call, times, now);
  await writePauses.run(tx, { ...key, times: changed });
  return toPauseTimes(changed);
}

/** How long (ms) a request waits for the engine. A node that drives the call elsewhere learns of the pause within a second. */
const patience = 5_000;

/**
 * Waits until the engine has carried out the last pause or resume of the call, or the call is over. The answer to a request says
 * that nothing is recorded any more, so it must not be sent before. An unconfirmed pause stays due: the same request, sent again,
 * waits for it.
 */
export async function confirmPause(db: Database, call: CallRef, kind: 'pause' | 'resume'): Promise<void> {
  const isConfirmed = async () => !(await findUnconfirmed.first(db, callKeyOf(call)));
  const isInTime = await waitUntil(isConfirmed, patience).catch((error) => {
    if (isUnavailable(error)) return false; // Its own text would say that nothing was changed.
    throw error;
  });
  if (!isInTime) throw unconfirmed(kind);
}

const unconfirmed = (kind: 'pause' | 'resume') =>
  problem('unavailable', {
    message:
      kind === 'pause'
        ? 'The phone system has not confirmed that the recording is paused, so it may go on. Wait with confidential data, and send this request again.'
        : 'The phone system has not confirmed that the recording goes on, so it may still be paused. Send this request again.',
    headers: { 'retry-after': '1' },
  });

const notRecorded = () =>
  validationFailed([
    {
      field: 'callId',
      code: 'not_recorded',
      message: 'This call is not recorded, so there is no recording to pause or resume.',
    },
  ]);

const pausedTooOften = () =>
  validationFailed([
    {
      field: 'callId',
      code: 'limit_reached',
      message: `The recording of a call can be paused at most ${mostChanges / 2} times.`,
    },
  ]);
