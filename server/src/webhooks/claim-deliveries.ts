import type { Database, Tx } from '../database/connect.ts';
import { type Row, statement } from '../database/sql.ts';
import { lease } from './lease.ts';

// Takes deliveries that are due, for this node to attempt. The deliveries of one webhook are a lane. Lanes are found by
// stepping from one to the next in the index of what is pending, so that a claim costs by the number of lanes, however
// long the queue in each of them is; and each has only so much room that no lane can take the place of the others.

export type Caps = {
  /** Attempts under way at once: for a webhook, for one whose last attempt failed, for a tenant, and in all. */
  webhook: number;
  failing: number;
  tenant: number;
  node: number;
};
export const usualCaps: Caps = { webhook: 10, failing: 1, tenant: 100, node: 1_000 };

/** How many attempts of this node are under way, by what the caps are for. */
export type UnderWay = { total: number; ofWebhook: Map<number, number>; ofTenant: Map<number, number> };

export type Lane = { tenantId: number; webhookId: number };
export const firstLane: Lane = { tenantId: 0, webhookId: 0 };

export type Claim = {
  deliveries: ClaimedDelivery[];
  /** Where the next claim goes on; `firstLane` when this one came to the end. */
  next: Lane;
  /** Webhooks for which more is due than there was room for. */
  waiting: number[];
};

/** Each lane is locked for the time of the claim, and PostgreSQL has room for some thousand locks. */
const mostLanes = 200;
/** What is claimed has to begin soon, and a node can begin only so many at once. */
const mostAtOnce = 100;

/** The clock is the database's; tests bring one of their own. */
export const clock = 'coalesce(:now, now())';

/**
 * Whoever disables or deletes a webhook, or changes its URL, has this lock to itself; whoever claims shares it. It is had
 * before the webhook is read, so the claim either sees that change or is itself seen by those who made it.
 */
const laneLock = 'pg_try_advisory_xact_lock_shared(hashint8extended(webhook_id, 4))';

export function claimDeliveries(
  db: Database,
  underWay: UnderWay,
  { caps = usualCaps, after = firstLane, now = null }: { caps?: Caps; after?: Lane; now?: Date | null } = {},
): Promise<Claim> {
  return db.transaction(async (tx) => {
    const found = await findLanes.all(tx, {
      now,
      after_tenant_id: after.tenantId,
      after_webhook_id: after.webhookId,
      webhooks_under_way: Object.fromEntries(underWay.ofWebhook),
      tenants_under_way: Object.fromEntries(underWay.ofTenant),
      webhook_cap: caps.webhook,
      failing_cap: caps.failing,
      tenant_cap: caps.tenant,
      most: mostLanes,
    });
    const { lanes, waiting, isCutShort } = giveRoom(found, underWay, caps);
    const deliveries = lanes.length > 0 ? await takeFrom(tx, lanes, now) : [];
    const last = isCutShort ? lanes.at(-1) : found.length === mostLanes ? found.at(-1) : undefined;
    return { deliveries, waiting, next: last ? { tenantId: last.tenant_id, webhookId: last.webhook_id } : firstLane };
  });
}

type FoundLane = Row<typeof findLanes.gives>;
type LaneWithRoom = FoundLane & { room: number };

/** To each lane what is due in it, as far as the caps let it. */
function giveRoom(found: FoundLane[], underWay: UnderWay, caps: Caps) {
  let ofNode = Math.min(caps.node - underWay.total, mostAtOnce);
  const ofTenants = new Map<number, number>();
  const lanes: LaneWithRoom[] = [];
  const waiting: number[] = [];
  for (const lane of found) {
    if (ofNode <= 0) return { lanes, waiting, isCutShort: lanes.length > 0 };
    const { tenant_id, webhook_id, is_failing, is_ours, due } = lane;
    if (!is_ours) continue;
    const ofTenant = ofTenants.get(tenant_id) ?? caps.tenant - (underWay.ofTenant.get(tenant_id) ?? 0);
    const ofWebhook = (is_failing ? caps.failing : caps.webhook) - (underWay.ofWebhook.get(webhook_id) ?? 0);
    const room = Math.min(due, ofWebhook, ofTenant, ofNode);
    // Of a long queue no more is counted than the cap, so what fills it may go on.
    if (due > room || due >= caps.webhook) waiting.push(webhook_id);
    if (room <= 0) continue;
    lanes.push({ ...lane, room });
    ofTenants.set(tenant_id, ofTenant - room);
    ofNode -= room;
  }
  return { lanes, waiting, isCutShort: false };
}

