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
  AdministratorIdSchema,
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
    description: 'Returns the administrators and viewers of the tenant.',
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
    description:
      'Adds a person who can sign in to the console. The response contains a one-time password, which is never returned again: give it to the person over a secure channel. At the first sign-in the person must choose their own password.',
    tag,
    body: NewAdministrator,
    bodyExamples: { viewer: { summary: 'A person who can only read', value: examples.sent } },
    answers: {
      201: {
        description: 'The created administrator, with the one-time password.',
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
    summary: 'Change a role',
    holds: 'alone',
    description:
      'Changes the role of an administrator. It takes effect with the next request, also in open sessions. You cannot change your own role (422 `own_account`), and a tenant must keep at least one administrator (422 `last_administrator`).',
    tag,
    path: { administratorId: AdministratorIdSchema },
    body: AdministratorChange,
    bodyExamples: { role: { summary: 'Restrict to reading', value: { role: 'viewer' } } },
    answers: {
      200: {
        description: 'The updated administrator.',
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
      'Removes an administrator and ends all their sessions immediately. You cannot remove yourself (422 `own_account`), and a tenant must keep at least one administrator (422 `last_administrator`). Their entries in the audit log are kept.',
    tag,
    path: { administratorId: AdministratorIdSchema },
    answers: {
      200: {
        description: 'The administrator was removed.',
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
