import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { byId } from '../http/input/path-id.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { examples } from './examples.ts';
import { countWebhooks, findWebhook, listWebhooks, lockWebhook } from './queries.ts';
import { haveStopped } from './queue/stop-deliveries.ts';
import { rotateSecret } from './rotate-secret.ts';
import {
  CreatedWebhookAnswer,
  DeletedWebhookAnswer,
  demands,
  NewWebhook,
  RotatedSecretAnswer,
  webhookTag as tag,
  WebhookAnswer,
  WebhookChange,
  WebhookIdSchema,
  WebhookList,
} from './schema.ts';
import type { CheckUrl } from './sending/check-url.ts';
import { webhookAnswer } from './webhook-answer.ts';
import { missingProjects } from './webhook-fields.ts';

export type WebhookParts = { box: SecretBox; checkUrl: CheckUrl };

export const webhookRoutes = (db: Database, parts: WebhookParts) => async (app: FastifyInstance) => {
  app.route(create(db, parts));
  app.route(list(db));
  app.route(get(db));
  app.route(change(db, parts));
  app.route(remove(db));
  app.route(rotate(db, parts));
};

const create = (db: Database, { box, checkUrl }: WebhookParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/webhooks',
    ...demands,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Registers an endpoint of yours. From now on, Trunkline sends it the selected events that pass the filters. The response contains the signing secret, which is never returned again: store it, and verify the signature of each request with it.\n\nA URL with a private or local address returns 422 `address_not_allowed`. A tenant can have at most 100 webhooks; more return 422 `limit_reached`. Send a test event next, with `POST /webhooks/{webhookId}/test`.',
    tag,
    body: NewWebhook,
    bodyExamples: {
      full: { summary: 'All fields', value: examples.sent },
      least: { summary: 'Required fields only', value: examples.least },
    },
    answers: {
      201: {
        description: 'The created webhook, with its signing secret.',
        schema: CreatedWebhookAnswer,
        example: { data: examples.created },
      },
    },
    answersSecret: box,
    audit: { action: 'webhook.created', subject: 'created' },
    askOutside: ({ url }) => urlFaults(checkUrl, url),
    refine: (db, { caller, body }) => missingProjects(db, caller.tenantId, body),
    write: async (tx, { caller, body }) => {
      const { webhook, secret } = await createWebhook(tx, caller.tenantId, body, box);
      return { status: 201, body: { data: { ...webhookAnswer(webhook), secret } } };
    },
  });

const listQuery = inputObject({
  page: pagingParameters.page,
  per_page: { ...pagingParameters.per_page, title: 'PerPageOfWebhooks', default: 100 },
  sort: pagingParameters.sort('asc'),
});

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/webhooks',
    ...demands,
    operationId: 'listWebhooks',
    summary: 'List webhooks',
    description:
      'Returns all webhooks of the tenant, ordered by `webhook_id`, without their secrets. The default page size of 100 fits all of them. Deleted webhooks are not included.',
    tag,
    query: listQuery,
    answers: {
      200: {
        description: 'One page of webhooks.',
        schema: WebhookList,
        example: { data: [examples.webhook], pagination: pagination({ page: 1, per_page: 100 }, 1) },
      },
    },
    read: async (db, { caller, query }) => {
      const tenant = { tenant_id: caller.tenantId };
      const page = { offset: offsetOf(query), limit: query.per_page };
      const [rows, counted] = await Promise.all([
        listWebhooks[query.sort].all(db, { ...tenant, ...page }),
        countWebhooks.first(db, tenant),
      ]);
      return ok({ data: rows.map(webhookAnswer), pagination: pagination(query, counted?.total ?? 0) });
    },
  });

const webhookIn = byId('webhook', (db, tenant_id, webhook_id) => findWebhook.first(db, { tenant_id, webhook_id }));
const lockedWebhookIn = byId('webhook', (tx, tenant_id, webhook_id) =>
  lockWebhook.first(tx, { tenant_id, webhook_id }),
);