function takeFrom(tx: Tx, lanes: LaneWithRoom[], now: Date | null): Promise<ClaimedDelivery[]> {
  return takeDue.all(tx, {
    now,
    tenant_ids: lanes.map(({ tenant_id }) => tenant_id),
    webhook_ids: lanes.map(({ webhook_id }) => webhook_id),
    rooms: lanes.map(({ room }) => room),
  });
}

const findLanes = statement({
  name: 'find_lanes',
  takes: {
    now: 'timestamptz?',
    after_tenant_id: 'int8',
    after_webhook_id: 'int8',
    webhooks_under_way: 'json',
    tenants_under_way: 'json',
    webhook_cap: 'int4',
    failing_cap: 'int4',
    tenant_cap: 'int4',
    most: 'int8',
  },
  gives: { tenant_id: 'int8', webhook_id: 'int8', is_failing: 'bool', due: 'int4', is_ours: 'bool' },
  acrossTenants: 'A node delivers for all tenants; each lane is of one of them.',
  sql: `
    with recursive busy as materialized (
      select :webhooks_under_way::json::jsonb as webhooks, :tenants_under_way::json::jsonb as tenants
    ), lanes as (
      (select tenant_id, webhook_id, due_at from deliveries
       where status = 'pending' and (tenant_id, webhook_id) > (:after_tenant_id::int8, :after_webhook_id::int8)
       order by tenant_id, webhook_id, due_at limit 1)
      union all
      select next.* from lanes l cross join lateral (
        select d.tenant_id, d.webhook_id, d.due_at from deliveries d
        where d.status = 'pending' and (d.tenant_id, d.webhook_id) > (l.tenant_id, l.webhook_id)
        order by d.tenant_id, d.webhook_id, d.due_at limit 1) next
    ), wanted as (
      select l.tenant_id, l.webhook_id, w.is_failing
      from lanes l cross join busy cross join lateral (
        select w.failing_since is not null as is_failing from webhooks w
        where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id and w.is_enabled and w.deleted_at is null
        limit 1) w
      where l.due_at <= ${clock}
        and coalesce((busy.webhooks ->> l.webhook_id::text)::int4, 0)
          < case when w.is_failing then :failing_cap::int4 else :webhook_cap::int4 end
        and coalesce((busy.tenants ->> l.tenant_id::text)::int4, 0) < :tenant_cap::int4
      limit :most
    )
    select tenant_id, webhook_id, is_failing,
      (select count(*)::int4 from (
        select from deliveries d
        where d.tenant_id = wanted.tenant_id and d.webhook_id = wanted.webhook_id and d.status = 'pending'
          and d.due_at <= ${clock}
        order by d.due_at limit :webhook_cap) due) as due,
      ${laneLock} as is_ours
    from wanted`,
});

