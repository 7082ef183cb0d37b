import { blockedAmong } from '../blocked-numbers/clear-reasons.ts';
import { countSharing } from '../customers/erase-customers.ts';
import type { Queryable } from '../database/sql.ts';
import { countInsights } from '../insights/count-insights.ts';
import { callRefOf } from '../platform/call-ref.ts';
import type { TenantId } from '../platform/ids.ts';
import { deliveriesOf } from '../webhooks/deliveries/erase-deliveries.ts';
import { type EventPage, eventPage, firstEvent, namesOf, type SoughtCopies } from './copies-of-person.ts';
import type { KeptAnswers } from './erase-answers.ts';
import { isChanged } from './erase-events.ts';
import type { Person } from './find-person.ts';
import type { ErasedCounts, KeptCounts } from './queries.ts';

export type Counts = { erased: ErasedCounts; kept: KeptCounts };

/** Counts what an erasure would remove, and changes nothing. */
export async function previewErasure(
  db: Queryable,
  answers: KeptAnswers,
  tenantId: TenantId,
  person: Person,
): Promise<Counts> {
  const { erased, kept } = await countRows(db, tenantId, person);
  const callIds = namesOf(person.calls.map(({ call_id }) => call_id));
  let sought: SoughtCopies = { callIds, customerIds: person.customerIds, numbers: person.numbers };
  let page: EventPage | undefined;
  do {
    page = await eventPage(db, tenantId, sought, page?.last ?? firstEvent);
    const changed = page.events.filter(isChanged);
    erased.events += changed.length;
    erased.deliveries += (await deliveriesOf(db, tenantId, changed)).length;
    sought = { ...sought, customerIds: page.customerIds };
  } while (page.last !== undefined);
  for await (const found of answers.about(db, tenantId, sought)) erased.kept_answers += found.length;
  return { erased, kept };
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
