import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { PhoneSystem } from '../engine/phone-system.ts';
import { registeredPhones } from '../engine/registered-phones.ts';
import { offsetOf, pagination } from '../http/input/paging.ts';
import { readPathId } from '../http/input/path-id.ts';
import { ok, okText, readOperation } from '../http/operation.ts';
import { type Caller, meterColumn } from '../platform/caller.ts';
import { problem } from '../platform/problem.ts';
import { type ReadRegistered, withAvailability } from './availability.ts';
import { namedLike, refineSearch } from './match-names.ts';
import {
  findMember,
  findNumberedProject,
  findTenantOfKey,
  listMembers,
  listNumberedProjects,
  listProjectNames,
  listStaffNames,
} from './queries.ts';
import {
  examples,
  MeAnswer,
  ProjectAnswer,
  ProjectIdSchema,
  ProjectList,
  ProjectQuery,
  StaffAnswer,
  StaffIdSchema,
  StaffList,
  StaffQuery,
  directoryTag as tag,
} from './schema.ts';

type Parts = { systems: PhoneSystem[]; isDrained: (server: string) => boolean };

export const directoryRoutes = (db: Database, { systems, isDrained }: Parts) => {
  const readRegistered = registeredPhones(systems, isDrained);
  return async (app: FastifyInstance) => {
    app.route(me(db));
    app.route(staffList(db, readRegistered));
    app.route(staffMember(db, readRegistered));
    app.route(projectList(db));
    app.route(project(db));
  };
};

const me = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/me',
    scope: 'any',
    operationId: 'getMe',
    summary: 'Get the tenant and the key',
    description:
      'Returns the tenant that the key belongs to, and what the key can do: the first request of an integration.',
    tag,
    answers: { 200: { description: 'The tenant and the key.', schema: MeAnswer, example: { data: examples.me } } },
    read: async (db, { caller }) => {
      const found = await findTenantOfKey.first(db, { tenant_id: caller.tenantId, key_id: meterColumn(caller.meter) });
      if (!found) throw problem('invalid_api_key'); // The tenant was removed after the key was verified.
      const { tenant_id, tenant_name, timezone, default_country, language, licenses, key_name, ...key } = found;
      const { key_id, ...rest } = key;
      return ok({
        data: {
          tenant: { tenant_id, name: tenant_name, timezone, default_country, language, licenses },
          key: { key_id, name: key_name, ...rest },
        },
      });
    },
  });

const staffList = (db: Database, readRegistered: ReadRegistered) =>
  readOperation(db, {
    method: 'GET',
    url: '/staff',
    scope: 'any',
    operationId: 'listStaff',
    summary: 'List staff',
    description:
      'Returns the staff members of the tenant, ordered by `staff_id`, with their availability at this moment. Several filters are combined with AND.',
    tag,
    query: StaffQuery,
    answers: {
      200: {
        description: 'One page of staff members.',
        schema: StaffList,
        example: { data: [examples.staff], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { query }) => refineSearch(query),
    read: async (db, { caller, query }) => {
      const { tenantId: tenant_id } = caller;
      const { is_active = null, project_id = null, q, per_page: limit } = query;
      const named = q === undefined ? undefined : namedLike(await listStaffNames.all(db, { tenant_id }), q);
      const staff_ids = named?.map(({ staff_id }) => staff_id) ?? null;
      const filters = { tenant_id, is_test: isTest(caller), is_active, project_id, staff_ids };
      const { items, total } = await listMembers.one(db, { ...filters, offset: offsetOf(query), limit });
      return ok({ data: await withAvailability(items, readRegistered), pagination: pagination(query, total) });
    },
  });

const staffMember = (db: Database, readRegistered: ReadRegistered) =>
  readOperation(db, {
    method: 'GET',
    url: '/staff/:staffId',
    scope: 'any',
    operationId: 'getStaff',
    summary: 'Get a staff member',
    description: 'Returns one staff member with their availability at this moment.',
    tag,
    path: { staffId: StaffIdSchema },
    answers: { 200: { description: 'The staff member.', schema: StaffAnswer, example: { data: examples.staff } } },
    find: async (db, caller, { staffId }) => {
      const staff_id = readPathId('staff', staffId);
      if (staff_id === undefined) return undefined;
      return findMember.first(db, { tenant_id: caller.tenantId, is_test: isTest(caller), staff_id });
    },
    read: async (_db, { found }) => ok({ data: (await withAvailability([found], readRegistered))[0] }),
  });

const projectList = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/projects',
    scope: 'any',
    operationId: 'listProjects',
    summary: 'List projects',
    description:
      'Returns the projects of the tenant, ordered by `project_id`, with their phone numbers. Several filters are combined with AND.',
    tag,
    query: ProjectQuery,
    answers: {
      200: {
        description: 'One page of projects.',
        schema: ProjectList,
        example: { data: [examples.project], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { query }) => refineSearch(query),
    read: async (db, { caller: { tenantId: tenant_id }, query }) => {
      const { is_active = null, q, per_page: limit } = query;
      const named = q === undefined ? undefined : namedLike(await listProjectNames.all(db, { tenant_id }), q);
      const project_ids = named?.map(({ project_id }) => project_id) ?? null;
      const wanted = { tenant_id, is_active, project_ids, offset: offsetOf(query), limit };
      const { items, total } = await listNumberedProjects.one(db, wanted);
      return okText(`{"data":${items},"pagination":${JSON.stringify(pagination(query, total))}}`);
    },
  });

const project = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/projects/:projectId',
    scope: 'any',
    operationId: 'getProject',
    summary: 'Get a project',
    description: 'Returns one project with its phone numbers.',
    tag,
    path: { projectId: ProjectIdSchema },
    answers: {
      200: { description: 'The project.', schema: ProjectAnswer, example: { data: examples.project } },
    },
    find: async (db, { tenantId: tenant_id }, { projectId }) => {
      const project_id = readPathId('project', projectId);
      return project_id === undefined ? undefined : findNumberedProject.first(db, { tenant_id, project_id });
    },
    read: async (_db, { found }) => ok({ data: found }),
  });

const isTest = ({ kind }: Caller) => kind === 'test';
