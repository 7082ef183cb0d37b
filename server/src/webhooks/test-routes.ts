import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Database } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { callerOf, ok, send, writing } from '../http/operation.ts';
import { encodeId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { demands, webhookTag as tag, WebhookIdSchema } from './schema.ts';
import type { Sender } from './sending/guarded-agent.ts';
import { TestResultSchema, testExample } from './test-schema.ts';
import {
  findWebhookToTest,
  readTest,
  recordTest,
  sendTest,
  type TestDelivery,
  type TestResult,
} from './test-webhook.ts';

/** The dependencies of sending. */
export type WebhookSending = { agent: Sender; box: SecretBox };

export const webhookTestRoutes = (db: Database, sending: WebhookSending) => async (app: FastifyInstance) => {
  app.route(testWebhook(db, sending));
};

const webhookIn = byId('webhook', (tx, tenant_id, webhook_id) =>
  findWebhookToTest.first(tx, { tenant_id, webhook_id }),
);

const testWebhook = (db: Database, sending: WebhookSending): RouteOptions => {
  const { route, perform } = writing(db, {
    method: 'POST',
    url: '/webhooks/:webhookId/test',
    ...demands,
    operationId: 'testWebhook',
    summary: 'Send a test event',
    description:
      'Sends a sample event of the first type in `events` to the URL of the webhook and returns the result. The request is signed like a real one and has `"test": true`. It is not retried, works for a disabled webhook too, and appears in the list of deliveries.\n\nThe status is 200 even if your endpoint failed: check `success`.',
    tag,
    path: { webhookId: WebhookIdSchema },
    answers: {
      200: {
        description: 'The result of the test. Check `success`.',
        schema: TestResultSchema,
        example: { data: testExample },
      },
    },
    audit: { action: 'webhook.tested', subject: 'path' },
    find: webhookIn,
    write: async (tx, { caller, found }) => ok(await recordTest(tx, caller.tenantId, found)),
  });
  return {
    ...route,
    handler: async (request, reply) => {
      const recorded = await perform(request, reply);
      if (recorded.status >= 400) return send(reply, recorded);
      // It is sent after the commit, without an open transaction. A repeated request is answered with the result of the first
      // one.
      const { tenantId } = callerOf(request);
      const test: TestDelivery = JSON.parse(recorded.text);
      const result = await (recorded.isReplay ? readTest(db, tenantId, test) : sendTest(db, tenantId, test, sending));
      if (!result) throw problem('idempotency_in_progress');
      return send(reply, ok({ data: testAnswer(test, result) }));
    },
  };
};

function testAnswer({ deliveryId }: TestDelivery, { eventId, attempt }: TestResult) {
  const { response_status, duration_ms, error } = attempt;
  return {
    delivery_id: encodeId('dlv', deliveryId),
    event_id: encodeId('evt', eventId),
    success: error === null,
    response_status,
    duration_ms,
    error,
  };
}