const get = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/webhooks/:webhookId',
    ...demands,
    operationId: 'getWebhook',
    summary: 'Get a webhook',
    description:
      'Returns one webhook, without its secret. Check `is_enabled` and `disabled_reason` if events stop arriving.',
    tag,
    path: { webhookId: WebhookIdSchema },
    answers: { 200: { description: 'The webhook.', schema: WebhookAnswer, example: { data: examples.webhook } } },
    find: webhookIn,
    read: async (_db, { found }) => ok({ data: webhookAnswer(found) }),
  });

const change = (db: Database, { checkUrl }: WebhookParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/webhooks/:webhookId',
    ...demands,
    operationId: 'updateWebhook',
    summary: 'Update a webhook',
    description:
      'Changes only the fields that you send; `{}` changes nothing. `filters` is replaced as a whole, and `null` removes all filters.\n\nDisabling a webhook cancels its pending deliveries. Enabling it again clears `disabled_reason`, but does not send the canceled deliveries: send them with `POST /webhooks/{webhookId}/replay` and `status` `all`.',
    tag,
    path: { webhookId: WebhookIdSchema },
    body: WebhookChange,
    bodyExamples: {
      change: { summary: 'Disable the webhook and remove its filters', value: examples.change },
      repeat: {
        summary: 'Send back the whole webhook with changes',
        value: { ...examples.webhook, ...examples.change },
      },
    },
    answers: {
      200: { description: 'The updated webhook.', schema: WebhookAnswer, example: { data: examples.changed } },
    },
    audit: { action: 'webhook.changed', subject: 'path' },
    askOutside: ({ url }) => urlFaults(checkUrl, url),
    find: lockedWebhookIn,
    refine: (db, { caller, body, found }) => missingProjects(db, caller.tenantId, body, found.project_ids ?? []),
    write: async (tx, { caller: { tenantId }, found, body }) => {
      const { webhook, isStopped } = await changeWebhook(tx, tenantId, found, body);
      return {
        ...ok({ data: webhookAnswer(webhook) }),
        ...(isStopped && { afterCommit: () => haveStopped(db, tenantId, webhook.webhook_id) }),
      };
    },
  });

const remove = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/webhooks/:webhookId',
    ...demands,
    operationId: 'deleteWebhook',
    summary: 'Delete a webhook',
    description:
      'Deletes a webhook. Deliveries stop immediately: after this response nothing more is sent, including retries. Afterwards the webhook returns 404. To pause a webhook instead, set `is_enabled` to false.',
    tag,
    path: { webhookId: WebhookIdSchema },
    answers: {
      200: {
        description: 'The webhook was deleted.',
        schema: DeletedWebhookAnswer,
        example: { data: examples.deleted },
      },
    },
    audit: { action: 'webhook.deleted', subject: 'path' },
    find: lockedWebhookIn,
    write: async (tx, { caller: { tenantId }, found: { webhook_id } }) => ({
      ...ok({ data: await deleteWebhook(tx, tenantId, webhook_id) }),
      afterCommit: () => haveStopped(db, tenantId, webhook_id),
    }),
  });

const rotate = (db: Database, { box }: WebhookParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/webhooks/:webhookId/rotate-secret',
    ...demands,
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate a webhook secret',
    description:
      'Creates a new signing secret, which is never returned again. For 24 hours each request is signed with both secrets, so your endpoint can switch to the new one at any time without losing events. Afterwards only the new secret is used.',
    tag,
    path: { webhookId: WebhookIdSchema },
    answers: {
      200: { description: 'The new signing secret.', schema: RotatedSecretAnswer, example: { data: examples.rotated } },
    },
    answersSecret: box,
    audit: { action: 'webhook.secret_rotated', subject: 'path' },
    find: lockedWebhookIn,
    write: async (tx, { caller, found }) =>
      ok({ data: await rotateSecret(tx, caller.tenantId, found.webhook_id, box) }),
  });

async function urlFaults(checkUrl: CheckUrl, url: string | undefined) {
  const fault = url === undefined ? undefined : await checkUrl(url);
  return fault ? [fault] : [];
}
