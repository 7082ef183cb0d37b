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
  WebhookId,
  WebhookList,
} from './schema.ts';
import type { JudgeUrl } from './sending/judge-url.ts';
import { webhookAnswer } from './webhook-answer.ts';
import { missingProjects } from './webhook-fields.ts';

export type WebhookParts = { box: SecretBox; judgeUrl: JudgeUrl };

export const webhookRoutes = (db: Database, parts: WebhookParts) => async (app: FastifyInstance) => {
  app.route(create(db, parts));
  app.route(list(db));
  app.route(get(db));
  app.route(change(db, parts));
  app.route(remove(db));
  app.route(rotate(db, parts));
};

const create = (db: Database, { box, judgeUrl }: WebhookParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/webhooks',
    ...demands,
    operationId: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'From then on the events that it names, and that pass its filters, are sent to its URL. The answer has the secret that signs the requests, which is never shown again. A tenant has at most 100 webhooks.',
    tag,
    body: NewWebhook,
    bodyExamples: {
      least: { summary: 'The least that is needed', value: examples.least },
      full: { summary: 'All fields', value: examples.sent },
    },
    answers: {
      201: {
        description: 'The new webhook, with its secret.',
        schema: CreatedWebhookAnswer,
        example: { data: examples.created },
      },
    },
    answersSecret: box,
    audit: { action: 'webhook.created', subject: 'created' },
    askOutside: ({ url }) => urlFaults(judgeUrl, url),
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
    description: 'All webhooks of the tenant, on one page unless a smaller one is asked for, by `webhook_id`.',
    tag,
    query: listQuery,
    answers: {
      200: {
        description: 'One page of webhooks, without their secrets.',
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
    tag,
    path: { webhookId: WebhookId },
    answers: { 200: { description: 'The webhook.', schema: WebhookAnswer, example: { data: examples.webhook } } },
    find: webhookIn,
    read: async (_db, { found }) => ok({ data: webhookAnswer(found) }),
  });

const change = (db: Database, { judgeUrl }: WebhookParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/webhooks/:webhookId',
    ...demands,
    operationId: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Only what is sent is changed, and `{}` changes nothing; `filters` are replaced whole, and `null` clears them. Once a webhook is disabled nothing is sent to it: what waits to be sent is canceled. Enabling it again clears `disabled_reason`.',
    tag,
    path: { webhookId: WebhookId },
    body: WebhookChange,
    bodyExamples: {
      change: { summary: 'Disable it and clear its filters', value: examples.change },
      repeat: { summary: 'Send back what was read, changed', value: { ...examples.webhook, ...examples.change } },
    },
    answers: {
      200: { description: 'The webhook as it is now.', schema: WebhookAnswer, example: { data: examples.changed } },
    },
    audit: { action: 'webhook.changed', subject: 'path' },
    askOutside: ({ url }) => urlFaults(judgeUrl, url),
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
    description: 'Once this is answered nothing is sent to it any more, on no node, retries included.',
    tag,
    path: { webhookId: WebhookId },
    answers: {
      200: { description: 'It was deleted.', schema: DeletedWebhookAnswer, example: { data: examples.deleted } },
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
    summary: 'Give a webhook a new secret',
    description:
      'The answer has the new secret, which is never shown again. For 24 hours requests are signed with both, so that the receiver can change over at any moment.',
    tag,
    path: { webhookId: WebhookId },
    answers: {
      200: { description: 'The new secret.', schema: RotatedSecretAnswer, example: { data: examples.rotated } },
    },
    answersSecret: box,
    audit: { action: 'webhook.secret_rotated', subject: 'path' },
    find: lockedWebhookIn,
    write: async (tx, { caller, found }) =>
      ok({ data: await rotateSecret(tx, caller.tenantId, found.webhook_id, box) }),
  });

async function urlFaults(judgeUrl: JudgeUrl, url: string | undefined) {
  const fault = url === undefined ? undefined : await judgeUrl(url);
  return fault ? [fault] : [];
}
