import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { Caller } from '../platform/caller.ts';
import type { Id } from '../platform/ids.ts';
import { refuseTelephony } from '../tenants/refuse-telephony.ts';
import { type ProjectChange as Change, changeProject } from './change-project.ts';
import { createProject } from './create-project.ts';
import { findProject, listProjects, listProjectsAmong, type ProjectRow } from './queries.ts';
import {
  examples,
  NewProject,
  ProjectAnswer,
  ProjectChangeSchema,
  ProjectFilters,
  ProjectIdSchema,
  ProjectList,
  projectTag as tag,
} from './schema.ts';

export const projectRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(list(db));
  app.route(create(db));
  app.route(get(db));
  app.route(change(db));
};

const findIn = byId('project', (db, tenant_id, project_id) => findProject.first(db, { tenant_id, project_id }));

const list = (db: Database) =>
  pagedList(db, {
    url: '/projects',
    operationId: 'listProjects',
    summary: 'List projects',
    description: 'Returns the projects of the tenant, ordered by `project_id`. A supervisor sees only their own.',
    tag,
    answer: { description: 'One page of projects.', schema: ProjectList, example: examples.project },
    filters: ProjectFilters,
    list: listProjects,
    listForSupervisors: listProjectsAmong,
    keep: (project, { is_active }) => is_active === undefined || project.is_active === is_active,
  });

const create = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/projects',
    role: 'administrator',
    changesTelephony: 'perhaps',
    operationId: 'createProject',
    summary: 'Create a project',
    description:
      'Creates a project. Only `name` is required. To make live calls with it, select a trunk and a caller ID; to receive calls, add a number for it.',
    tag,
    body: NewProject,
    bodyExamples: { voicemail: { summary: 'A project with voicemail', value: examples.sent } },
    answers: {
      201: { description: 'The created project.', schema: ProjectAnswer, example: { data: examples.project } },
    },
    audit: {
      action: 'project.created',
      subject: 'created',
      details: ({ body }) => ({ name: body.name, fields: Object.keys(body) }),
    },
    write: async (tx, { caller, body }) => {
      const projectId = await createProject(tx, caller.tenantId, body);
      return { status: 201, body: { data: await changeFor(tx, caller, projectId, body) } };
    },
  });

const get = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/projects/:projectId',
    role: 'viewer',
    operationId: 'getProject',
    summary: 'Get a project',
    description: 'Returns one project with its settings.',
    tag,
    path: { projectId: ProjectIdSchema },
    answers: { 200: { description: 'The project.', schema: ProjectAnswer, example: { data: examples.project } } },
    find: findIn,
    read: async (_db, { found }) => ok({ data: found }),
  });

const change = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/projects/:projectId',
    role: 'administrator',
    changesTelephony: 'perhaps',
    operationId: 'updateProject',
    summary: 'Update a project',
    description:
      'Changes only the fields that you send; `staff_ids` is replaced as a whole. The new settings apply to new calls: calls in progress continue unchanged.',
    tag,
    path: { projectId: ProjectIdSchema },
    body: ProjectChangeSchema,
    bodyExamples: { telephony: { summary: 'Set caller ID, trunk and staff', value: examples.change } },
    answers: {
      200: { description: 'The updated project.', schema: ProjectAnswer, example: { data: examples.project } },
    },
    find: findIn,
    audit: { action: 'project.changed', subject: 'path' },
    write: async (tx, { caller, found, body }) => ok({ data: await changeFor(tx, caller, found.project_id, body) }),
  });

/** The trunk and the caller id may be the operator's alone to change; a client may send back the values that it has read. */
async function changeFor(tx: Tx, caller: Caller, projectId: Id<'project'>, change: Change): Promise<ProjectRow> {
  const { project, changed } = await changeProject(tx, caller.tenantId, projectId, change);
  if (changed.includes('caller_id') || changed.includes('trunk')) refuseTelephony(caller);
  return project;
}
