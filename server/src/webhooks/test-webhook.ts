import type { Database, Tx } from '../database/connect.ts';
import { as, type Row, statement } from '../database/sql.ts';
import type { EventType } from '../events/event-types.ts';
import { type DeliveryId, type EventId, idOf, type TenantId, uuidv7, type WebhookId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { isTested, startPatienceMs } from './queue/lease.ts';
import { shareQueue } from './queue/webhook-queues.ts';
import { sampleEvent } from './sample-event.ts';
import { type Attempt, attemptOf } from './sending/attempt.ts';
import { explainTimeout } from './sending/explain-failure.ts';
import type { Sender } from './sending/guarded-agent.ts';
import { requestOf } from './sending/request-of.ts';
import { exchangeLimitMs, type Sending, sendRequest } from './sending/send-request.ts';
import { signingSecrets } from './sending/webhook-secret.ts';

// A sample delivery, sent while the request waits. It is in the log like any other, but never in the queue: it counts as failed
// from the beginning, and becomes delivered only when the endpoint accepts it. So a crash leaves nothing to do, and nothing is
// ever sent twice. While it is being sent it is claimed, so that no other request sends it too.

export type TestedWebhook = Row<typeof findWebhookToTest.gives>;
export type TestDelivery = { webhookId: WebhookId; deliveryId: DeliveryId };

/** Records the sample and its delivery. It is sent after this has committed. */
export async function recordTest(
  tx: Tx,
  tenantId: TenantId,
  { webhook_id, events }: TestedWebhook,
): Promise<TestDelivery> {
  const { type, data } = sampleEvent(events[0] as EventType);
  const recorded = await insertTest.first(tx, {
    tenant_id: tenantId,
    webhook_id,
    event_id: idOf('event', uuidv7()),
    type,
    data,
  });
  if (!recorded) throw new Error('insert_test_delivery always gives one row.');
  return { webhookId: webhook_id, deliveryId: recorded.delivery_id };
}

export type TestResult = { eventId: EventId; attempt: Attempt };

/** Sends the sample once, and writes down the result. Nothing is sent to a webhook that was deleted meanwhile. */
export async function sendTest(
  db: Database,
  tenantId: TenantId,
  test: TestDelivery,
  { agent, box }: { agent: Sender; box: SecretBox },
): Promise<TestResult> {
  const key = keyOf(tenantId, test);
  const send = async () => {
    const askedAt = performance.now();
    const claimed = await claimTest(db, key);
    if (!claimed) throw problem('not_found');
    const at = new Date();
    const begun = performance.now();
    const request = requestOf(claimed.url, claimed, signingSecrets(box, { ...claimed, ...key }), {
      at,
      traceparent: db.tracing?.active()?.traceparent,
    });
    const outcome = await sendRequest(agent, request, { startBefore: askedAt + startPatienceMs });
    return { eventId: claimed.event_id, request, outcome, at, milliseconds: performance.now() - begun };
  };

  // A slow connection may be established by the next attempt.
  const deadline = performance.now() + exchangeLimitMs;
  let sent = await send();
  while (sent.outcome.kind === 'late' && performance.now() < deadline) sent = await send();
  const { eventId, request, at, milliseconds } = sent;
  const outcome = sent.outcome.kind === 'late' ? neverBegun : sent.outcome;
  const attempt = attemptOf(outcome, at, milliseconds);
  const status = outcome.kind === 'delivered' ? 'delivered' : 'failed';
  await finishTest.run(db, { ...key, status, attempt, request: headOf(request) });
  return { eventId, attempt };
}

/** The part that is stored: the body is that of the event. */
const headOf = ({ url, headers }: Sending) => ({ url, headers });

const neverBegun = {
  kind: 'broken',
  status: null,
  responseBody: Buffer.alloc(0),
  ...explainTimeout('connecting', exchangeLimitMs),
} as const;

/** As with other claims: it sees that the webhook was deleted, or the deletion sees the claim. */
function claimTest(db: Database, key: ReturnType<typeof keyOf>) {
  return db.transaction(async (tx) => {
    await shareQueue.run(tx, key);
    return takeTest.first(tx, key);
  });
}

/** The result of a test that an earlier request has begun; undefined while it is in progress. */
export async function readTest(db: Database, tenantId: TenantId, test: TestDelivery): Promise<TestResult | undefined> {
  const key = keyOf(tenantId, test);
  await finishForgotten.run(db, { ...key, attempt: forgotten });
  const found = await readFinished.first(db, key);
  // The first request got the same answer.
  if (!found && !(await findWebhookToTest.first(db, key))) throw problem('not_found');
  return found && { eventId: found.event_id, attempt: found.attempt };
}

const forgotten = {
  duration_ms: 0,
  response_status: null,
  response_body: null,
  error: 'The server stopped during this test. Send another one.',
  error_code: 'interrupted',
};

const keyOf = (tenantId: TenantId, { webhookId, deliveryId }: TestDelivery) => ({
  tenant_id: tenantId,
  webhook_id: webhookId,
  delivery_id: deliveryId,
});

const webhookKey = { tenant_id: 'int8', webhook_id: 'int8' } as const;
const key = { ...webhookKey, delivery_id: 'uuid' } as const;
const isIt = 'tenant_id = :tenant_id and webhook_id = :webhook_id and delivery_id = :delivery_id';
const isUnattempted = `${isIt} and status = 'failed' and attempts = '[]'`;

export const findWebhookToTest = statement({
  name: 'find_webhook_to_test',
  takes: webhookKey,
  gives: { webhook_id: 'int8', events: 'text[]' },
  sql: `
    select webhook_id, events from webhooks
    where tenant_id = :tenant_id and webhook_id = :webhook_id and deleted_at is null`,
});

// As with other deliveries, the id contains the same moment as `created_at`.
const insertTest = statement({
  name: 'insert_test_delivery',
  takes: { ...webhookKey, event_id: 'uuid', type: 'text', data: 'json' },
  gives: { delivery_id: 'uuid' },
  sql: `
    with clock as materialized (select clock_timestamp() as moment), recorded as (
      insert into events (tenant_id, event_id, type, is_test, data, is_sample)
      values (:tenant_id, :event_id, :type, true, :data, true)
    ), counted as (
      insert into delivery_counts (tenant_id, webhook_id, status, n) values (:tenant_id, :webhook_id, 'failed', 1)
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type, status, is_sample, created_at,
      claimed_at)
    select :tenant_id, :webhook_id, uuid_at(moment, substr(gen_random_uuid()::text, 19)), :event_id, :type, 'failed', true,
      date_trunc('milliseconds', moment), moment
    from clock
    returning delivery_id`,
});

const takeTest = statement({
  name: 'take_test_delivery',
  takes: key,
  gives: {
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
    update deliveries d set claimed_at = now()
    from webhooks w, events e
    where d.tenant_id = :tenant_id and d.webhook_id = :webhook_id and d.delivery_id = :delivery_id
      and d.status = 'failed' and d.attempts = '[]'
      and w.tenant_id = :tenant_id and w.webhook_id = :webhook_id and w.deleted_at is null
      and e.tenant_id = :tenant_id and e.event_id = d.event_id
    returning w.url, w.secret, case when w.previous_secret_expires_at > now() then w.previous_secret end as previous_secret,
      e.event_id, e.type, e.is_test, e.data::text as data, e.created_at`,
});

/** A test that took so long that it was given up meanwhile already has a result. */
const finishTest = statement({
  name: 'finish_test_delivery',
  takes: { ...key, status: 'text', attempt: 'json', request: 'json' },
  sql: `
    with finished as (
      update deliveries set status = :status, attempts = jsonb_build_array(:attempt::json), request = :request::json,
        claimed_at = null
      where ${isUnattempted}
      returning status
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select :tenant_id, :webhook_id, change.status, change.n
    from finished cross join lateral (values ('failed', -1), (finished.status, 1)) as change (status, n)
    where finished.status <> 'failed'`,
});

/** No test takes that long to send. */
const finishForgotten = statement({
  name: 'finish_forgotten_test',
  takes: { ...key, attempt: 'json' },
  sql: `
    update deliveries
    set attempts = jsonb_build_array(jsonb_build_object('at', to_json(created_at)) || :attempt::json::jsonb)
    where ${isUnattempted} and not ${isTested}`,
});

const readFinished = statement({
  name: 'read_test_delivery',
  takes: key,
  gives: { event_id: 'uuid', attempt: as<Attempt>('json') },
  sql: `select event_id, (attempts -> 0)::json as attempt from deliveries where ${isIt} and attempts <> '[]'`,
});
