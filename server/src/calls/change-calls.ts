import type { Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import { callEvent } from './call-event.ts';
import { applySignal, type CallState, countedState, type Signal } from './call-state.ts';
import { type CallRow, updateCall } from './queries.ts';

/**
 * The one way in which a call changes: its row, the counts, its events and their sequence, all in this transaction. The
 * calls are locked by whoever hands them in; each comes back as it is now.
 */
export async function changeCalls<C extends CallRow>(tx: Tx, changes: { call: C; signals: Signal[] }[]): Promise<C[]> {
  const changed = changes.map(({ call: before, signals }) => {
    let call = before;
    const events = [];
    for (const signal of signals)
      for (const { state, event } of applySignal(call, signal)) {
        call = { ...call, ...state, sequence: call.sequence + (event ? 1 : 0) };
        if (event) events.push({ tenantId: call.tenant_id, event: callEvent(event, call) });
      }
    return { before, call, events, isChanged: call !== before };
  });

  await Promise.all([
    ...changed.flatMap(({ before, call, isChanged }) => (isChanged ? [writeChange(tx, before, call)] : [])),
    ...Map.groupBy(
      changed.flatMap(({ events }) => events),
      ({ tenantId }) => tenantId,
    )
      .entries()
      .map(([tenantId, events]) =>
        recordEvents(
          tx,
          tenantId,
          events.map(({ event }) => event),
        ),
      ),
  ]);
  return changed.map(({ call }) => call);
}

async function writeChange(tx: Tx, before: CallRow, call: CallRow): Promise<void> {
  const counts = countChanges(before, call);
  await updateCall.run(tx, {
    ...call,
    quarter: Math.floor(call.initiated_at.getTime() / 900_000),
    staff_ids: counts.map(({ staffId }) => staffId),
    states: counts.map(({ state }) => state),
    ns: counts.map(({ n }) => n),
    durations: counts.map(({ duration }) => duration),
  });
}

type Counted = Pick<CallState, 'status' | 'ended_at' | 'duration_seconds'> & { staff_id: number | null };

/** What leaves the place where the call was counted, and what comes to where it is counted now. */
function countChanges(before: Counted, after: Counted) {
  const [left, come] = [countOf(before, -1), countOf(after, 1)];
  return left.state === come.state && left.staffId === come.staffId ? [] : [left, come];
}

const countOf = (call: Counted, n: 1 | -1) => ({
  staffId: call.staff_id ?? 0,
  state: countedState(call),
  n,
  duration: n * (call.duration_seconds ?? 0),
});
