import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../../http/input/paging.ts';
import { byId } from '../../http/input/path-id.ts';
import { inputObject } from '../../http/input/schema.ts';
import { ok, readOperation, writeOperation } from '../../http/operation.ts';
import { decodeId } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import type { Detail } from '../../platform/problem.ts';
import { Type } from '../../platform/schema-type.ts';
import { readTimestamp } from '../../platform/time/timestamp.ts';
import { examples } from '../examples.ts';
import { findWebhook } from '../queries.ts';
import { type DeliveryRow, listDeliveries, listDeliveriesByStatus, lockDelivery } from '../queue/delivery-queries.ts';
import { demands, webhookTag as tag, WebhookIdSchema } from '../schema.ts';
import { deliveryAnswer, retriedAnswer } from './delivery-answer.ts';
import {
  DeliveryAnswer,
  DeliveryIdSchema,
  DeliveryList,
  deliveryStatuses,
  ReplayAnswer,
  ReplaySchema,
} from './delivery-schema.ts';
import { replayDeliveries } from './replay-deliveries.ts';
import { retryDelivery } from './retry-delivery.ts';

export const deliveryRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(retry(db));
  app.route(replay(db));
};

const listQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  status: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: deliveryStatuses,
      description: 'Returns only deliveries with this status.',
    }),
  ),
});

const webhookIn = byId('webhook', (db, tenant_id, webhook_id) => findWebhook.first(db, { tenant_id, webhook_id }));

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/webhooks/:webhookId/deliveries',
    ...demands,
    operationId: 'listDeliveries',
    summary: 'List deliveries',
    description:
      'Returns the deliveries of a webhook with their attempts, newest first. Deliveries are stored for 30 days. Use it to find out why events did not arrive.',
    tag,
    path: { webhookId: WebhookIdSchema },
    query: listQuery,
    answers: {
      200: {
        description: 'One page of deliveries.',
        schema: DeliveryList,
        example: { data: [examples.delivery], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    find: webhookIn,
    read: async (db, { caller, found, query }) => {
      const { status } = query;
      const page = { offset: offsetOf(query), limit: query.per_page };
      const wanted = { tenant_id: caller.tenantId, webhook_id: found.webhook_id, ...page };
      const rows = await (status === undefined
        ? listDeliveries.all(db, wanted as typeof wanted & { status: string })
        : listDeliveriesByStatus.all(db, { ...wanted, status }));
      const deliveries = rows.flatMap(({ total: _, ...row }) => (row.delivery_id === null ? [] : [row as DeliveryRow]));
      return ok({ data: deliveries.map(deliveryAnswer), pagination: pagination(query, rows[0]?.total ?? 0) });
    },
  });

const retry = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/webhooks/:webhookId/deliveries/:deliveryId/retry',
    ...demands,
    operationId: 'retryDelivery',
    summary: 'Retry a delivery',
    description:
      'Sends a delivery again now, and starts its retry schedule from the beginning. It works for delivered ones too. The event keeps its `id`, so an endpoint that drops duplicates ignores an event that it already has.\n\nA test event returns 422 `test_delivery`, and a disabled webhook returns 422 `webhook_disabled`.',
    tag,
    path: { webhookId: WebhookIdSchema, deliveryId: DeliveryIdSchema },
    answers: {
      202: {
        description: 'The delivery, queued again, without the bodies of earlier responses.',
        schema: DeliveryAnswer,
        example: { data: examples.retried },
      },
    },
    audit: { action: 'delivery.retried', subject: 'path' },
    find: async (tx, caller, parameters) => {
      const webhook = await webhookIn(tx, caller, parameters);
      const { deliveryId = '' } = parameters;
      const delivery_id = decodeId('dlv', deliveryId);
      if (!webhook || delivery_id === undefined) return undefined;
      const key = { tenant_id: caller.tenantId, webhook_id: webhook.webhook_id, delivery_id };
      const delivery = await lockDelivery.first(tx, key);
      return delivery && { webhook, delivery };
    },
    write: async (tx, { caller, found: { webhook, delivery } }) => {
      const restarted = await retryDelivery(tx, caller.tenantId, webhook, delivery);
      return { status: 202, body: { data: retriedAnswer(restarted) } };
    },
  });

const replay = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/webhooks/:webhookId/replay',
    ...demands,
    operationId: 'replayDeliveries',
    summary: 'Replay deliveries of a period',
    description:
      'Sends the deliveries of a period again, for example after an outage of your endpoint. By default it sends only deliveries that failed or are waiting for a retry. Deliveries and events keep their ids; test events are left out.\n\nOne request replays at most 100,000 deliveries; more return 422 `limit_reached`, so choose a shorter period. A disabled webhook returns 422 `webhook_disabled`.',
    tag,
    path: { webhookId: WebhookIdSchema },
    body: ReplaySchema,
    bodyExamples: {
      failed: { summary: 'Failed deliveries since a time', value: { since: '2026-11-15T09:30:00Z' } },
      all: { summary: 'All deliveries of one day', value: { since: '2026-11-15', until: '2026-11-16', status: 'all' } },
    },
    answers: {
      202: { description: 'The deliveries are queued.', schema: ReplayAnswer, example: { data: { queued: 12 } } },
    },
    find: webhookIn,
    audit: {
      action: 'webhook.replayed',
      subject: 'path',
      details: ({ body }, answer) => ({ ...body, ...(answer as ReplayBody).data }),
    },
    refine: (_db, { body }) => periodFaults(body),
    write: async (tx, { caller, found, body: { since, until, status = 'failed' } }) => {
      const period = { since: momentOf(since), until: until ? momentOf(until) : null };
      const queued = await replayDeliveries(tx, caller.tenantId, found, { ...period, status });
      return { status: 202, body: { data: { queued } } };
    },
  });

type ReplayBody = { data: { queued: number } };

type Period = { since?: string | undefined; until?: string | null | undefined };

function periodFaults({ since, until }: Period): Detail[] {
  const [first, last] = [since, until].map((text) => (text ? readTimestamp(text) : undefined));
  return [
    ...(since !== undefined && !first ? [unreadable('since')] : []),
    ...(until && !last ? [unreadable('until')] : []),
    ...(first && last && last < first ? [backwards] : []),
  ];
}

const backwards: Detail = { field: 'until', code: 'out_of_range', message: 'until must not be before since.' };

function unreadable(field: string): Detail {
  const message = `${field} must be a time such as 2026-11-01T00:00:00Z, or a date such as 2026-11-01.`;
  return { field, code: 'invalid_format', message };
}

const momentOf = (text: string) => present(readTimestamp(text));
