import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { maskNumber } from '../platform/mask.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { addNumber, assignNumber } from './assign-number.ts';
import { findNumber, listNumbers, type NumberRow } from './queries.ts';
import { removeNumber } from './remove-number.ts';
import {
  examples,
  NewNumber,
  NumberAnswer,
  NumberChange,
  NumberInPath,
  NumberList,
  RemovedNumber,
  numberTag as tag,
} from './schema.ts';

export const numberRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(add(db));
  app.route(move(db));
  app.route(remove(db));
};

const list = (db: Database) =>
  pagedList(db, {
    url: '/numbers',
    operationId: 'listNumbers',
    summary: 'List numbers',
    description: 'Returns the phone numbers of the tenant with their projects.',
    tag,
    answer: { description: 'One page of numbers.', schema: NumberList, example: examples.number },
    list: listNumbers,
  });

const add = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/numbers',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'addNumber',
    summary: 'Add a number',
    description:
      'Adds a phone number of the tenant. Calls to it ring the staff of its project. A trunk must deliver the calls to this server. A number that is already in use, here or in another tenant, returns 422 `taken`.',
    tag,
    body: NewNumber,
    bodyExamples: { national: { summary: 'National format', value: examples.sent } },
    answers: {
      201: { description: 'The added number.', schema: NumberAnswer, example: { data: examples.number } },
    },
    audit: {
      action: 'number.added',
      subject: ({ body }) => maskNumber(body.number),
      details: ({ body: { project_id } }) => ({ project_id }),
    },
    refine: (db, { caller, body }) => projectFaults(db, caller, body.project_id),
    write: async (tx, { caller: { tenantId }, body }) => {
      const number = await addNumber(tx, tenantId, body.number, body.project_id);
      return { status: 201, body: { data: await numberNow(tx, tenantId, number) } };
    },
  });

const move = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/numbers/:number',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'updateNumber',
    summary: 'Move a number',
    description:
      'Assigns a phone number to another project. New calls ring the staff of that project; calls in progress continue.',
    tag,
    path: { number: NumberInPath },
    body: NumberChange,
    bodyExamples: { project: { summary: 'Assign the number to project 1', value: { project_id: 1 } } },
    answers: {
      200: { description: 'The updated number.', schema: NumberAnswer, example: { data: examples.number } },
    },
    find: findIn,
    audit: {
      action: 'number.moved',
      subject: ({ found }) => maskNumber(found.number),
      details: ({ body }) => body,
    },
    refine: (db, { caller, body }) => projectFaults(db, caller, body.project_id),
    write: async (tx, { caller: { tenantId }, found, body: { project_id } }) => {
      if (project_id !== undefined) await assignNumber(tx, tenantId, found.number, project_id);
      return ok({ data: await numberNow(tx, tenantId, found.number) });
    },
  });

const remove = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/numbers/:number',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'removeNumber',
    summary: 'Remove a number',
    description:
      'Removes a phone number. New calls to it are no longer accepted. The history of earlier calls is kept.',
    tag,
    path: { number: NumberInPath },
    answers: {
      200: { description: 'The number was removed.', schema: RemovedNumber, example: { data: examples.removed } },
    },
    find: findIn,
    audit: { action: 'number.removed', subject: ({ found }) => maskNumber(found.number) },
    write: async (tx, { caller: { tenantId }, found }) =>
      ok({ data: { number: await removeNumber(tx, tenantId, found.number) } }),
  });

async function numberNow(db: Queryable, tenantId: TenantId, number: string): Promise<NumberRow> {
  return findNumber.one(db, { tenant_id: tenantId, number });
}

async function findIn(
  db: Queryable,
  { tenantId, defaultCountry }: Caller,
  { number: typed = '' }: Record<string, string>,
) {
  const number = parsePhoneNumber(typed, defaultCountry);
  return number === undefined ? undefined : findNumber.first(db, { tenant_id: tenantId, number });
}

async function projectFaults(db: Queryable, { tenantId }: Caller, projectId: ProjectId | undefined): Promise<Detail[]> {
  if (projectId === undefined || (await activeProjects(db, tenantId, [projectId])).has(projectId)) return [];
  const message = 'project_id must be the id of an active project of this tenant.';
  return [{ field: 'project_id', code: 'project_not_found', message }];
}
