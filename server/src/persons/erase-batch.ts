import { clearReasons } from '../blocked-numbers/clear-reasons.ts';
import { foldLabelCounts } from '../calls/listing/fold-call-counts.ts';
import { eraseCalls } from '../calls/state/erase-calls.ts';
import type { Database, Tx } from '../database/connect.ts';
import { forgetInsights } from '../insights/jobs/forget-insights.ts';
import { type CallRef, callRefOf } from '../platform/call-ref.ts';
import { type ErasureId, idOf, type TenantId } from '../platform/ids.ts';
import { markRecordingsErased, removeErasedFiles } from '../recordings/erase-recordings.ts';
import type { Stores } from '../recordings/library.ts';
import { eventPage, firstEvent, namesOf, type SoughtCopies } from './copies-of-person.ts';
import { eraseAnswers, type KeptAnswers } from './erase-answers.ts';
import { eraseEvents } from './erase-events.ts';
import { continueErasure, finishErasure, lockErasure, type OpenErasure, touchErasure } from './queries.ts';

// An erasure is done in batches, each in its own short transaction, which notes how far it is. So it locks a few calls at a
// time, and any node can continue it after a kill.
//
//   customers ──► calls ──► events ──► answers ──► files ──► finished
//   (at its begin)
//
// Calls come before their copies: whatever writes a copy of a call locks the call first, so every copy with the person is
// committed when the search for copies begins, and a later copy is made from the erased call. The same holds for customers.

export type ErasureParts = { stores: Stores; answers: KeptAnswers };
export type ErasureKey = { tenantId: TenantId; erasureId: ErasureId };

const callsAtOnce = 200;

/** Does the next batch, and less if the signal aborts. `elsewhere`: only a node with the store of the recordings can go on. */
export async function eraseBatch(
  db: Database,
  parts: ErasureParts,
  { tenantId, erasureId }: ErasureKey,
  signal?: AbortSignal,
): Promise<'more' | 'finished' | 'elsewhere'> {
  const key = { tenant_id: tenantId, erasure_id: erasureId };
  const open = await db.transaction(async (tx) => {
    const erasure = await lockErasure.first(tx, key);
    if (!erasure || erasure.step === 'files') return erasure;
    await continueErasure.run(tx, { ...key, ...(await performStep(tx, parts, erasure)) });
    return 'more' as const;
  });
  if (open === 'more') return open;
  if (!open) return 'finished';
  // No transaction waits for a disk or a store. Removing files twice is harmless.
  const removed = await removeErasedFiles(db, parts.stores, callsIn(open), signal);
  if (removed === 'more') await touchErasure.run(db, key);
  if (removed !== 'all') return removed;
  await foldLabelCounts(db); // The changes of the counts name the tags.
  await finishErasure.run(db, key);
  return 'finished';
}

/** An erasure that is not finished has everything that the steps need. */
type Open = {
  [K in keyof OpenErasure]: K extends 'done_up_to' | 'finished_at' ? OpenErasure[K] : NonNullable<OpenErasure[K]>;
};
/** How far the erasure is after a batch. */
type Progress = Pick<Open, 'step' | 'done_up_to' | 'erased' | 'customer_ids'>;

function performStep(tx: Tx, { answers }: ErasureParts, erasure: OpenErasure): Promise<Progress> {
  const open = erasure as Open;
  if (open.step === 'calls') return eraseSomeCalls(tx, open);
  return open.step === 'events' ? eraseSomeEvents(tx, open) : eraseAllAnswers(tx, open, answers);
}

async function eraseSomeCalls(tx: Tx, erasure: Open): Promise<Progress> {
  const { tenant_id: tenantId, done_up_to, numbers, erased, customer_ids } = erasure;
  const left = callsIn(erasure).filter(({ callId }) => done_up_to === null || callId > done_up_to);
  const batch = left.slice(0, callsAtOnce);
  const last = batch.at(-1);
  if (!last) {
    await clearReasons(tx, tenantId, numbers);
    return { step: 'events', done_up_to: null, erased, customer_ids };
  }
  await eraseCalls(tx, batch);
  await Promise.all([markRecordingsErased(tx, batch), forgetInsights(tx, batch)]);
  return { step: 'calls', done_up_to: last.callId, erased, customer_ids };
}

async function eraseSomeEvents(tx: Tx, erasure: Open): Promise<Progress> {
  const { tenant_id: tenantId, done_up_to, erased } = erasure;
  const after = done_up_to === null ? firstEvent : idOf('event', done_up_to);
  const { events: found, last, customerIds } = await eventPage(tx, tenantId, copiesOf(erasure), after);
  // Earlier pages may have events of a customer that this page reveals: they are read again.
  if (done_up_to !== null && customerIds.length > erasure.customer_ids.length)
    return {
      step: 'events',
      done_up_to: null,
      erased: { ...erased, events: 0, deliveries: 0 },
      customer_ids: customerIds,
    };
  const { events, deliveries } = await eraseEvents(tx, tenantId, found);
  return {
    step: last ? 'events' : 'answers',
    done_up_to: last ?? null,
    erased: { ...erased, events: erased.events + events, deliveries: erased.deliveries + deliveries },
    customer_ids: customerIds,
  };
}

async function eraseAllAnswers(tx: Tx, erasure: Open, answers: KeptAnswers): Promise<Progress> {
  const { tenant_id: tenantId, erased, customer_ids } = erasure;
  const kept_answers = await eraseAnswers(tx, answers, tenantId, copiesOf(erasure));
  return { step: 'files', done_up_to: null, erased: { ...erased, kept_answers }, customer_ids };
}

const copiesOf = (erasure: Open): SoughtCopies => ({
  callIds: namesOf(callsIn(erasure).map(({ callId }) => callId)),
  customerIds: erasure.customer_ids,
  numbers: erasure.numbers,
});

/** All calls of an erasure, in the order of their ids. */
function callsIn({ tenant_id, test_call_ids, live_call_ids }: OpenErasure): CallRef[] {
  const refs = (ids: OpenErasure['test_call_ids'], is_test: boolean) =>
    (ids ?? []).map((call_id) => callRefOf({ tenant_id, is_test, call_id }));
  return [...refs(test_call_ids, true), ...refs(live_call_ids, false)].sort((a, b) => (a.callId < b.callId ? -1 : 1));
}
