import { clearReasons } from '../blocked-numbers/clear-reasons.ts';
import { eraseCalls } from '../calls/state/erase-calls.ts';
import type { Database, Tx } from '../database/connect.ts';
import { forgetInsights } from '../insights/jobs/forget-insights.ts';
import { type CallRef, callRefOf } from '../platform/call-ref.ts';
import { type ErasureId, type EventId, idOf, type TenantId } from '../platform/ids.ts';
import { markRecordingsErased, removeErasedFiles } from '../recordings/erase-recordings.ts';
import type { Stores } from '../recordings/library.ts';
import { eventPage, firstEvent, namesOf } from './copies-of-person.ts';
import { eraseAnswers, type KeptAnswers } from './erase-answers.ts';
import { eraseEvents } from './erase-events.ts';
import { continueErasure, finishErasure, lockErasure, type OpenErasure, type Step } from './queries.ts';

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

/** Does the next batch. `elsewhere`: only a node with the store of the recordings can go on. */
export async function eraseBatch(
  db: Database,
  parts: ErasureParts,
  { tenantId, erasureId }: ErasureKey,
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
  if (!(await removeErasedFiles(db, parts.stores, callsIn(open)))) return 'elsewhere';
  await finishErasure.run(db, key);
  return 'finished';
}

type Progress = { step: Step; done_up_to: string | null } & Pick<Required, 'customer_ids'> &
  Pick<OpenErasure, 'erased'>;
type Required = { [K in keyof OpenErasure]: NonNullable<OpenErasure[K]> };

async function performStep(tx: Tx, { answers }: ErasureParts, erasure: OpenErasure): Promise<Progress> {
  const { tenant_id: tenantId, erased, done_up_to, numbers, customer_ids } = erasure as Required;
  const same = { erased, customer_ids };
  if (erasure.step === 'calls') {
    const batch = callsIn(erasure)
      .filter(({ callId }) => done_up_to === null || callId > done_up_to)
      .slice(0, callsAtOnce);
    const last = batch.at(-1);
    if (!last) {
      await clearReasons(tx, tenantId, numbers);
      return { ...same, step: 'events', done_up_to: null };
    }
    await eraseCalls(tx, batch);
    await Promise.all([markRecordingsErased(tx, batch), forgetInsights(tx, batch)]);
    return { ...same, step: 'calls', done_up_to: last.callId };
  }
  const callIds = namesOf(callsIn(erasure).map(({ callId }) => callId));
  if (erasure.step === 'events') {
    const after = done_up_to === null ? firstEvent : (idOf('event', done_up_to) as EventId);
    const sought = { callIds, customerIds: customer_ids, numbers };
    const page = await eventPage(tx, tenantId, sought, after);
    const { events, deliveries } = await eraseEvents(tx, tenantId, page.events);
    const counts = { ...erased, events: erased.events + events, deliveries: erased.deliveries + deliveries };
    const next = page.last ? 'events' : 'answers';
    return { step: next, done_up_to: page.last ?? null, erased: counts, customer_ids: page.customerIds };
  }
  const changed = await eraseAnswers(tx, answers, tenantId, { callIds, customerIds: customer_ids });
  const counts = { ...erased, kept_answers: erased.kept_answers + changed };
  return { step: 'files', done_up_to: null, erased: counts, customer_ids };
}

/** All calls of an erasure, in the order of their ids. */
function callsIn({ tenant_id, test_call_ids, live_call_ids }: OpenErasure): CallRef[] {
  const refs = (ids: OpenErasure['test_call_ids'], is_test: boolean) =>
    (ids ?? []).map((id) => callRefOf({ tenant_id, is_test, call_id: idOf('call', id) }));
  return [...refs(test_call_ids, true), ...refs(live_call_ids, false)].sort((a, b) => (a.callId < b.callId ? -1 : 1));
}
