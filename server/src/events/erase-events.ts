import type { Tx } from '../database/connect.ts';
import { type Queryable, type Row, statement } from '../database/sql.ts';
import type { CustomerId, EventId, TenantId } from '../platform/ids.ts';

// Events about a person. No index finds them, because writing it would delay every event: the events of the tenant, which are
// kept for 30 days, are read page by page.

export type SoughtEvents = {
  /** Call ids as events contain them: `call_...`. */
  callIds: string[];
  customerIds: CustomerId[];
  /** Masked numbers, as events of customers contain them. */
  maskedNumbers: string[];
};

export type FoundEvent = Pick<Row<typeof findEventsOfPerson.gives>, 'type'> & {
  event_id: EventId;
  data: Record<string, unknown>;
  created_at: Date;
};

/** The events about a person in one page, and the last id of the page; undefined if there is no further page. */
export async function eventsOf(
  db: Queryable,
  tenantId: TenantId,
  { callIds, customerIds, maskedNumbers }: SoughtEvents,
  { after, pageSize }: { after: EventId; pageSize: number },
): Promise<{ events: FoundEvent[]; last: EventId | undefined }> {
  const rows = await findEventsOfPerson.all(db, {
    tenant_id: tenantId,
    calls: callIds,
    customers: customerIds.map(String),
    masked_numbers: maskedNumbers,
    after_event_id: after,
    limit: pageSize,
  });
  const events = rows.flatMap(({ event_id, type, data, created_at }) =>
    event_id && data !== null && created_at ? [{ event_id, type, data: JSON.parse(data), created_at }] : [],
  );
  return { events, last: rows[0]?.is_full ? (rows[0].last_id as EventId) : undefined };
}

export async function replaceEventData(
  tx: Tx,
  tenantId: TenantId,
  events: Pick<FoundEvent, 'event_id' | 'data'>[],
): Promise<void> {
  if (events.length > 0) await updateData.run(tx, { tenant_id: tenantId, events });
}

export async function deleteEvents(tx: Tx, tenantId: TenantId, event_ids: EventId[]): Promise<void> {
  if (event_ids.length > 0) await deleteEventRows.run(tx, { tenant_id: tenantId, event_ids });
}

/**
 * The size and the end of the page come with each row, and with a row of nulls if the page has no event about the person. The
 * invented event of a test delivery describes no real person, whatever its ids and numbers are.
 */
const findEventsOfPerson = statement({
  name: 'find_events_of_person',
  takes: {
    tenant_id: 'int8',
    calls: 'text[]',
    customers: 'text[]',
    masked_numbers: 'text[]',
    after_event_id: 'uuid',
    limit: 'int8',
  },
  gives: {
    is_full: 'bool',
    last_id: 'uuid?',
    event_id: 'uuid?',
    type: 'text?',
    data: 'text?',
    created_at: 'timestamptz?',
  },
  sql: `
    with page as materialized (
      select event_id, type, data, created_at, is_sample, data ->> 'call_id' as call_id, data ->> 'customer_id' as customer_id
      from events where tenant_id = :tenant_id and event_id > :after_event_id order by event_id limit :limit
    ), found as (
      select event_id, type, data::text as data, created_at from page
      where not is_sample and (call_id in (select unnest(:calls::text[]))
        or (type like 'customer.%' and (customer_id in (select unnest(:customers::text[]))
          or data ->> 'tel1' = any(:masked_numbers) or data ->> 'tel2' = any(:masked_numbers)
          or data ->> 'tel3' = any(:masked_numbers))))
    )
    select (select count(*) = :limit from page) as is_full, (select event_id from page order by event_id desc limit 1) as last_id,
      found.*
    from (select) always left join found on true order by found.event_id`,
});

const updateData = statement({
  name: 'replace_event_data',
  takes: { tenant_id: 'int8', events: 'json' },
  sql: `
    update events e set data = n.data from json_to_recordset(:events) as n (event_id uuid, data json)
    where e.tenant_id = :tenant_id and e.event_id = n.event_id`,
});

const deleteEventRows = statement({
  name: 'delete_events_of_person',
  takes: { tenant_id: 'int8', event_ids: 'uuid[]' },
  sql: 'delete from events where tenant_id = :tenant_id and event_id = any(:event_ids)',
});
