import type { Database, TransactionLimits } from '../../database/connect.ts';
import { type Row, statement } from '../../database/sql.ts';
import { idOf, type TenantId, type WebhookId } from '../../platform/ids.ts';
import { type Capacity, usualCaps } from './concurrency-limits.ts';
import { clock, lease } from './lease.ts';
import { queueWalk, tryShareQueues } from './webhook-queues.ts';

// Claims due deliveries for this node: as many of each webhook queue (see `webhook-queues.ts`) as it has capacity for (see `concurrency-limits.ts`),
// so that no queue can displace the others. One read finds the queues of all tenants; a claim takes from some of them, and looks
// again at what may have changed meanwhile.

export type QueueKey = { tenantId: TenantId; webhookId: WebhookId };
export const firstQueue: QueueKey = { tenantId: idOf('tenant', 0), webhookId: idOf('webhook', 0) };

export type DueQueues = {
  /** With the capacity that is reserved for each. */
  queues: ReservedQueue[];
  /** Webhooks with more due deliveries than there was capacity for. */
  waiting: WebhookId[];
  /** The queue after which the next read continues; `firstQueue` if this one reached the end. */
  next: QueueKey;
};

/** A read counts the due deliveries of so many webhook queues. */
const mostQueues = 200;
/** How many it visits to find them. */
const mostSteps = 400;
/**
 * Claimed deliveries have to begin soon, and a node can begin only so many at once. Their queues are locked for the duration of the
 * claim, and PostgreSQL's lock table holds a few thousand locks.
 */
const mostAtOnce = 100;
const mostOfQueue = usualCaps.webhook;

type FoundQueue = Row<typeof findQueues.gives>;
export type ReservedQueue = FoundQueue & { capacity: number };

type Reading = { after?: QueueKey; without?: TenantId[]; now?: Date | null };

/** Finds queues with due deliveries, without those of some tenants, and reserves capacity for each as far as there is any. */
export async function findDueQueues(
  db: Database,
  capacity: Capacity,
  { after = firstQueue, without = [], now = null }: Reading = {},
): Promise<DueQueues> {
  const found = await findQueues.all(db, {
    now,
    after_tenant_id: after.tenantId,
    after_webhook_id: after.webhookId,
    full_webhooks: Object.fromEntries(capacity.fullWebhooks.map((id) => [id, 1])),
    full_tenants: Object.fromEntries([...capacity.fullTenants, ...without].map((id) => [id, 1])),
    most: mostQueues,
    most_steps: mostSteps,
  });
  let remaining = mostAtOnce;
  let last = firstQueue;
  let next = firstQueue;
  const queues: ReservedQueue[] = [];
  const waiting: WebhookId[] = [];
  for (const queue of found) {
    if (remaining === 0) {
      next = last;
      break;
    }
    const { tenant_id, webhook_id, is_border, due } = queue;
    last = { tenantId: tenant_id, webhookId: webhook_id };
    if (is_border) next = last;
    if (due === 0) continue;
    const reserved = capacity.reserve(queue, Math.min(due, remaining));
    // At most as many are counted as could be claimed at once, so a queue that reaches this number may be longer.
    if (due > reserved || due >= mostOfQueue) waiting.push(webhook_id);
    if (reserved > 0) queues.push({ ...queue, capacity: reserved });
    remaining -= reserved;
  }
  return { queues, waiting, next };
}

type Claimed = {
  deliveries: ClaimedDelivery[];
  /** Deliveries without their events, for `failLost`. */
  lost: ClaimKey[];
};

/** Claims from these queues in one transaction, without those whose webhooks are being changed. */
export async function claimDeliveries(
  db: Database,
  queues: ReservedQueue[],
  now: Date | null,
  limits?: TransactionLimits,
): Promise<Claimed> {
  const { taking } = await db.transaction(async (tx) => {
    const shared = new Set((await tryShareQueues.all(tx, keysOf(queues))).map(({ webhook_id }) => webhook_id));
    const ours = queues.filter(({ webhook_id }) => shared.has(webhook_id));
    const taking = takeDue.all(tx, { now, ...keysOf(ours), capacities: ours.map(({ capacity }) => capacity) });
    tx.alongCommit(taking);
    return { taking };
  }, limits);
  const { deliveries = [], lost = [] } = Object.groupBy(await taking, (one) => (isLost(one) ? 'lost' : 'deliveries'));
  return { deliveries: deliveries as ClaimedDelivery[], lost };
}