// A second statement, because PostgreSQL shows it what was committed before the locks were had. What is looked for in a
// lateral query with a limit is found by its index, and a row whose conflict is certain too, whatever PostgreSQL knew of
// the tables when it made the plan.
const takeDue = statement({
  name: 'take_due_deliveries',
  takes: { now: 'timestamptz?', tenant_ids: 'int8[]', webhook_ids: 'int8[]', rooms: 'int4[]' },
  gives: {
    tenant_id: 'int8',
    webhook_id: 'int8',
    delivery_id: 'uuid',
    claim: 'int4',
    claimed_at: 'timestamptz',
    failures: 'int4',
    is_failing: 'bool',
    url: 'text',
    secret: 'bytea',
    previous_secret: 'bytea?',
    event_id: 'uuid',
    type: 'text',
    is_test: 'bool',
    data: 'text',
    created_at: 'timestamptz',
  },
  sql: `
    with due as materialized (
      select l.tenant_id, l.webhook_id, w.url, w.is_failing, w.secret, w.previous_secret, d.*
      from unnest(:tenant_ids::int8[], :webhook_ids::int8[], :rooms::int4[]) as l (tenant_id, webhook_id, room)
      cross join lateral (
        select url, failing_since is not null as is_failing, secret,
          case when previous_secret_expires_at > ${clock} then previous_secret end as previous_secret
        from webhooks w
        where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id and w.is_enabled and w.deleted_at is null
        limit 1) w
      cross join lateral (
        select d.delivery_id, d.event_id, d.event_type, d.claim, d.failures from deliveries d
        where d.tenant_id = l.tenant_id and d.webhook_id = l.webhook_id and d.status = 'pending' and d.due_at <= ${clock}
        order by d.due_at limit l.room for update skip locked) d
    ), taken as (
      insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
      select tenant_id, webhook_id, delivery_id, event_id, event_type from due
      on conflict (tenant_id, webhook_id, delivery_id) do update set
        claim = deliveries.claim + 1, claimed_at = ${clock}, due_at = ${clock} + ${lease}
    )
    select due.tenant_id, due.webhook_id, due.delivery_id, due.claim + 1 as claim, ${clock} as claimed_at, due.failures,
      due.is_failing, due.url, due.secret, due.previous_secret, due.event_id, e.type, e.is_test, e.data, e.created_at
    from due cross join lateral (
      select type, is_test, data::text as data, created_at from events e
      where e.tenant_id = due.tenant_id and e.event_id = due.event_id limit 1) e`,
});

export type ClaimedDelivery = Row<typeof takeDue.gives>;

/**
 * Asks once more for a delivery that was claimed, because its attempt could not begin in time. Gives whether it may begin
 * now: the delivery is still this node's, and the webhook as it was.
 */
export function renewClaim(db: Database, delivery: ClaimedDelivery, now: Date | null): Promise<boolean> {
  const { tenant_id, webhook_id, delivery_id, claim, url } = delivery;
  return db.transaction(async (tx) => {
    const lock = await lockLane.first(tx, { webhook_id });
    if (!lock?.is_ours) return false;
    return (await takeAgain.run(tx, { now, tenant_id, webhook_id, delivery_id, claim, url })) > 0;
  });
}

/** Gives back deliveries that were claimed and whose attempts have not begun, so that nobody has to wait for the lease. */
export async function releaseClaims(db: Database, deliveries: ClaimedDelivery[], now: Date | null): Promise<void> {
  await release.run(db, {
    now,
    tenant_ids: deliveries.map(({ tenant_id }) => tenant_id),
    webhook_ids: deliveries.map(({ webhook_id }) => webhook_id),
    delivery_ids: deliveries.map(({ delivery_id }) => delivery_id),
    claims: deliveries.map(({ claim }) => claim),
  });
}

const release = statement({
  name: 'release_claims',
  takes: {
    now: 'timestamptz?',
    tenant_ids: 'int8[]',
    webhook_ids: 'int8[]',
    delivery_ids: 'uuid[]',
    claims: 'int4[]',
  },
  sql: `
    with ours as materialized (
      select d.* from unnest(:tenant_ids::int8[], :webhook_ids::int8[], :delivery_ids::uuid[], :claims::int4[])
        as c (tenant_id, webhook_id, delivery_id, claim)
      cross join lateral (
        select d.tenant_id, d.webhook_id, d.delivery_id, d.event_id, d.event_type from deliveries d
        where d.tenant_id = c.tenant_id and d.webhook_id = c.webhook_id and d.delivery_id = c.delivery_id
          and d.claim = c.claim and d.status = 'pending'
        for update) d
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type)
    select tenant_id, webhook_id, delivery_id, event_id, event_type from ours
    on conflict (tenant_id, webhook_id, delivery_id) do update set due_at = ${clock}, claimed_at = null`,
});

const lockLane = statement({
  name: 'lock_lane',
  takes: { webhook_id: 'int8' },
  gives: { is_ours: 'bool' },
  acrossTenants: 'It reads no table, and ids of webhooks are unique over all tenants.',
  sql: `select ${laneLock} as is_ours from (select :webhook_id::int8 as webhook_id) lane`,
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
