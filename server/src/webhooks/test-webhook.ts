import type { Agent } from 'undici';
import type { Database, Tx } from '../database/connect.ts';
import { as, type Row, statement } from '../database/sql.ts';
import type { EventType } from '../events/event-types.ts';
import { type DeliveryId, type EventId, idOf, type TenantId, uuidv7, type WebhookId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { shareLane } from './queue/lanes.ts';
import { isTested, startPatienceMs } from './queue/lease.ts';
import { sampleEvent } from './sample-event.ts';
import { type Attempt, attemptOf } from './sending/attempt.ts';
import { explainTimeout } from './sending/explain-failure.ts';
import { requestOf } from './sending/request-of.ts';
import { exchangeLimitMs, type Sending, sendRequest } from './sending/send-request.ts';
import { signingSecrets } from './sending/webhook-secret.ts';

// A sample delivery that somebody waits for. It is in the log like any other, but never in the queue: from the beginning
// it counts as failed, and only an endpoint that takes it makes it delivered. So a crash in the middle leaves nothing to
// do, and nothing is ever sent twice. While it is being sent it is claimed, so that nobody sends it again meanwhile.

export type TestedWebhook = Row<typeof findWebhookToTest.gives>;
export type TestDelivery = { webhookId: WebhookId; deliveryId: DeliveryId };

/** Records the sample and its delivery. Sending is for afterwards, when this has committed. */
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

/** Sends the sample, once, and writes down what came of it. Nothing is sent to a webhook that was deleted meanwhile. */
export async function sendTest(
  db: Database,
  tenantId: TenantId,
  test: TestDelivery,
  { agent, box }: { agent: Agent; box: SecretBox },
): Promise<TestResult> {
  const key = keyOf(tenantId, test);
  const send = async () => {
    const askedAt = performance.now();
    const claimed = await claimTest(db, key);
    if (!claimed) throw problem('not_found');
    const at = new Date();
    const begun = performance.now();
    const request = requestOf(claimed.url, claimed, signingSecrets(box, { ...claimed, ...key }), at);
    const outcome = await sendRequest(agent, request, { startBefore: askedAt + startPatienceMs });
    return { eventId: claimed.event_id, request, outcome, at, milliseconds: performance.now() - begun };
  };

  // A connection that takes its time is there at the second look.
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

/** What is kept of it: the body is that of the event. */
const headOf = ({ url, headers }: Sending) => ({ url, headers });

const neverBegun = {
  kind: 'broken',
  status: null,
  responseBody: Buffer.alloc(0),
  ...explainTimeout('connecting', exchangeLimitMs),
} as const;

/** As with other claims: it sees that the webhook was deleted, or is seen by those who delete it. */
function claimTest(db: Database, key: ReturnType<typeof keyOf>) {
  return db.transaction(async (tx) => {
    await shareLane.run(tx, { webhook_id: key.webhook_id });
    return takeTest.first(tx, key);
  });
}

/** What came of a test that somebody has begun; undefined while it goes on. */
export async function readTest(db: Database, tenantId: TenantId, test: TestDelivery): Promise<TestResult | undefined> {
  const key = keyOf(tenantId, test);
  await finishForgotten.run(db, { ...key, attempt: forgotten });
  const found = await readFinished.first(db, key);
  // It ended like this for the first one too.
  if (!found && !(await findWebhookToTest.first(db, key))) throw problem('not_found');
  return found && { eventId: found.event_id, attempt: found.attempt };
}

const forgotten = {
  duration_ms: 0,
  response_status: null,
  response_body: null,
  error: 'The service stopped in the middle of this test. Send another one.',
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
const isUntold = `${isIt} and status = 'failed' and attempts = '[]'`;

export const findWebhookToTest = statement({
  name: 'find_webhook_to_test',
  takes: webhookKey,
  gives: { webhook_id: 'int8', events: 'text[]' },
  sql: `
    select webhook_id, events from webhooks
    where tenant_id = :tenant_id and webhook_id = :webhook_id and deleted_at is null`,
});

// As with other deliveries, the id is made of the moment that is also its `created_at`.
const insertTest = statement({
  name: 'insert_test_delivery',
  takes: { ...webhookKey, event_id: 'uuid', type: 'text', data: 'json' },
  gives: { delivery_id: 'uuid' },
  sql: `
    with clock as materialized (select clock_timestamp() as moment), recorded as (
      insert into events (tenant_id, event_id, type, is_test, data) values (:tenant_id, :event_id, :type, true, :data)
    ), counted as (
      insert into delivery_counts (tenant_id, webhook_id, status, n) values (:tenant_id, :webhook_id, 'failed', 1)
    )
    insert into deliveries (tenant_id, webhook_id, delivery_id, event_id, event_type, status, is_sample, created_at,
      claimed_at)
    select :tenant_id, :webhook_id, call_id_at(moment, substr(gen_random_uuid()::text, 19)), :event_id, :type, 'failed', true,
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

/** One that took so long that it was given up meanwhile has its end already. */
const finishTest = statement({
  name: 'finish_test_delivery',
  takes: { ...key, status: 'text', attempt: 'json', request: 'json' },
  sql: `
    with finished as (
      update deliveries set status = :status, attempts = jsonb_build_array(:attempt::json), request = :request::json,
        claimed_at = null
      where ${isUntold}
      returning status
    )
    insert into delivery_counts (tenant_id, webhook_id, status, n)
    select :tenant_id, :webhook_id, change.status, change.n
    from finished cross join lateral (values ('failed', -1), (finished.status, 1)) as change (status, n)
    where finished.status <> 'failed'`,
});

/** Nobody sends a test for as long as that. */
const finishForgotten = statement({
  name: 'finish_forgotten_test',
  takes: { ...key, attempt: 'json' },
  sql: `
    update deliveries
    set attempts = jsonb_build_array(jsonb_build_object('at', to_json(created_at)) || :attempt::json::jsonb)
    where ${isUntold} and not ${isTested}`,
});

const readFinished = statement({
  name: 'read_test_delivery',
  takes: key,
  gives: { event_id: 'uuid', attempt: as<Attempt>('json') },
  sql: `select event_id, (attempts -> 0)::json as attempt from deliveries where ${isIt} and attempts <> '[]'`,
});
