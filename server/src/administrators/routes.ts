import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changeAccess } from './change-access.ts';
import { createAdministrator } from './create-administrator.ts';
import { makePassword } from './credentials/password.ts';
import { type AdministratorRow, listAdministrators } from './queries.ts';
import { removeAdministrator } from './remove-administrator.ts';
import { resetPassword } from './reset-password.ts';
import {
  AdministratorAnswer,
  AdministratorChange,
  AdministratorIdSchema,
  AdministratorList,
  CreatedAdministrator,
  examples,
  NewAdministrator,
  PasswordReset,
  RemovedAdministrator,
  administratorTag as tag,
} from './schema.ts';
import { signedIn } from './sessions/session-answer.ts';
import { type Access, accessFaults, accessOf, type SentAccess } from './supervised-projects.ts';

export const administratorRoutes = (db: Database, box: SecretBox) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(create(db, box));
  app.route(change(db));
  app.route(remove(db));
  app.route(reset(db, box));
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
    description: 'Returns the administrators, supervisors and viewers of the tenant.',
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
      'Adds a person who can sign in to the console. The response contains a one-time password, which is never returned again: give it to the person over a secure channel. At the first sign-in the person must choose their own password. A `supervisor` needs at least one project in `project_ids`.',
    tag,
    body: NewAdministrator,
    bodyExamples: {
      viewer: { summary: 'A person who can only read', value: examples.sent },
      supervisor: { summary: 'A supervisor of two projects', value: examples.supervisor },
    },
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
      details: ({ body: { email, role, project_ids } }) => ({ email, role, project_ids }),
    },
    refine: (db, { caller, body }, faults) => accessFaults(db, caller.tenantId, accessOf(body), faults),
    prepare: makePassword,
    write: async (tx, { caller: { tenantId }, body, prepared: { password, passwordHash } }) => {
      const wanted = { email: body.email, ...accessOf(body), passwordHash };
      const administratorId = await createAdministrator(tx, tenantId, wanted);
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
    summary: 'Change a role or projects',
    holds: 'alone',
    description:
      'Changes the role of an administrator, or the projects of a supervisor. It takes effect with the next request, also in open sessions. A `supervisor` needs at least one project, and other roles have none. You cannot change your own role (422 `own_account`), and a tenant must keep at least one administrator (422 `last_administrator`).',
    tag,
    path: { administratorId: AdministratorIdSchema },
    body: AdministratorChange,
    bodyExamples: {
      role: { summary: 'Restrict to reading', value: { role: 'viewer' } },
      projects: { summary: 'Restrict to some projects', value: { role: 'supervisor', project_ids: [1, 4] } },
    },
    answers: {
      200: {
        description: 'The updated administrator.',
        schema: AdministratorAnswer,
        example: { data: examples.administrator },
      },
    },
    find: findIn,
    audit: { action: 'administrator.changed', subject: 'path', details: ({ body }) => body },
    refine: (db, { caller, found, body }, faults) =>
      accessFaults(db, caller.tenantId, accessAfter(found, body), faults),
    write: async (tx, { caller, found, body }) => {
      if (Object.keys(body).length === 0) return ok({ data: found });
      const by = signedIn(caller).administratorId;
      const { administrator_id: administratorId } = found;
      const access = accessAfter(found, body);
      return ok({ data: await changeAccess(tx, caller.tenantId, { ...access, administratorId, by }) });
    },
  });

/** The projects stay if they are not sent, and the person stays a supervisor. */
function accessAfter(found: AdministratorRow, { role = found.role, project_ids }: SentAccess): Access {
  return { role, projectIds: project_ids ?? (role === 'supervisor' ? found.project_ids : []) };
}

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

const reset = (db: Database, box: SecretBox) =>
  writeOperation(db, {
    method: 'POST',
    url: '/administrators/:administratorId/reset-password',
    role: 'administrator',
    operationId: 'resetAdministratorPassword',
    summary: 'Reset a password',
    holds: 'alone',
    description:
      'Replaces the password of another administrator and ends all their sessions. The response contains a one-time password, which is never returned again: give it to the person over a secure channel. At the next sign-in the person must choose their own password. To change your own password, use `PUT /session/password` (422 `own_account` here).',
    tag,
    path: { administratorId: AdministratorIdSchema },
    body: PasswordReset,
    bodyExamples: {
      password: { summary: 'Only the password', value: {} },
      totp: { summary: 'Also turn off two-factor authentication', value: { totp: 'remove' } },
    },
    answers: {
      200: {
        description: 'The administrator, with the one-time password.',
        schema: CreatedAdministrator,
        example: { data: examples.created },
      },
    },
    answersSecret: box,
    find: findIn,
    audit: {
      action: 'administrator.password_reset',
      subject: 'path',
      details: ({ found, body: { totp = 'keep' } }) => ({ email: found.email, totp }),
    },
    prepare: makePassword,
    write: async (tx, { caller, found, body: { totp = 'keep' }, prepared: { password, passwordHash } }) => {
      const by = signedIn(caller).administratorId;
      const { administrator_id: administratorId } = found;
      const changed = await resetPassword(tx, caller.tenantId, { administratorId, by, totp, passwordHash });
      return ok({ data: { ...changed, password } });
    },
  });
