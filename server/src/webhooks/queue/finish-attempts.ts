import type { Tx } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import { present } from '../../platform/present.ts';
import { type Attempt, attemptsKept } from '../sending/attempt.ts';
import type { ClaimedDelivery, QueueKey } from './claim-deliveries.ts';
import { disableWebhook } from './disable-webhook.ts';
import { patienceWithEndpoint } from './retry-schedule.ts';

// Results of attempts are written in batches: the deliveries with their log and counts, and the health of the webhooks. A
// result counts only if its worker still holds the latest claim; otherwise the later claim's result counts.

export type FinishedAttempt = {
  delivery: ClaimedDelivery;
  attempt: Attempt;
  result:
    | { kind: 'delivered' }
    /** Without a next attempt it has failed permanently. */
    | { kind: 'failed'; nextAttemptAt: Date | undefined; isGone: boolean };
};

type DisabledReason = 'endpoint_gone' | 'failing_for_120_hours';
export type GivenUp = QueueKey & { epoch: number; reason: DisabledReason };

/** Returns the webhooks to disable; see `disable-endpoint.ts`, which locks them before their deliveries. */
export async function finishAttempts(tx: Tx, finished: FinishedAttempt[]): Promise<GivenUp[]> {
  const byWebhook = [...Map.groupBy(finished, ({ delivery }) => delivery.webhook_id).values()];
  byWebhook.sort(([a], [b]) => (a?.delivery.webhook_id ?? 0) - (b?.delivery.webhook_id ?? 0));
  const queues = byWebhook.flatMap(([first]) => (first ? [first.delivery] : []));
  const known = await readHealth.all(tx, {
    tenant_ids: queues.map(({ tenant_id }) => tenant_id),
    webhook_ids: queues.map(({ webhook_id }) => webhook_id),
  });
  const health = new Map(known.map((webhook) => [webhook.webhook_id, webhook]));

  const writes: Promise<unknown>[] = [];
  const givenUp: GivenUp[] = [];
  for (const all of byWebhook) {
    const { tenant_id, webhook_id } = present(all[0]).delivery;
    const { failing_since: before = null, epoch = 0 } = health.get(webhook_id) ?? {};
    // Attempts from before the webhook was moved or enabled again say nothing about its present endpoint.
    const attempts = all.filter(({ delivery }) => delivery.epoch === epoch);
    if (attempts.length === 0) continue;
    const after = healthAfter(before, attempts);
    // Rare, because the health of most endpoints does not change.
    if ((before === null) !== (after === null))
      writes.push(writeHealth.run(tx, { tenant_id, webhook_id, epoch, failing_since: after }));
    const reason = reasonToGiveUp(after, attempts);
    // Commits with the result, because after a crash the endpoint might not answer 410 again.
    if (reason === 'endpoint_gone')
      writes.push(disableWebhook.run(tx, { tenant_id, webhook_id, epoch, reason, now: null }));
    if (reason) givenUp.push({ tenantId: tenant_id, webhookId: webhook_id, epoch, reason });
  }
  writes.push(writeFinished.run(tx, { finished: finished.map(rowOf) }));
  tx.alongCommit(Promise.all(writes));
  return givenUp;
}

/** Since when the endpoint has been failing, after these attempts; null if the last one succeeded. */
function healthAfter(before: Date | null, attempts: FinishedAttempt[]): Date | null {
  const inOrder = attempts.toSorted((a, b) => a.attempt.at.getTime() - b.attempt.at.getTime());
  return inOrder.reduce(
    (since, { attempt, result }) => (result.kind === 'delivered' ? null : (since ?? attempt.at)),
    before,
  );
}

function reasonToGiveUp(failingSince: Date | null, attempts: FinishedAttempt[]): DisabledReason | undefined {
  if (attempts.some(({ result }) => result.kind === 'failed' && result.isGone)) return 'endpoint_gone';
  const last = Math.max(...attempts.map(({ attempt }) => attempt.at.getTime()));
  const isOver = failingSince !== null && last - failingSince.getTime() >= patienceWithEndpoint;
  return isOver ? 'failing_for_120_hours' : undefined;
}

function rowOf({ delivery, attempt, result }: FinishedAttempt) {
  const { tenant_id, webhook_id, delivery_id, event_id, type, claim, failures } = delivery;
  const row = { tenant_id, webhook_id, delivery_id, event_id, event_type: type, claim, attempt };
  if (result.kind === 'delivered') return { ...row, status: 'delivered', failures, due_at: null };
  const { nextAttemptAt } = result;
  return {
    ...row,
    status: nextAttemptAt ? 'pending' : 'failed',
    failures: failures + 1,
    due_at: nextAttemptAt ?? null,
  };
}

const readHealth = statement({
  name: 'read_webhook_health',
  takes: { tenant_ids: 'int8[]', webhook_ids: 'int8[]' },
  gives: { webhook_id: 'int8', failing_since: 'timestamptz?', epoch: 'int4' },
  sql: `
    select l.webhook_id, w.failing_since, w.epoch
    from unnest(:tenant_ids::int8[], :webhook_ids::int8[]) as l (tenant_id, webhook_id)
    cross join lateral (
      select failing_since, epoch from webhooks w
      where w.tenant_id = l.tenant_id and w.webhook_id = l.webhook_id limit 1) w`,
});

const writeHealth = statement({
  name: 'write_webhook_health',
  takes: { tenant_id: 'int8', webhook_id: 'int8', epoch: 'int4', failing_since: 'timestamptz?' },
  sql: `
    update webhooks set failing_since = :failing_since
    where tenant_id = :tenant_id and webhook_id = :webhook_id and epoch = :epoch and is_enabled
      and (failing_since is null) <> (:failing_since::timestamptz is null)`,
});

const writeFinished = statement({
  name: 'write_finished_attempts',
  takes: { finished: 'json' },
  acrossTenants: 'A node delivers for all tenants; each attempt names its own.',
  sql: `
    with input as materialized (
      select * from json_to_recordset(:finished) as f (tenant_id int8, webhook_id int8, delivery_id uuid, event_id uuid,
        event_type text, claim int4, status text, failures int4, due_at timestamptz, attempt jsonb)
    ), ours as materialized (
      select i.* from input i cross join lateral (
        select from deliveries d
        where d.tenant_id = i.tenant_id and d.webhook_id = i.webhook_id and d.delivery_id = i.delivery_id
          and d.claim = i.claim and d.status = 'pending'
        for update) d
    ), written as (
      insert into deliveries as d (tenant_id, webhook_id, delivery_id, event_id, event_type, status, failures, due_at, attempts)
      select tenant_id, webhook_id, delivery_id, event_id, event_type, status, failures, coalesce(due_at, now()),
        jsonb_build_array(attempt)
      from ours
      on conflict (tenant_id, webhook_id, delivery_id) do update set
        status = excluded.status, failures = excluded.failures, claimed_at = null,
        due_at = case excluded.status when 'pending' then excluded.due_at else d.due_at end,
        attempts = case when jsonb_array_length(d.attempts) < ${attemptsKept} then d.attempts else d.attempts - 0 end
          || case when d.is_erased then jsonb_build_array(excluded.attempts -> 0 || '{"response_body": null}')
            else excluded.attempts end
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select tenant_id, webhook_id, change.status, change.n
    from ours cross join lateral (values ('pending', -1), (ours.status, 1)) as change (status, n)
    where ours.status <> 'pending'`,
});
