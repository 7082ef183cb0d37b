import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { Id, TenantId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { readTimestamp } from '../platform/time/timestamp.ts';
import { createKey } from './create-key.ts';
import { findKey, type ListedKey, listKeys } from './queries.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import {
  CreatedKey,
  examples,
  KeyAnswer,
  KeyIdSchema,
  KeyList,
  NewKeySchema,
  Rotation,
  keyTag as tag,
} from './schema.ts';

export const keyRoutes = (db: Database, box: SecretBox) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(create(db, box));
  app.route(revoke(db));
  app.route(rotate(db, box));
};

const findIn = byId('key', (db, tenant_id, key_id) => findKey.first(db, { tenant_id, key_id }));

const list = (db: Database) =>
  pagedList(db, {
    url: '/keys',
    operationId: 'listKeys',
    summary: 'List API keys',
    description:
      'Returns all API keys of the tenant, ordered by `key_id`, including revoked and expired ones. The keys themselves are not included.',
    tag,
    answer: { description: 'One page of keys.', schema: KeyList, example: examples.key },
    list: listKeys,
  });

const create = (db: Database, box: SecretBox) =>
  writeOperation(db, {
    method: 'POST',
    url: '/keys',
    role: 'administrator',
    operationId: 'createKey',
    summary: 'Create an API key',
    description:
      'Creates an API key. The response contains the key, which is never returned again, because only its hash is stored. Give each integration its own key with only the scopes that it needs.',
    tag,
    body: NewKeySchema,
    bodyExamples: {
      full: { summary: 'All fields', value: examples.full },
      least: { summary: 'Required fields only', value: examples.sent },
    },
    answers: {
      201: { description: 'The created key.', schema: CreatedKey, example: { data: examples.created } },
    },
    answersSecret: box,
    audit: { action: 'key.created', subject: 'created', details: ({ body }) => body },
    refine: (_db, { body }) => expiryFaults(body.expires_at),
    write: async (tx, { caller: { tenantId }, body: { name, kind, scopes, ...body } }) => {
      const { allowlist, allows_assistants: allowsAssistants, expires_at } = body;
      const wanted = {
        name,
        kind,
        scopes,
        allowlist: allowlist ?? [],
        allowsAssistants,
        expiresAt: momentOf(expires_at),
      };
      return shownOnce(tx, tenantId, await createKey(tx, tenantId, wanted));
    },
  });

const revoke = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/keys/:keyId/revoke',
    role: 'administrator',
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    description:
      'Revokes an API key. All nodes refuse it within a second, and this cannot be undone. If the key was already revoked, the response is 200 and nothing changes.',
    tag,
    path: { keyId: KeyIdSchema },
    answers: { 200: { description: 'The revoked key.', schema: KeyAnswer, example: { data: examples.revoked } } },
    find: findIn,
    audit: { action: 'key.revoked', subject: 'path', details: ({ found: { name, hint } }) => ({ name, hint }) },
    write: async (tx, { caller: { tenantId }, found }) => {
      const revoked_at = await revokeKey(tx, tenantId, found.key_id);
      return ok({ data: { ...found, revoked_at } });
    },
  });

const rotate = (db: Database, box: SecretBox) =>
  writeOperation(db, {
    method: 'POST',
    url: '/keys/:keyId/rotate',
    role: 'administrator',
    operationId: 'rotateKey',
    summary: 'Rotate an API key',
    description:
      'Creates a new key with the same name, kind, scopes, allowlist, permission for assistants and lifetime. The response contains it, and it is never returned again. The old key stays valid for `overlap_hours`, so you can switch without an interruption.\n\nA key can be rotated only once (422 `already_rotated`), and only while it is valid (422 `not_active`).',
    tag,
    path: { keyId: KeyIdSchema },
    body: Rotation,
    bodyExamples: { day: { summary: 'Keep the old key for a day', value: { overlap_hours: 24 } } },
    answers: {
      201: { description: 'The new key.', schema: CreatedKey, example: { data: examples.rotated } },
    },
    answersSecret: box,
    find: findIn,
    audit: {
      action: 'key.rotated',
      subject: 'path',
      details: ({ body }, answer) => ({ ...body, new_key_id: (answer as { data: ListedKey }).data.key_id }),
    },
    write: async (tx, { caller: { tenantId }, found, body: { overlap_hours: overlapHours } }) =>
      shownOnce(tx, tenantId, await rotateKey(tx, tenantId, { keyId: found.key_id, overlapHours })),
  });

async function shownOnce(db: Queryable, tenantId: TenantId, { keyId, key }: { keyId: Id<'key'>; key: string }) {
  const created = await findKey.first(db, { tenant_id: tenantId, key_id: keyId });
  return { status: 201, body: { data: { ...created, key } } };
}

const momentOf = (text: string | null | undefined) => (text ? readTimestamp(text) : undefined);

function expiryFaults(text: string | null | undefined): Detail[] {
  if (text === null || text === undefined || readTimestamp(text)) return [];
  const message = 'expires_at must be a time such as 2027-04-01T09:00:00+09:00, or a date such as 2027-04-01.';
  return [{ field: 'expires_at', code: 'invalid_format', message }];
}
