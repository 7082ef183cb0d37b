import type { Tx } from '../database/connect.ts';
import type { CallRef, EngineCall, EngineEvent } from '../engine/engine.ts';
import { recordEvents } from '../events/record-events.ts';
import { noteRecordings } from '../recordings/note-recordings.ts';
import type { Recording } from '../recordings/recording.ts';
import { callEvent } from './call-event.ts';
import type { Signal } from './call-state.ts';
import { changeCalls } from './change-calls.ts';
import { engineCallOf, keyOf, refOf } from './engine-call.ts';
import { type LockedCall, lockCalls } from './lock-calls.ts';
import { type CallRow, closeCalls, insertReturnedCall } from './queries.ts';

/** One thing to do for one call. Each may be asked for twice: what is done already stays as it is. */
export type Task = CallRef &
  /** `isOver` says that the engine knows nothing more of the call. */
  (
    | { kind: 'signal'; signal: Signal; isOver: boolean }
    | { kind: 'keep recording'; recording: Recording; source: string }
  );
export type Arrival = Extract<EngineEvent, { kind: 'arrived' }>;

/** What the engine is to be told once the transaction has committed. */
export type Performed = {
  received: { ref: string; call: EngineCall }[];
  /** Calls that another node drives. */
  strangers: CallRef[];
  /** Calls that have ended for us while the engine still has them. */
  unwanted: CallRef[];
  /** Recordings that their calls have now. */
  kept: CallRef[];
  /** Recordings of calls that for us nobody answered. */
  unheard: CallRef[];
};

/** Does all of it in this transaction, for the calls that are this node's. */
export async function performTasks(tx: Tx, nodeId: string, items: (Task | Arrival)[]): Promise<Performed> {
  const arrivals = items.filter((item) => item.kind === 'arrived');
  const byCall = Map.groupBy(
    items.filter((item) => item.kind !== 'arrived'),
    ({ callId }) => callId,
  );
  const [received, locked] = await Promise.all([
    Promise.all(arrivals.map((arrival) => receive(tx, nodeId, arrival))),
    byCall.size > 0
      ? lockCalls(
          tx,
          [...byCall.values()].map(([first]) => first as Task),
        )
      : [],
  ]);

  const found = locked.map((call) => ({ call, tasks: byCall.get(call.call_id) ?? [] }));
  const own = found.filter(({ call }) => call.node_id === nodeId);
  const changes = own.map(({ call, tasks }) => ({
    call,
    signals: tasks.flatMap((task) => (task.kind === 'signal' ? [task.signal] : [])),
    recording: tasks.find((task) => task.kind === 'keep recording')?.recording,
  }));
  const over = own.filter(({ tasks }) => tasks.some(isOver)).map(({ call }) => call.call_id);
  const [changed] = await Promise.all([
    changeCalls(tx, changes),
    over.length > 0 && closeCalls.run(tx, { node_id: nodeId, call_ids: over }),
  ]);

  const recorded = changed.filter((_call, i) => changes[i]?.recording);
  const kept = changed.filter(({ recording }, i) => recording && recording === changes[i]?.recording);
  await noteRecordings(tx, kept);

  return {
    received: received.flatMap((one) => one ?? []),
    strangers: found.flatMap(({ call }) => (call.node_id && call.node_id !== nodeId ? [refOf(call)] : [])),
    kept: kept.map(refOf),
    unheard: recorded.filter((call) => !kept.includes(call)).map(refOf),
    unwanted: found.flatMap(({ call, tasks }) => (isUnwanted(call, tasks) ? [refOf(call)] : [])),
  };
}

const isOver = (task: Task) => task.kind === 'signal' && task.isOver;

/** News of a call that nobody waits for any more, and that is not its end. */
const isUnwanted = (call: LockedCall, tasks: Task[]) =>
  call.ended_at !== null && tasks.some(({ kind }) => kind === 'signal') && !tasks.some(isOver);

/** The end of a call that no engine has. */
export function lost(reason: 'engine_error' | 'system_recovered', at: Date): Signal {
  return { kind: 'ended', at, ending: { status: 'failed', reason, hangupBy: 'system' } };
}

/** Takes in a call that comes in, unless it has come in before. */
async function receive(tx: Tx, nodeId: string, { ref, from, to }: Arrival) {
  if (!('returns' in to)) throw new Error('Nobody has a number that could be called yet.');
  const { call_id: returned_call_id, ...owner } = keyOf(to.returns);
  const row = await insertReturnedCall.first(tx, { ...owner, returned_call_id, ref, from, node_id: nodeId });
  if (!row) return undefined;
  const call = row as CallRow;
  await recordEvents(tx, call.tenant_id, [callEvent('call.initiated', call)]);
  return { ref, call: engineCallOf({ ...call, staff_phone: null, caller_id: null, trunk_id: null }) };
}
