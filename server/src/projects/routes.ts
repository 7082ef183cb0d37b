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
import { findProject, listProjects, type ProjectRow } from './queries.ts';
import {
  examples,
  NewProject,
  ProjectAnswer,
  ProjectChange,
  ProjectId,
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
    tag,
    answer: { description: 'One page of projects, by `project_id`.', schema: ProjectList, example: examples.project },
    list: listProjects,
  });

const create = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/projects',
    role: 'administrator',
    changesTelephony: 'perhaps',
    operationId: 'createProject',
    summary: 'Create a project',
    tag,
    body: NewProject,
    bodyExamples: { voicemail: { summary: 'One that takes messages', value: examples.sent } },
    answers: {
      201: { description: 'The new project.', schema: ProjectAnswer, example: { data: examples.project } },
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
    tag,
    path: { projectId: ProjectId },
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
    summary: 'Change a project',
    description:
      'Only what is sent is changed; `staff_ids` are replaced whole. Calls that are under way go on as they are.',
    tag,
    path: { projectId: ProjectId },
    body: ProjectChange,
    bodyExamples: { telephony: { summary: 'How it calls', value: examples.change } },
    answers: {
      200: { description: 'The project as it is now.', schema: ProjectAnswer, example: { data: examples.project } },
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
