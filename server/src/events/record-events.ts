import type { Tx } from '../database/connect.ts';
import { JsonText, statement } from '../database/sql.ts';
import { type EventId, idOf, type TenantId, uuidv7 } from '../platform/ids.ts';
import type { EventType } from './event-types.ts';

export type NewEvent = {
  type: EventType;
  isTest: boolean;
  data: object;
  /** The data as JSON, if it is already serialized. */
  json?: string;
  /** The trace that its deliveries belong to; by default that of the transaction. */
  traceparent?: string | null;
  /** By default a new one. */
  eventId?: EventId | undefined;
};

export const newEventId = () => idOf('event', uuidv7());

/**
 * Records events in the transaction of their cause, and queues them for every subscribed webhook: an event exists, and is
 * delivered, if and only if its cause commits.
 */
export async function recordEvents(tx: Tx, tenantId: TenantId, events: NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const recorded = await insertEvents.first(tx, {
    tenant_id: tenantId,
    event_ids: events.map(({ eventId }) => eventId ?? newEventId()),
    types: events.map(({ type }) => type),
    tests: events.map(({ isTest }) => isTest),
    data: new JsonText(`[${events.map(({ data, json }) => json ?? JSON.stringify(data)).join()}]`),
    traceparents: events.map(({ traceparent }) => traceparent ?? tx.trace?.traceparent ?? ''),
  });
  if (recorded?.is_awaited) tx.announce('deliveries');
}

// The transaction may have begun long before, and waited for a lock: its `now()` would be before the times in `data`.
// A delivery's id contains the same moment as its `created_at`, so a period is a range of ids. A field that is missing in
// `data` passes no filter on it; filters on call statuses do not apply to customers.
const insertEvents = statement({
  name: 'insert_events',
  takes: {
    tenant_id: 'int8',
    event_ids: 'uuid[]',
    types: 'text[]',
    tests: 'bool[]',
    data: 'json',
    traceparents: 'text[]',
  },
  gives: { is_awaited: 'bool' },
  sql: `
    with happened as materialized (
      select event_id, type, is_test, data, traceparent, position
      from rows from (unnest(:event_ids::uuid[]), unnest(:types::text[]), unnest(:tests::bool[]), json_array_elements(:data),
          unnest(:traceparents::text[]))
        with ordinality as e (event_id, type, is_test, data, traceparent, position)
    ), recorded as (
      insert into events (tenant_id, event_id, type, is_test, data, traceparent, created_at)
      select :tenant_id, event_id, type, is_test, data, nullif(traceparent, ''), (select clock_timestamp()) from happened
    ), awaited as materialized (
      select w.webhook_id, e.event_id, e.type, clock_timestamp() as moment
      from happened e join webhooks w on e.type = any(w.events)
      where w.tenant_id = :tenant_id and w.deleted_at is null and w.is_enabled
        and (w.project_ids is null or (e.data ->> 'project_id')::int8 = any(w.project_ids))
        and (w.call_statuses is null or e.type like 'customer.%' or e.data ->> 'status' = any(w.call_statuses))
      order by e.position
    ), queued as (
      insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type, created_at)
      select :tenant_id, webhook_id, uuid_at(moment, substr(gen_random_uuid()::text, 19)), event_id, type,
        date_trunc('milliseconds', moment)
      from awaited
    ), counted as (
      insert into delivery_counts (tenant_id, webhook_id, status, n)
      select :tenant_id, webhook_id, 'pending', count(*) from awaited group by webhook_id
    )
    select exists (select from awaited) as is_awaited`,
});
