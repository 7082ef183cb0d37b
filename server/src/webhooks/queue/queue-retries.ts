import type { Database, Tx } from '../../database/connect.ts';
import { type Row, statement } from '../../database/sql.ts';
import type { TenantId } from '../../platform/ids.ts';
import { clock } from './lease.ts';

// Deliveries that waited for a retry, or were claimed by a node that died, return to the queue when they are due.

const mostAtOnce = 1_000;

type Waiting = Row<typeof findRetries.gives>;
export type Retry = Omit<Waiting, 'milliseconds'>;

export type Retries = {
  due: Retry[];
  /** Milliseconds until the next one is due, if there is one. */
  nextDueIn: number | undefined;
};

/** The retries that are due, the oldest first, without those of some tenants. */
export async function findDueRetries(db: Database, without: TenantId[], now: Date | null): Promise<Retries> {
  const found = await findRetries.all(db, { now, without, most: mostAtOnce });
  const isDue = ({ milliseconds }: Waiting) => milliseconds <= 0;
  return { due: found.filter(isDue), nextDueIn: found.find((one) => !isDue(one))?.milliseconds };
}

/** Returns how many this node has moved into the queue. */
export function queueRetries(tx: Tx, due: Retry[], now: Date | null): Promise<number> {
  return queueDue.run(tx, {
    now,
    tenant_ids: due.map(({ tenant_id }) => tenant_id),
    webhook_ids: due.map(({ webhook_id }) => webhook_id),
    delivery_ids: due.map(({ delivery_id }) => delivery_id),
  });
}

const findRetries = statement({
  name: 'find_due_retries',
  takes: { now: 'timestamptz?', without: 'int8[]', most: 'int8' },
  gives: { tenant_id: 'int8', webhook_id: 'int8', delivery_id: 'uuid', milliseconds: 'float8' },
  acrossTenants: 'A node delivers for all tenants. It only reads.',
  sql: `
    select tenant_id, webhook_id, delivery_id, (extract(epoch from due_at - ${clock}) * 1000)::float8 as milliseconds
    from (
      (select tenant_id, webhook_id, delivery_id, due_at from deliveries
       where status = 'pending' and not is_queued and due_at <= ${clock} and tenant_id <> all(:without::int8[])
       order by due_at limit :most)
      union all
      (select tenant_id, webhook_id, delivery_id, due_at from deliveries
       where status = 'pending' and not is_queued and due_at > ${clock} order by due_at limit 1)) waiting`,
});

// `is not true` keeps PostgreSQL from looking up known ids in the index by time, and a conflict that is certain always uses the
// primary key.
const queueDue = statement({
  name: 'queue_due_deliveries',
  takes: { now: 'timestamptz?', tenant_ids: 'int8[]', webhook_ids: 'int8[]', delivery_ids: 'uuid[]' },
  sql: `
    with due as materialized (
      select d.* from unnest(:tenant_ids::int8[], :webhook_ids::int8[], :delivery_ids::uuid[])
        as r (tenant_id, webhook_id, delivery_id)
      cross join lateral (
        select d.tenant_id, d.webhook_id, d.delivery_id, d.event_id, d.event_type from deliveries d
        where d.tenant_id = r.tenant_id and d.webhook_id = r.webhook_id and d.delivery_id = r.delivery_id
          and d.status = 'pending' and d.is_queued is not true and d.due_at <= ${clock}
        for update skip locked) d
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
    select tenant_id, webhook_id, delivery_id, event_id, event_type from due
    on conflict (tenant_id, webhook_id, delivery_id) do update set is_queued = true`,
});
