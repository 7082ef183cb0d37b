import type { Database, Tx } from '../database/connect.ts';
import { normalClearing } from '../engine/engine.ts';
import { type CallRef, callKeyOf, callRefOf } from '../platform/call-ref.ts';
import { waitUntil } from '../platform/concurrency/wait-until.ts';
import { isUnavailable } from '../platform/problem.ts';
import { changeCalls } from './state/change-calls.ts';
import type { LockedCall } from './state/lock-calls.ts';
import { findOpenCall, setHangingUp } from './state/queries.ts';

/**
 * Ends a call in the database in this transaction, at any stage; the caller of this function has locked it. The call stays open
 * until the engine has hung it up, so that no telephone keeps ringing if the node dies in between.
 */
export async function hangUp(tx: Tx, call: LockedCall, now: Date): Promise<LockedCall> {
  if (call.ended_at) return call;
  const reason = call.status === 'connected' ? 'hung_up_by_api' : 'canceled_by_api';
  const ending = { status: 'canceled', reason, hangupBy: 'system', q850Cause: normalClearing } as const;
  const [ended] = changeCalls(tx, [{ call, signals: [{ kind: 'ended', at: now, ending }] }]);
  await setHangingUp.run(tx, callKeyOf(callRefOf(call)));
  return ended ?? call;
}

/** How long (ms) a request waits for the engine and the recording, which take less than a tenth of it after a talk of minutes. */
const patience = 1_000;

/**
 * Waits until the staff member of a live call can be called again. The call has ended, whether or not the wait succeeds; test
 * calls make nobody busy.
 */
export async function waitForRelease(db: Database, call: CallRef): Promise<void> {
  if (call.isTest) return;
  try {
    await waitUntil(async () => !(await findOpenCall.first(db, callKeyOf(call))), patience);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
