import type { Tx } from '../database/connect.ts';
import { type NewEvent, recordEvents } from '../events/record-events.ts';
import { callEvent } from './call-event.ts';
import { applySignal, countedState, type Signal } from './call-state.ts';
import { type CallRow, type Count, writeCalls } from './queries.ts';

export type Change<C extends CallRow> = {
  call: C;
  signals: Signal[];
  /** What was recorded; only a talk or a message is kept. */
  recording?: object | undefined;
};

/**
 * The one way in which calls change: their rows, the counts, the events and their sequence, all in this transaction. The
 * calls are locked by whoever hands them in; each comes back as it is now.
 */
export async function changeCalls<C extends CallRow>(tx: Tx, changes: Change<C>[]): Promise<C[]> {
  const outcomes = changes.map(({ call: before, signals, recording }) => {
    let call = before;
    const events: NewEvent[] = [];
    for (const signal of signals)
      for (const { state, event } of applySignal(call, signal)) {
        call = { ...call, ...state, sequence: call.sequence + (event ? 1 : 0) };
        if (event) events.push(callEvent(event, call));
      }
    if (recording && mayBeHeard(call)) call = { ...call, recording };
    return { before, call, events };
  });

  const changed = outcomes.filter(({ before, call }) => call !== before);
  const byTenant = Map.groupBy(changed, ({ call }) => call.tenant_id);
  await Promise.all([
    changed.length > 0 &&
      writeCalls.run(tx, {
        calls: changed.map(({ call: { metadata: _, ...call } }) => call),
        counts: changed.flatMap(({ before, call }) => countChanges(before, call)),
      }),
    ...byTenant.entries().map(([tenantId, ofTenant]) =>
      recordEvents(
        tx,
        tenantId,
        ofTenant.flatMap(({ events }) => events),
      ),
    ),
  ]);
  return outcomes.map(({ call }) => call);
}

/** Where nobody answered and nobody left a message, what was recorded is nobody's business. */
const mayBeHeard = ({ answered_at, status }: CallRow) => answered_at !== null || status === 'voicemail';

/** What leaves the place where the call was counted, and what comes to where it is counted now. */
function countChanges(before: CallRow, after: CallRow): Count[] {
  const [left, come] = [countOf(before, -1), countOf(after, 1)];
  return left.state === come.state && left.staff_id === come.staff_id ? [] : [left, come];
}

function countOf(call: CallRow, n: 1 | -1): Count {
  const { tenant_id, is_test, staff_id, project_id, call_type, duration_seconds } = call;
  const quarter = Math.floor(call.initiated_at.getTime() / 900_000);
  const state = countedState(call);
  return {
    ...{ tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n },
    duration_seconds: n * (duration_seconds ?? 0),
  };
}
