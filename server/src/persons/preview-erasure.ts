import { blockedAmong } from '../blocked-numbers/clear-reasons.ts';
import { countSharing } from '../customers/erase-customers.ts';
import type { Queryable } from '../database/sql.ts';
import { countInsights } from '../insights/count-insights.ts';
import { callRefOf } from '../platform/call-ref.ts';
import type { EventId, TenantId } from '../platform/ids.ts';
import { deliveriesOf } from '../webhooks/deliveries/erase-deliveries.ts';
import { type EventPage, eventPage, firstEvent, namesOf, type SoughtCopies } from './copies-of-person.ts';
import { answersToErase, type KeptAnswers } from './erase-answers.ts';
import { isChanged } from './erase-events.ts';
import type { Person } from './find-person.ts';
import type { ErasedCounts, KeptCounts } from './queries.ts';

export type Counts = { erased: ErasedCounts; kept: KeptCounts };

/** `isComplete`: otherwise the counts of events, deliveries and kept answers are minimums. */
export type Preview = Counts & { isComplete: boolean };

// No index finds copies of a person, so a preview reads the events and kept answers of the tenant. More than this would take
// longer than a person waits; an erasure reads all of them.
const mostEventPages = 25;
const mostAnswerPages = 20;

/** Counts what an erasure would remove, and changes nothing. */
export async function previewErasure(
  db: Queryable,
  answers: KeptAnswers,
  tenantId: TenantId,
  person: Person,
): Promise<Preview> {
  const { erased, kept } = await countRows(db, tenantId, person);
  const callIds = namesOf(person.calls.map(({ call_id }) => call_id));
  const sought: SoughtCopies = { callIds, customerIds: person.customerIds, numbers: person.numbers };
  const { events, deliveries, customerIds, ...searched } = await countEvents(db, tenantId, sought);
  const kept_answers = await countAnswers(answersToErase(db, answers, tenantId, { ...sought, customerIds }));
  return {
    erased: { ...erased, events, deliveries, kept_answers: kept_answers.found },
    kept,
    isComplete: searched.isComplete && kept_answers.isComplete,
  };
}

async function countEvents(db: Queryable, tenantId: TenantId, sought: SoughtCopies) {
  const counted = { events: 0, deliveries: 0, customerIds: sought.customerIds, isComplete: true };
  let after: EventId | undefined = firstEvent;
  for (let pages = 0; after !== undefined; pages++) {
    if (pages === mostEventPages) return { ...counted, isComplete: false };
    const page: EventPage = await eventPage(db, tenantId, { ...sought, customerIds: counted.customerIds }, after);
    // The pages before may have events of a customer that this page reveals.
    if (pages > 0 && page.customerIds.length > counted.customerIds.length) counted.isComplete = false;
    const changed = page.events.filter(isChanged);
    counted.events += changed.length;
    counted.deliveries += (await deliveriesOf(db, tenantId, changed)).length;
    counted.customerIds = page.customerIds;
    after = page.last;
  }
  return counted;
}

async function countAnswers(pages: AsyncIterable<unknown[]>) {
  let found = 0;
  let read = 0;
  for await (const page of pages) {
    if (read++ === mostAnswerPages) return { found, isComplete: false };
    found += page.length;
  }
  return { found, isComplete: true };
}

/** The counts that need no search through copies. */
export async function countRows(db: Queryable, tenantId: TenantId, person: Person): Promise<Counts> {
  const { customers, customerIds, numbers, calls } = person;
  const count = (is: (call: Person['calls'][number]) => boolean) => calls.filter(is).length;
  const refs = calls.map((call) => callRefOf({ ...call, tenant_id: tenantId }));
  const { transcripts, summaries } = await countInsights(db, refs);
  return {
    erased: {
      customers: customers.length,
      test_calls: count(({ is_test }) => is_test),
      live_calls: count(({ is_test }) => !is_test),
      recordings: count(({ is_recorded }) => is_recorded),
      transcripts,
      summaries,
      notes: count(({ is_noted }) => is_noted),
      events: 0,
      deliveries: 0,
      kept_answers: 0,
    },
    kept: {
      blocked_numbers: (await blockedAmong(db, tenantId, numbers)).length,
      other_customers: await countSharing(db, tenantId, numbers, customerIds),
    },
  };
}
