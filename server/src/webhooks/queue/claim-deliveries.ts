import type { Database, Tx } from '../../database/connect.ts';
import { type Row, statement } from '../../database/sql.ts';
import { idOf, type TenantId, type WebhookId } from '../../platform/ids.ts';
import { type Capacity, usualCaps } from './concurrency-limits.ts';
import { clock, lease } from './lease.ts';
import { queueWalk, sharedQueueLock, tryShareQueue } from './webhook-queues.ts';

// Claims due deliveries for this node: as many of each webhook queue (see `webhook-queues.ts`) as it has capacity for (see `concurrency-limits.ts`),
// so that no queue can displace the others.

export type QueueKey = { tenantId: TenantId; webhookId: WebhookId };
export const firstQueue: QueueKey = { tenantId: idOf('tenant', 0), webhookId: idOf('webhook', 0) };

export type Claim = {
  deliveries: ClaimedDelivery[];
  /** The queue after which the next claim continues; `firstQueue` if this one reached the end. */
  next: QueueKey;
  /** Whether more deliveries may have become due than were moved into the queue. */
  hasMoreDue: boolean;
  /** Webhooks with more due deliveries than there was capacity for. */
  waiting: WebhookId[];
  /** Milliseconds until the next waiting delivery is due, if there is one. */
  nextDueIn: number | undefined;
};

/** Each queue is locked for the duration of the claim, and PostgreSQL's lock table holds a few thousand locks. */
const mostQueues = 200;
/** How many webhook queues a claim visits to find them. */
const mostSteps = 400;
const mostQueued = 1_000;
/** Claimed deliveries have to begin soon, and a node can begin only so many at once. */
const mostAtOnce = 100;
const mostOfQueue = usualCaps.webhook;

export function claimDeliveries(
  db: Database,
  capacity: Capacity,
  { after = firstQueue, now = null }: { after?: QueueKey; now?: Date | null } = {},
): Promise<Claim> {
  return db.transaction(async (tx) => {
    const [queued, nextDue, found] = await Promise.all([
      queueDue.run(tx, { now, most: mostQueued }),
      findNextDue.first(tx, { now }),
      findQueues.all(tx, {
        now,
        after_tenant_id: after.tenantId,
        after_webhook_id: after.webhookId,
        full_webhooks: Object.fromEntries(capacity.fullWebhooks.map((id) => [id, 1])),
        full_tenants: Object.fromEntries(capacity.fullTenants.map((id) => [id, 1])),
        most: mostQueues,
        most_steps: mostSteps,
      }),
    ]);
    const { queues, waiting, last } = reserveCapacity(found, capacity);
    const claimed = queues.length > 0 ? await takeFrom(tx, queues, now) : [];
    const [lost, deliveries] = [claimed.filter(isLost), claimed.filter((one) => !isLost(one))];
    if (lost.length > 0) await failLost.run(tx, namesOf(lost));
    return {
      deliveries: deliveries as ClaimedDelivery[],
      waiting,
      next: last ?? firstQueue,
      hasMoreDue: queued === mostQueued,
      nextDueIn: nextDue?.milliseconds,
    };
  });
}

type FoundQueue = Row<typeof findQueues.gives>;
type ReservedQueue = FoundQueue & { capacity: number };

/** Reserves capacity for the due deliveries of each queue, as far as there is any. */
function reserveCapacity(found: FoundQueue[], capacity: Capacity) {
  let remaining = mostAtOnce;
  let last: QueueKey | undefined;
  const queues: ReservedQueue[] = [];
  const waiting: WebhookId[] = [];
  for (const queue of found) {
    const { tenant_id, webhook_id, is_ours, is_border, due } = queue;
    if (is_border || remaining === 0) last = { tenantId: tenant_id, webhookId: webhook_id };
    if (remaining === 0) break;
    if (!is_ours) continue;
    const reserved = capacity.reserve(queue, Math.min(due, remaining));
    // At most as many are counted as could be claimed at once, so a queue that reaches this number may be longer.
    if (due > reserved || due >= mostOfQueue) waiting.push(webhook_id);
    if (reserved > 0) queues.push({ ...queue, capacity: reserved });
    remaining -= reserved;
  }
  return { queues, waiting, last };
}

/** Its event has been deleted. */
const isLost = ({ data }: { data: string | null }) => data === null;

function takeFrom(tx: Tx, queues: ReservedQueue[], now: Date | null): Promise<Taken[]> {
  return takeDue.all(tx, {
    now,
    tenant_ids: queues.map(({ tenant_id }) => tenant_id),
    webhook_ids: queues.map(({ webhook_id }) => webhook_id),
    capacities: queues.map(({ capacity }) => capacity),
  });
}

