import type { Tx } from '../../database/connect.ts';
import type { EventType } from '../../events/event-types.ts';
import { type NewEvent, recordEvents } from '../../events/record-events.ts';
import { callEvent } from './call-event.ts';
import type { CallRow } from './call-row.ts';
import { callSpan } from './call-span.ts';
import { applySignal, countedState, type Signal } from './call-state.ts';
import { quarterOf } from './quarters.ts';
import { type Count, writeCalls } from './queries.ts';
import type { Talk } from './talk-ratio.ts';

export type CallUpdate<C extends CallRow> = {
  call: C;
  signals: Signal[];
  /** The recording; stored only for a conversation or a message. */
  recording?: object | undefined;
  /** The talking time of each party. */
  talk?: Talk | undefined;
  /** A change not caused by an engine signal. */
  event?: EventType | undefined;
};

/**
 * Applies signals and results to calls: their rows, the counts, the events and their sequence, all in this transaction. The
 * caller of this function has locked the calls; each is returned in its new state.
 */
export function changeCalls<C extends CallRow>(tx: Tx, changes: CallUpdate<C>[]): C[] {
  const outcomes = changes.map(({ call: before, signals, recording, talk, event: beside }) => {
    let call = before;
    const keepRecording = () => {
      if (recording && isPlayable(call)) call = { ...call, recording };
    };
    const events: NewEvent[] = [];
    const happen = (event: EventType) => {
      call = { ...call, sequence: call.sequence + 1 };
      events.push(callEvent(event, call));
    };
    for (const signal of signals)
      for (const { state, event } of applySignal(call, signal)) {
        // A step is a copy of the whole call from before the signal, with its old sequence.
        call = { ...call, ...state, sequence: call.sequence };
        if (call.ended_at) keepRecording(); // The event of the end says so.
        if (event) happen(event);
      }
    keepRecording();
    if (talk) call = { ...call, ...talk };
    if (beside) happen(beside);
    return { before, call, events };
  });

  const changed = outcomes.filter(({ before, call }) => call !== before);
  if (changed.length > 0)
    tx.alongCommit(
      writeCalls.run(tx, {
        calls: changed.map(({ call: { metadata: _, note: __, ...call } }) => call),
        counts: changed.flatMap(({ before, call }) => countChanges(before, call)),
      }),
    );
  for (const { before, call } of tx.trace ? changed : []) {
    const { ended_at } = call;
    if (ended_at && !before.ended_at) tx.trace?.record(callSpan({ ...call, ended_at }));
  }
  for (const [tenantId, ofTenant] of Map.groupBy(changed, ({ call }) => call.tenant_id)) {
    const events = ofTenant.flatMap(({ events }) => events);
    tx.alongCommit(recordEvents(tx, tenantId, events));
  }
  return outcomes.map(({ call }) => call);
}

/** For privacy, a recording is kept only if the call was answered or the caller left a message. */
const isPlayable = ({ answered_at, status }: CallRow) => answered_at !== null || status === 'voicemail';

/** The count that the call leaves, and the count that it enters. */
function countChanges(before: CallRow, after: CallRow): Count[] {
  const [removed, added] = [countOf(before, -1), countOf(after, 1)];
  const isElsewhere = removed.state !== added.state || removed.staff_id !== added.staff_id;
  const hasTalk =
    removed.staff_talk_ms + added.staff_talk_ms !== 0 || removed.customer_talk_ms + added.customer_talk_ms !== 0;
  return isElsewhere || hasTalk ? [removed, added] : [];
}

function countOf(call: CallRow, n: 1 | -1): Count {
  const { tenant_id, is_test, staff_id, project_id, call_type, duration_seconds, staff_talk_ms, customer_talk_ms } =
    call;
  const quarter = quarterOf(call.initiated_at);
  const state = countedState(call);
  return {
    ...{ tenant_id, is_test, quarter, staff_id, project_id, call_type, state, n },
    duration_seconds: n * (duration_seconds ?? 0),
    staff_talk_ms: n * (staff_talk_ms ?? 0),
    customer_talk_ms: n * (customer_talk_ms ?? 0),
  };
}
