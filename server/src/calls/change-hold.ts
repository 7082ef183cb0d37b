import type { Tx } from '../database/connect.ts';
import { type CallChange, lastChange } from '../engine/engine.ts';
import { callKeyOf, callRefOf } from '../platform/call-ref.ts';
import { problem, validationFailed } from '../platform/problem.ts';
import { holdChanges } from './state/call-state.ts';
import { changeCalls } from './state/change-calls.ts';
import type { LockedCall } from './state/lock-calls.ts';
import { setChangeDue } from './state/queries.ts';

/** The row of the call stores every change, and must stay small. */
const mostChanges = 500;

/**
 * Puts a call on hold, or resumes it, in this transaction; the caller of this function has locked the call. Returns the change
 * to pass to the engine, or undefined if the call is already in the wanted state. If the node dies before it passes the change
 * on, the node that takes over the call does so.
 */
export async function changeHold(
  tx: Tx,
  call: LockedCall,
  kind: CallChange['kind'],
  now: Date,
): Promise<CallChange | undefined> {
  if (call.status !== 'connected' || call.ended_at) throw problem('not_connected');
  if (kind === 'hold' && holdChanges(call) >= mostChanges) throw heldTooOften();
  const signal = { kind: kind === 'hold' ? 'held' : 'resumed', at: now } as const;
  const [changed = call] = changeCalls(tx, [{ call, signals: [signal] }]);
  const change = lastChange(changed.hold_times ?? []);
  if (change.number === holdChanges(call)) return undefined;
  await setChangeDue.run(tx, { ...callKeyOf(callRefOf(call)), number: change.number });
  return change;
}

const heldTooOften = () =>
  validationFailed([
    { field: 'callId', code: 'limit_reached', message: `A call can be put on hold at most ${mostChanges / 2} times.` },
  ]);