/** Deliveries that waited for a retry, or were claimed by a node that died, return to the queue when they are due. */
const queueDue = statement({
  name: 'queue_due_deliveries',
  takes: { now: 'timestamptz?', most: 'int8' },
  acrossTenants: 'A node delivers for all tenants.',
  sql: `
    update deliveries set is_queued = true where ctid = any(array(
      select ctid from deliveries where status = 'pending' and not is_queued and due_at <= ${clock}
      order by due_at limit :most for update skip locked))`,
});

const findNextDue = statement({
  name: 'find_next_due_delivery',
  takes: { now: 'timestamptz?' },
  gives: { milliseconds: 'float8' },
  acrossTenants: 'A node delivers for all tenants.',
  sql: `
    select (extract(epoch from due_at - ${clock}) * 1000)::float8 as milliseconds from deliveries
    where status = 'pending' and not is_queued order by due_at limit 1`,
});

// After `most_steps` queues a claim stops, and marks the last one as the border, where the next claim begins.
const findQueues = statement({
  name: 'find_webhook_queues',
  takes: {
    now: 'timestamptz?',
    after_tenant_id: 'int8',
    after_webhook_id: 'int8',
    full_webhooks: 'json',
    full_tenants: 'json',
    most: 'int8',
    most_steps: 'int4',
  },
  gives: {
    tenant_id: 'int8',
    webhook_id: 'int8',
    is_failing: 'bool',
    due: 'int4',
    is_ours: 'bool',
    is_border: 'bool',
  },
  acrossTenants: 'A node delivers for all tenants; each queue belongs to one of them.',
  sql: `
    with recursive busy as materialized (
      select :full_webhooks::json::jsonb as webhooks, :full_tenants::json::jsonb as tenants
    ), ${queueWalk({ after: '(:after_tenant_id::int8, :after_webhook_id::int8)', mostSteps: ':most_steps::int4' })}, wanted as (
      select l.tenant_id, l.webhook_id, w.is_failing
      from queues l cross join busy cross join lateral (
        select w.failing_since is not null as is_failing from webhooks w
        where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id and w.is_enabled and w.deleted_at is null
        limit 1) w
      where l.due_at <= ${clock} and not (busy.webhooks ? l.webhook_id::text) and not (busy.tenants ? l.tenant_id::text)
      limit :most
    ), queues_found as (
      select tenant_id, webhook_id, is_failing,
        (select count(*)::int4 from (
          select from deliveries d
          where d.tenant_id = wanted.tenant_id and d.webhook_id = wanted.webhook_id and d.status = 'pending' and d.is_queued
            and d.due_at <= ${clock}
          order by d.due_at limit ${mostOfQueue}) due) as due,
        ${sharedQueueLock} as is_ours, row_number() over () = :most as is_border
      from wanted
    )
    select * from queues_found
    union all
    select tenant_id, webhook_id, false, 0, false, true from queues
    where step = :most_steps::int4 and (select count(*) from queues_found) < :most`,
});

const claimNames = { tenant_ids: 'int8[]', webhook_ids: 'int8[]', delivery_ids: 'uuid[]', claims: 'int4[]' } as const;
const claimRows = `unnest(:tenant_ids::int8[], :webhook_ids::int8[], :delivery_ids::uuid[], :claims::int4[])
        as c (tenant_id, webhook_id, delivery_id, claim)`;

// A second statement, because PostgreSQL shows it what was committed before the locks were acquired. The lateral queries with a
// limit always use the index, and so does a conflict that is certain, whatever statistics PostgreSQL had when it made the plan.
const takeDue = statement({
  name: 'take_due_deliveries',
  takes: { now: 'timestamptz?', tenant_ids: 'int8[]', webhook_ids: 'int8[]', capacities: 'int4[]' },
  gives: {
    tenant_id: 'int8',
    webhook_id: 'int8',
    delivery_id: 'uuid',
    claim: 'int4',
    claimed_at: 'timestamptz',
    failures: 'int4',
    is_failing: 'bool',
    epoch: 'int4',
    url: 'text',
    secret: 'bytea',
    previous_secret: 'bytea?',
    event_id: 'uuid',
    type: 'text?',
    is_test: 'bool?',
    data: 'text?',
    created_at: 'timestamptz?',
    traceparent: 'text?',
  },
  sql: `
    with due as materialized (
      select l.tenant_id, l.webhook_id, w.url, w.is_failing, w.epoch, w.secret, w.previous_secret, d.*
      from unnest(:tenant_ids::int8[], :webhook_ids::int8[], :capacities::int4[]) as l (tenant_id, webhook_id, capacity)
      cross join lateral (
        select url, failing_since is not null as is_failing, epoch, secret,
          case when previous_secret_expires_at > ${clock} then previous_secret end as previous_secret
        from webhooks w
        where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id and w.is_enabled and w.deleted_at is null
        limit 1) w
      cross join lateral (
        select d.delivery_id, d.event_id, d.event_type, d.claim, d.failures from deliveries d
        where d.tenant_id = l.tenant_id and d.webhook_id = l.webhook_id and d.status = 'pending' and d.is_queued
          and d.due_at <= ${clock}
        order by d.due_at limit l.capacity for update skip locked) d
    ), taken as (
      insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
      select tenant_id, webhook_id, delivery_id, event_id, event_type from due
      on conflict (tenant_id, webhook_id, delivery_id) do update set
        claim = deliveries.claim + 1, is_queued = false, claimed_at = ${clock}, due_at = ${clock} + ${lease}
    )
    select due.tenant_id, due.webhook_id, due.delivery_id, due.claim + 1 as claim, ${clock} as claimed_at, due.failures,
      due.is_failing, due.epoch, due.url, due.secret, due.previous_secret, due.event_id, e.type, e.is_test, e.data, e.created_at,
      e.traceparent
    from due left join lateral (
      select type, is_test, data::text as data, created_at, traceparent from events e
      where e.tenant_id = due.tenant_id and e.event_id = due.event_id limit 1) e on true`,
});

