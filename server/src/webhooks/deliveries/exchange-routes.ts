import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/connect.ts';
import type { Row } from '../../database/sql.ts';
import { eventBody } from '../../events/event-body.ts';
import { readPathId } from '../../http/input/path-id.ts';
import { ok, readOperation } from '../../http/operation.ts';
import { decodeId } from '../../platform/ids.ts';
import { examples } from '../examples.ts';
import { findWebhook } from '../queries.ts';
import { findExchange } from '../queue/delivery-queries.ts';
import { demands, webhookTag as tag, WebhookIdSchema } from '../schema.ts';
import { deliveryAnswer } from './delivery-answer.ts';
import { DeliveryIdSchema, ExchangeAnswer } from './delivery-schema.ts';

/** For the console, which shows administrators what their endpoint was sent. */
export const exchangeRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(get(db));
};

const get = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/webhooks/:webhookId/deliveries/:deliveryId',
    ...demands,
    operationId: 'getDelivery',
    summary: 'Get a delivery',
    description:
      'Returns one delivery with its attempts and the request that was sent. The URL and the headers are stored for test events only.',
    tag,
    path: { webhookId: WebhookIdSchema, deliveryId: DeliveryIdSchema },
    answers: {
      200: {
        description: 'The delivery, with its request.',
        schema: ExchangeAnswer,
        example: { data: examples.exchange },
      },
    },
    find: async (db, { tenantId }, { webhookId, deliveryId = '' }) => {
      const [webhook_id, delivery_id] = [readPathId('webhook', webhookId), decodeId('dlv', deliveryId)];
      if (webhook_id === undefined || delivery_id === undefined) return undefined;
      const webhook = await findWebhook.first(db, { tenant_id: tenantId, webhook_id });
      return webhook && findExchange.first(db, { tenant_id: tenantId, webhook_id, delivery_id });
    },
    read: async (_db, { found }) => ok({ data: exchangeAnswer(found) }),
  });

function exchangeAnswer({ request, is_test, data, happened_at, ...delivery }: Row<typeof findExchange.gives>) {
  const { url, headers } = request ?? { url: null, headers: null };
  const { event_id, event_type: type } = delivery;
  const isKept = is_test !== null && data !== null && happened_at !== null;
  const body = isKept ? eventBody({ event_id, type, is_test, data, created_at: happened_at }) : null;
  return { ...deliveryAnswer(delivery), request: { url, headers, body } };
}
