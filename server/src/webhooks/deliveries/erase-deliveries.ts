import type { Tx } from '../../database/connect.ts';
import { as, type Queryable, type Row, statement } from '../../database/sql.ts';
import type { EventId, TenantId } from '../../platform/ids.ts';
import type { Attempt } from '../sending/attempt.ts';

type RecordedEvent = { event_id: EventId; created_at: Date };
export type FoundDelivery = Row<typeof delivered>;

const takenOf = (tenantId: TenantId, events: RecordedEvent[]) => ({
  tenant_id: tenantId,
  event_ids: events.map(({ event_id }) => event_id),
  times: events.map(({ created_at }) => created_at),
});

/** The deliveries of these events, to all webhooks, also to deleted ones. */
export async function deliveriesOf(
  db: Queryable,
  tenantId: TenantId,
  events: RecordedEvent[],
): Promise<FoundDelivery[]> {
  return events.length === 0 ? [] : findOfEvents.all(db, takenOf(tenantId, events));
}

/**
 * Removes the answers of endpoints, which may name the person. From then on none is stored: neither that of an attempt that is
 * in progress, nor those of later attempts.
 */
export async function clearDeliveries(tx: Tx, tenantId: TenantId, events: RecordedEvent[]): Promise<void> {
  const keys = await lockedOf(tx, tenantId, events);
  if (keys.delivery_ids.length > 0) await clearAnswers.run(tx, { tenant_id: tenantId, ...keys });
}

/** Deletes the deliveries of events that are deleted too. An attempt that is in progress finds nothing to write to. */
export async function deleteDeliveries(tx: Tx, tenantId: TenantId, events: RecordedEvent[]): Promise<void> {
  const keys = await lockedOf(tx, tenantId, events);
  if (keys.delivery_ids.length > 0) await deleteOfEvents.run(tx, { tenant_id: tenantId, ...keys });
}

/** The next statement sees the rows as they are locked; this one would write to rows as they were before it waited for them. */
async function lockedOf(tx: Tx, tenantId: TenantId, events: RecordedEvent[]) {
  const rows = events.length === 0 ? [] : await lockOfEvents.all(tx, takenOf(tenantId, events));
  return {
    webhook_ids: rows.map(({ webhook_id }) => webhook_id),
    delivery_ids: rows.map(({ delivery_id }) => delivery_id),
  };
}

const delivered = {
  webhook_id: 'int8',
  delivery_id: 'uuid',
  event_id: 'uuid',
  status: 'text',
  attempts: as<Attempt[]>('jsonb'),
  created_at: 'timestamptz',
} as const;

/**
 * A delivery is written in the transaction of its event, by the same clock, and its id has the time. So a range of the primary
 * key has it, and no index on events is needed.
 */
const ofEvents = (name: string, lock: string) =>
  statement({
    name,
    takes: { tenant_id: 'int8', event_ids: 'uuid[]', times: 'timestamptz[]' },
    gives: delivered,
    sql: `
      select d.* from unnest(:event_ids::uuid[], :times::timestamptz[]) as e (event_id, at)
      join webhooks w on w.tenant_id = :tenant_id
      cross join lateral (
        select webhook_id, delivery_id, event_id, status, attempts, created_at from deliveries d
        where d.tenant_id = :tenant_id and d.webhook_id = w.webhook_id
          and d.delivery_id >= uuid_at(e.at - interval '5 seconds') and d.delivery_id < uuid_at(e.at + interval '1 minute')
          and d.event_id = e.event_id
        ${lock}) d
      order by d.delivery_id`,
  });
const findOfEvents = ofEvents('find_deliveries_of_events', '');
const lockOfEvents = ofEvents('lock_deliveries_of_events', 'for update');

const keys = { tenant_id: 'int8', webhook_ids: 'int8[]', delivery_ids: 'uuid[]' } as const;
const isOne = `d.tenant_id = :tenant_id and d.webhook_id = k.webhook_id and d.delivery_id = k.delivery_id`;
const keyRows = 'unnest(:webhook_ids::int8[], :delivery_ids::uuid[]) as k (webhook_id, delivery_id)';

const clearAnswers = statement({
  name: 'clear_answers_of_deliveries',
  takes: keys,
  sql: `
    update deliveries d set is_erased = true, attempts = coalesce((
        select jsonb_agg(a || '{"response_body": null}' order by place)
        from jsonb_array_elements(d.attempts) with ordinality as each (a, place)), '[]')
    from ${keyRows} where ${isOne}`,
});

const deleteOfEvents = statement({
  name: 'delete_deliveries_of_events',
  takes: keys,
  sql: `
    with deleted as (
      delete from deliveries d using ${keyRows} where ${isOne}
      returning d.tenant_id, d.webhook_id, d.status
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select tenant_id, webhook_id, status, -count(*) from deleted group by 1, 2, 3`,
});