type Taken = Row<typeof takeDue.gives>;
/** A delivery to attempt, with its event. */
export type ClaimedDelivery = {
  [K in keyof Taken]: K extends 'previous_secret' | 'traceparent' ? Taken[K] : NonNullable<Taken[K]>;
};

/** Without its event a delivery can never be sent. */
const failLost = statement({
  name: 'fail_lost_deliveries',
  takes: claimNames,
  sql: `
    with lost as (
      update deliveries set status = 'failed' where ctid = any(array(
        select d.ctid from ${claimRows} cross join lateral (
          select ctid from deliveries d
          where d.tenant_id = c.tenant_id and d.webhook_id = c.webhook_id and d.delivery_id = c.delivery_id limit 1) d))
      returning tenant_id, webhook_id
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select tenant_id, webhook_id, change.status, change.n
    from lost cross join lateral (values ('pending', -1), ('failed', 1)) as change (status, n)`,
});

/**
 * Renews the claim on a delivery whose attempt could not begin in time. Returns whether it may begin now: this node still holds
 * the claim, and the webhook has not changed.
 */
export function renewClaim(db: Database, delivery: ClaimedDelivery, now: Date | null): Promise<boolean> {
  const { tenant_id, webhook_id, delivery_id, claim, url } = delivery;
  return db.transaction(async (tx) => {
    const lock = await tryShareQueue.first(tx, { webhook_id });
    if (!lock?.is_ours) return false;
    return (await takeAgain.run(tx, { now, tenant_id, webhook_id, delivery_id, claim, url })) > 0;
  });
}

/** Releases claimed deliveries whose attempts have not begun, so that they need not wait for the lease to expire. */
export async function releaseClaims(db: Database, deliveries: ClaimedDelivery[], now: Date | null): Promise<void> {
  await release.run(db, { now, ...namesOf(deliveries) });
}

function namesOf(deliveries: Pick<Taken, 'tenant_id' | 'webhook_id' | 'delivery_id' | 'claim'>[]) {
  return {
    tenant_ids: deliveries.map(({ tenant_id }) => tenant_id),
    webhook_ids: deliveries.map(({ webhook_id }) => webhook_id),
    delivery_ids: deliveries.map(({ delivery_id }) => delivery_id),
    claims: deliveries.map(({ claim }) => claim),
  };
}

const release = statement({
  name: 'release_claims',
  takes: { now: 'timestamptz?', ...claimNames },
  sql: `
    with ours as materialized (
      select d.* from ${claimRows}
      cross join lateral (
        select d.tenant_id, d.webhook_id, d.delivery_id, d.event_id, d.event_type from deliveries d
        where d.tenant_id = c.tenant_id and d.webhook_id = c.webhook_id and d.delivery_id = c.delivery_id
          and d.claim = c.claim and d.status = 'pending'
        for update) d
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
    select tenant_id, webhook_id, delivery_id, event_id, event_type from ours
    on conflict (tenant_id, webhook_id, delivery_id) do update set is_queued = true, due_at = ${clock}, claimed_at = null`,
});

const takeAgain = statement({
  name: 'take_delivery_again',
  takes: {
    now: 'timestamptz?',
    tenant_id: 'int8',
    webhook_id: 'int8',
    delivery_id: 'uuid',
    claim: 'int4',
    url: 'text',
  },
  sql: `
    update deliveries set claimed_at = ${clock}, due_at = ${clock} + ${lease}
    where tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id and claim = :claim
      and status = 'pending' and exists (
        select from webhooks w where w.tenant_id = :tenant_id and w.webhook_id = :webhook_id
          and w.is_enabled and w.deleted_at is null and w.url = :url)`,
});
