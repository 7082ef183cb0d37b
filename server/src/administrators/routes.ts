import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changeRole } from './change-role.ts';
import { createAdministrator } from './create-administrator.ts';
import { makePassword } from './credentials/password.ts';
import { type AdministratorRow, listAdministrators } from './queries.ts';
import { removeAdministrator } from './remove-administrator.ts';
import {
  AdministratorAnswer,
  AdministratorChange,
  AdministratorId,
  AdministratorList,
  CreatedAdministrator,
  examples,
  NewAdministrator,
  RemovedAdministrator,
  administratorTag as tag,
} from './schema.ts';
import { signedIn } from './sessions/session-answer.ts';

export const administratorRoutes = (db: Database, box: SecretBox) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(create(db, box));
  app.route(change(db));
  app.route(remove(db));
};

const findIn = byId('administrator', async (db, tenant_id, administratorId): Promise<AdministratorRow | undefined> => {
  const all = await listAdministrators.all(db, { tenant_id });
  return all.find(({ administrator_id }) => administrator_id === administratorId);
});

const list = (db: Database) =>
  pagedList(db, {
    url: '/administrators',
    operationId: 'listAdministrators',
    summary: 'List administrators',
    tag,
    answer: { description: 'One page of administrators.', schema: AdministratorList, example: examples.administrator },
    list: listAdministrators,
  });

const create = (db: Database, box: SecretBox) =>
  writeOperation(db, {
    method: 'POST',
    url: '/administrators',
    role: 'administrator',
    operationId: 'createAdministrator',
    summary: 'Create an administrator',
    description: 'The answer has a password for the first log-in, which is never shown again: hand it over.',
    tag,
    body: NewAdministrator,
    bodyExamples: { viewer: { summary: 'Somebody who only reads', value: examples.sent } },
    answers: {
      201: {
        description: 'The new administrator, with the password.',
        schema: CreatedAdministrator,
        example: { data: examples.created },
      },
    },
    answersSecret: box,
    audit: {
      action: 'administrator.created',
      subject: 'created',
      details: ({ body: { email, role } }) => ({ email, role }),
    },
    prepare: makePassword,
    write: async (tx, { caller: { tenantId }, body, prepared: { password, passwordHash } }) => {
      const administratorId = await createAdministrator(tx, tenantId, { ...body, passwordHash });
      const all = await listAdministrators.all(tx, { tenant_id: tenantId });
      const created = all.find(({ administrator_id }) => administrator_id === administratorId);
      return { status: 201, body: { data: { ...created, password } } };
    },
  });

const change = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/administrators/:administratorId',
    role: 'administrator',
    operationId: 'updateAdministrator',
    summary: 'Change the role of an administrator',
    holds: 'alone',
    description:
      'It counts from the next request on, also in sessions that are open. Nobody changes his own role (`own_account`), and a tenant keeps one administrator at least (`last_administrator`).',
    tag,
    path: { administratorId: AdministratorId },
    body: AdministratorChange,
    bodyExamples: { role: { summary: 'Only reading from now on', value: { role: 'viewer' } } },
    answers: {
      200: {
        description: 'The administrator as he is now.',
        schema: AdministratorAnswer,
        example: { data: examples.administrator },
      },
    },
    find: findIn,
    audit: { action: 'administrator.changed', subject: 'path', details: ({ body }) => body },
    write: async (tx, { caller, found, body: { role } }) => {
      if (role === undefined) return ok({ data: found });
      const by = signedIn(caller).administratorId;
      const { administrator_id: administratorId } = found;
      return ok({ data: await changeRole(tx, caller.tenantId, { administratorId, role, by }) });
    },
  });

const remove = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/administrators/:administratorId',
    role: 'administrator',
    operationId: 'deleteAdministrator',
    summary: 'Remove an administrator',
    holds: 'alone',
    description:
      'All sessions end at once. Nobody removes himself, and a tenant keeps one administrator at least. What was done stays in the audit log.',
    tag,
    path: { administratorId: AdministratorId },
    answers: {
      200: {
        description: 'The administrator is gone.',
        schema: RemovedAdministrator,
        example: { data: examples.removed },
      },
    },
    find: findIn,
    audit: { action: 'administrator.deleted', subject: 'path', details: ({ found }) => ({ email: found.email }) },
    write: async (tx, { caller, found: { administrator_id } }) => {
      const by = signedIn(caller).administratorId;
      await removeAdministrator(tx, caller.tenantId, { administratorId: administrator_id, by });
      return ok({ data: { administrator_id } });
    },
  });
