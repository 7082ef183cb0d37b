import type { Tx } from '../../database/connect.ts';
import type { EngineCall, Refusal } from '../../engine/engine.ts';
import { type CallRef, callKeysOf, callRefOf } from '../../platform/call-ref.ts';
import type { NodeId } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import type { CallRow } from '../state/call-row.ts';
import type { Signal } from '../state/call-state.ts';
import { changeCalls } from '../state/change-calls.ts';
import { engineCallOf } from '../state/engine-call.ts';
import { type LockedCall, lockCalls } from '../state/lock-calls.ts';
import { claimStaff, closeCalls } from '../state/queries.ts';
import { type Arrival, type ReceivedCall, receiveCall } from './receive-call.ts';

/** An event of a call. Repeated events change nothing. */
export type CallTask = CallRef & {
  kind: 'signal';
  signal: Signal;
  /** The engine has nothing left of the call. */
  isOver: boolean;
  /** The recording. It comes with the end, which decides whether the recording may be kept. */
  kept?: KeptRecording | undefined;
};
export type KeptRecording = {
  /** The value for the call's `recording` column. */
  recording: object;
  /** The engine's file. */
  source: string;
};

/** Runs in the transaction that gives calls their recording, and sends its statements at once: COMMIT follows them. */
export type OnRecorded = (tx: Tx, calls: CallRow[]) => Promise<void>;

/** The requests to the engine after the transaction has committed. */
export type Performed = {
  received: { ref: string; call: EngineCall }[];
  /** Arrivals for a number that no tenant has. */
  refused: { arrival: Arrival; why: Refusal }[];
  /** Calls that another node drives. */
  strangers: CallRef[];
  /** Calls that have ended in the database while the engine still has them. */
  unwanted: CallRef[];
  /** Calls whose recording was stored. */
  kept: CallRef[];
  /** Unanswered calls that have a recording, which must be deleted. */
  unheard: CallRef[];
};

/** Performs all tasks in this transaction, for the calls of this node. */
export async function performTasks(
  tx: Tx,
  nodeId: NodeId,
  items: (CallTask | Arrival)[],
  onRecorded: OnRecorded,
): Promise<Performed> {
  const arrivals = items.filter((item) => item.kind === 'arrived');
  const byCall = Map.groupBy(
    items.filter((item) => item.kind !== 'arrived'),
    ({ callId }) => callId,
  );
  const [receptions, locked] = await Promise.all([
    Promise.all(arrivals.map(async (arrival) => ({ arrival, ...(await receiveCall(tx, nodeId, arrival)) }))),
    byCall.size > 0
      ? lockCalls(
          tx,
          [...byCall.values()].map(([first]) => present(first)),
        )
      : [],
  ]);

  const found = locked.map((call) => ({ call, tasks: byCall.get(call.call_id) ?? [] }));
  const own = found.filter(({ call }) => call.node_id === nodeId);
  const changes = own.map(({ call, tasks }) => ({
    call,
    signals: tasks.map(({ signal }) => signal),
    recording: tasks.find(({ kept }) => kept)?.kept?.recording,
  }));
  const over = own.filter(({ tasks }) => tasks.some(isOver)).map(({ call }) => call.call_id);
  const changed = changeCalls(tx, changes);
  if (over.length > 0) tx.alongCommit(closeCalls.run(tx, { node_id: nodeId, call_ids: over }));

  const recorded = changed.filter((_call, i) => changes[i]?.recording);
  const kept = changed.filter(({ recording }, i) => recording && recording === changes[i]?.recording);
  tx.alongCommit(onRecorded(tx, kept));
  const received = receptions.filter((one) => one.kind === 'received');
  const taken = changed.filter((call, i) => call.staff_id !== changes[i]?.call.staff_id);
  const unclaimed = await claim(tx, [...received.map(({ call }) => call), ...taken]);

  return {
    received: received.map(({ arrival, call }) => ({ ref: arrival.ref, call: toEngine(call, unclaimed) })),
    refused: receptions.flatMap((one) => (one.kind === 'refused' ? [{ arrival: one.arrival, why: one.why }] : [])),
    strangers: found.flatMap(({ call }) => (call.node_id && call.node_id !== nodeId ? [callRefOf(call)] : [])),
    kept: kept.map(callRefOf),
    unheard: recorded.filter((call) => !kept.includes(call)).map(callRefOf),
    unwanted: found.flatMap(({ call, tasks }) => (isUnwanted(call, tasks) ? [callRefOf(call)] : [])),
  };
}

const isOver = (task: CallTask) => task.isOver;

/** Whether the call has ended in the database, but the engine still reports other events than its end. */
const isUnwanted = (call: LockedCall, tasks: CallTask[]) =>
  call.ended_at !== null && tasks.length > 0 && !tasks.some(isOver);

export function lost(reason: 'engine_error' | 'system_recovered', at: Date): Signal {
  return { kind: 'ended', at, ending: { status: 'failed', reason, hangupBy: 'system' } };
}

/**
 * Assigns open calls to their staff members, and returns those for which that failed because an outbound call for the same
 * staff member was accepted at this moment. The staff member who answers gets the call anyway, but does not count as busy.
 */
async function claim(tx: Tx, calls: CallRow[]): Promise<Set<string>> {
  const owned = calls.flatMap(({ staff_id, ...call }) => (staff_id === null ? [] : [{ ...call, staff_id }]));
  if (owned.length === 0) return new Set();
  const claims = await claimStaff.all(tx, {
    ...callKeysOf(owned.map(callRefOf)),
    staff_ids: owned.map(({ staff_id }) => staff_id),
  });
  return new Set(claims.flatMap(({ call_id, is_claimed }) => (is_claimed ? [] : [call_id])));
}

/** The only staff member to ring may have started another call meanwhile. */
function toEngine(call: ReceivedCall, unclaimed: Set<string>): EngineCall {
  const one = { ...engineCallOf(call), isAllStaffBusy: call.is_all_staff_busy };
  return unclaimed.has(call.call_id) ? { ...one, staff: [], isAllStaffBusy: true } : one;
}
