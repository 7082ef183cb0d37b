import type { FastifyInstance } from 'fastify';
import { countCustomersOfProject } from '../customers/count-customers.ts';
import type { Database } from '../database/connect.ts';
import { byId } from '../http/input/path-id.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import { NumberInPath } from '../numbers/schema.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { projectById } from '../projects/existing-project.ts';
import { leaveProjects } from '../projects/leave-projects.ts';
import { restoreProject } from '../projects/remove-project.ts';
import { ProjectIdSchema } from '../projects/schema.ts';
import { removeStaff } from '../staff/remove-staff.ts';
import { StaffIdSchema } from '../staff/schema.ts';
import { TrunkName } from '../trunks/schema.ts';
import { previewNumber, previewProject, previewStaff, previewTrunk } from './queries.ts';
import { removeUnusedProject } from './remove-unused-project.ts';
import {
  examples,
  NumberRemoval,
  ProjectRemoval,
  RemovedProject,
  RemovedStaff,
  RestoredProject,
  StaffRemoval,
  TrunkRemoval,
  removalTag as tag,
} from './schema.ts';

export const removalRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(askStaff(db));
  app.route(staff(db));
  app.route(askProject(db));
  app.route(project(db));
  app.route(restore(db));
  app.route(askNumber(db));
  app.route(askTrunk(db));
};

const staffIn = byId('staff', (db, tenant_id, staff_id) => previewStaff.first(db, { tenant_id, staff_id }));

const askStaff = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/staff/:staffId/removal',
    role: 'administrator',
    operationId: 'previewStaffRemoval',
    summary: 'Preview a staff removal',
    description: 'Returns the effects of removing a staff member, and changes nothing.',
    tag,
    path: { staffId: StaffIdSchema },
    answers: {
      200: { description: 'The effects of the removal.', schema: StaffRemoval, example: { data: examples.staff } },
    },
    find: staffIn,
    read: async (_db, { found }) => ok({ data: found }),
  });

const staff = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/staff/:staffId',
    role: 'administrator',
    operationId: 'removeStaff',
    summary: 'Remove a staff member',
    description:
      'Removes a staff member for good, with the phone, the SIP account and the places in projects. Calls in progress continue. Calls and reports keep the name. To keep the staff member for a later return, set `is_active` to false instead.',
    tag,
    path: { staffId: StaffIdSchema },
    answers: {
      200: {
        description: 'The staff member was removed.',
        schema: RemovedStaff,
        example: { data: examples.removedStaff },
      },
    },
    find: staffIn,
    audit: { action: 'staff.removed', subject: 'path', details: ({ found: { name } }) => ({ name }) },
    write: async (tx, { caller: { tenantId }, found: { staff_id } }) =>
      ok({ data: { staff_id, removed_at: await removeStaff(tx, tenantId, staff_id, leaveProjects) } }),
  });

const activeProjectIn = byId('project', (db, tenant_id, project_id) =>
  previewProject.first(db, { tenant_id, project_id }),
);

const askProject = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/projects/:projectId/removal',
    role: 'administrator',
    operationId: 'previewProjectRemoval',
    summary: 'Preview a project removal',
    description: 'Returns the effects of removing a project, and changes nothing.',
    tag,
    path: { projectId: ProjectIdSchema },
    answers: {
      200: { description: 'The effects of the removal.', schema: ProjectRemoval, example: { data: examples.project } },
    },
    find: activeProjectIn,
    read: async (db, { caller: { tenantId }, found }) =>
      ok({ data: { ...found, customers: await countCustomersOfProject(db, tenantId, found.project_id) } }),
  });

const project = (db: Database) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/projects/:projectId',
    role: 'administrator',
    operationId: 'removeProject',
    summary: 'Remove a project',
    description:
      'Removes a project: new calls and customers can no longer use it. Calls in progress continue; its calls, customers and settings are kept, and `POST /projects/{projectId}/restore` brings it back. A project that numbers lead to, and the last active one, return 409 `not_removable`.',
    tag,
    path: { projectId: ProjectIdSchema },
    answers: {
      200: {
        description: 'The project was removed.',
        schema: RemovedProject,
        example: { data: examples.removedProject },
      },
    },
    refusals: ['not_removable'],
    find: activeProjectIn,
    audit: { action: 'project.removed', subject: 'path', details: ({ found: { name } }) => ({ name }) },
    write: async (tx, { caller: { tenantId }, found: { project_id } }) => {
      await removeUnusedProject(tx, tenantId, project_id);
      return ok({ data: { project_id, is_active: false } });
    },
  });

const projectIn = byId('project', projectById);

const restore = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/projects/:projectId/restore',
    role: 'administrator',
    operationId: 'restoreProject',
    summary: 'Restore a project',
    description: 'Makes a removed project active again, with its settings as they were.',
    tag,
    path: { projectId: ProjectIdSchema },
    answers: {
      200: {
        description: 'The project is active.',
        schema: RestoredProject,
        example: { data: examples.restoredProject },
      },
    },
    find: projectIn,
    audit: { action: 'project.restored', subject: 'path', details: ({ found: { name } }) => ({ name }) },
    write: async (tx, { caller: { tenantId }, found: { project_id } }) => {
      await restoreProject(tx, tenantId, project_id);
      return ok({ data: { project_id, is_active: true } });
    },
  });

const askNumber = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/numbers/:number/removal',
    role: 'administrator',
    operationId: 'previewNumberRemoval',
    summary: 'Preview a number removal',
    description: 'Returns the effects of removing a phone number, and changes nothing.',
    tag,
    path: { number: NumberInPath },
    answers: {
      200: { description: 'The effects of the removal.', schema: NumberRemoval, example: { data: examples.number } },
    },
    find: async (db, { tenantId, defaultCountry }, { number: typed = '' }) => {
      const number = parsePhoneNumber(typed, defaultCountry);
      return number === undefined ? undefined : previewNumber.first(db, { tenant_id: tenantId, number });
    },
    read: async (_db, { found }) => ok({ data: found }),
  });

const askTrunk = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/trunks/:name/removal',
    role: 'administrator',
    operationId: 'previewTrunkRemoval',
    summary: 'Preview a trunk removal',
    description: 'Returns the effects of removing a trunk, and changes nothing.',
    tag,
    path: { name: TrunkName },
    answers: {
      200: { description: 'The effects of the removal.', schema: TrunkRemoval, example: { data: examples.trunk } },
    },
    find: (db, { tenantId }, { name = '' }) => previewTrunk.first(db, { tenant_id: tenantId, name }),
    read: async (_db, { found }) => ok({ data: found }),
  });