/** If this fails, a node finds the deliveries again when their leases have expired. */
export async function failLost(db: Database, lost: ClaimKey[]): Promise<void> {
  if (lost.length > 0) await failClaimed.run(db, namesOf(lost));
}

const keysOf = (queues: ReservedQueue[]) => ({
  tenant_ids: queues.map(({ tenant_id }) => tenant_id),
  webhook_ids: queues.map(({ webhook_id }) => webhook_id),
});

/** Its event has been deleted. */
const isLost = ({ data }: { data: string | null }) => data === null;

// After `most_steps` queues a read stops, and marks the last one as the border, after which the next one begins.
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
    is_border: 'bool',
  },
  acrossTenants: 'A node delivers for all tenants. It only reads.',
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
        row_number() over () = :most as is_border
      from wanted
    )
    select * from queues_found
    union all
    select tenant_id, webhook_id, false, 0, true from queues
    where step = :most_steps::int4 and (select count(*) from queues_found) < :most`,
});

const claimNames = { tenant_ids: 'int8[]', webhook_ids: 'int8[]', delivery_ids: 'uuid[]', claims: 'int4[]' } as const;
/** The deliveries that this node still claims, locked. */
const ours = `ours as materialized (
      select d.* from unnest(:tenant_ids::int8[], :webhook_ids::int8[], :delivery_ids::uuid[], :claims::int4[])
        as c (tenant_id, webhook_id, delivery_id, claim)
      cross join lateral (
        select d.tenant_id, d.webhook_id, d.delivery_id, d.event_id, d.event_type from deliveries d
        where d.tenant_id = c.tenant_id and d.webhook_id = c.webhook_id and d.delivery_id = c.delivery_id
          and d.claim = c.claim and d.status = 'pending'
        for update) d
    )`;

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
type ClaimKey = Pick<Taken, 'tenant_id' | 'webhook_id' | 'delivery_id' | 'claim'>;
/** A delivery to attempt, with its event. */
export type ClaimedDelivery = {
  [K in keyof Taken]: K extends 'previous_secret' | 'traceparent' ? Taken[K] : NonNullable<Taken[K]>;
};

/** Without its event a delivery can never be sent. */
const failClaimed = statement({
  name: 'fail_lost_deliveries',
  takes: claimNames,
  sql: `
    with ${ours}, failed as (
      insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
      select tenant_id, webhook_id, delivery_id, event_id, event_type from ours
      on conflict (tenant_id, webhook_id, delivery_id) do update set status = 'failed'
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select tenant_id, webhook_id, change.status, change.n
    from ours cross join lateral (values ('pending', -1), ('failed', 1)) as change (status, n)`,
});

/**
 * Renews the claim on a delivery whose attempt could not begin in time. Returns whether it may begin now: this node still holds
 * the claim, and the webhook has not changed.
 */
export function renewClaim(db: Database, delivery: ClaimedDelivery, now: Date | null): Promise<boolean> {
  const { tenant_id, webhook_id, delivery_id, claim, url } = delivery;
  return db.transaction(async (tx) => {
    const shared = await tryShareQueues.all(tx, { tenant_ids: [tenant_id], webhook_ids: [webhook_id] });
    if (shared.length === 0) return false;
    return (await takeAgain.run(tx, { now, tenant_id, webhook_id, delivery_id, claim, url })) > 0;
  });
}

/** Releases claimed deliveries whose attempts have not begun, so that they need not wait for the lease to expire. */
export async function releaseClaims(db: Database, deliveries: ClaimedDelivery[], now: Date | null): Promise<void> {
  await release.run(db, { now, ...namesOf(deliveries) });
}

function namesOf(deliveries: ClaimKey[]) {
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
    with ${ours}
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
