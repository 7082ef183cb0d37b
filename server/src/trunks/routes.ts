import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { PhoneSystem } from '../engine/phone-system.ts';
import { readPartyStates } from '../engine/read-party-states.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { pagedList } from '../http/paged-list.ts';
import type { Caller } from '../platform/caller.ts';
import type { Detail } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { changeTrunk } from './change-trunk.ts';
import { createTrunk } from './create-trunk.ts';
import { findTrunk, listTrunks, type TrunkRow } from './queries.ts';
import { type ProjectsOfTrunk, removeTrunk } from './remove-trunk.ts';
import {
  examples,
  NewTrunkSchema,
  RemovedTrunk,
  TrunkAnswer,
  TrunkChange,
  TrunkList,
  TrunkName,
  trunkTag as tag,
} from './schema.ts';
import { trunkEndpoint } from './trunk-endpoint.ts';

export type TrunkParts = { box: SecretBox; systems: PhoneSystem[]; projectsOfTrunk: ProjectsOfTrunk };

export const trunkRoutes = (db: Database, parts: TrunkParts) => async (app: FastifyInstance) => {
  app.route(list(db, parts));
  app.route(create(db, parts));
  app.route(change(db, parts));
  app.route(remove(db, parts));
};

const list = (db: Database, { systems }: TrunkParts) =>
  pagedList(db, {
    url: '/trunks',
    operationId: 'listTrunks',
    summary: 'List trunks',
    description: 'Returns the trunks of the tenant with their current state, without their passwords.',
    tag,
    answer: { description: 'One page of trunks.', schema: TrunkList, example: examples.trunk },
    list: listTrunks,
    show: async (trunks) => {
      const stateOf = await readPartyStates(
        systems,
        trunks.map(({ trunk_id }) => trunkEndpoint(trunk_id)),
      );
      return trunks.map((trunk) => shown(trunk, stateOf(trunkEndpoint(trunk.trunk_id))));
    },
  });

const create = (db: Database, { box }: TrunkParts) =>
  writeOperation(db, {
    method: 'POST',
    url: '/trunks',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'createTrunk',
    summary: 'Create a trunk',
    description:
      'Adds a SIP connection to a carrier. The telephone system receives it within a few seconds: list the trunks to see its `state`. Then select the trunk in a project, so that the calls of the project use it.',
    tag,
    body: NewTrunkSchema,
    bodyExamples: {
      registering: { summary: 'A trunk that registers with a username', value: examples.sent },
      address: { summary: 'A trunk that the carrier identifies by IP address', value: examples.sentByAddress },
    },
    answers: {
      201: { description: 'The created trunk.', schema: TrunkAnswer, example: { data: examples.created } },
    },
    audit: { action: 'trunk.created', subject: ({ body }) => body.name },
    write: async (tx, { caller: { tenantId }, body }) => {
      const trunk = await createTrunk(tx, tenantId, body, box);
      return { status: 201, body: { data: shown(trunk, 'unknown') } };
    },
  });

const change = (db: Database, { box }: TrunkParts) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/trunks/:name',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'updateTrunk',
    summary: 'Update a trunk',
    description:
      'Changes only the fields that you send. The password is kept if you do not send one, but a change of `host`, `port`, `transport` or `username` requires it again. `name` cannot change.',
    tag,
    path: { name: TrunkName },
    body: TrunkChange,
    bodyExamples: {
      host: { summary: 'Change the server', value: { host: 'sip2.carrier.example', password: 's3cret-from-carrier' } },
    },
    answers: {
      200: { description: 'The updated trunk.', schema: TrunkAnswer, example: { data: examples.created } },
    },
    find: findIn,
    audit: { action: 'trunk.changed', subject: 'path' },
    refine: (_db, { body, found }) => fixedNameFaults(found.name, body.name),
    write: async (tx, { caller: { tenantId }, found: { name }, body }) => {
      await changeTrunk(tx, tenantId, { ...body, name }, box);
      const trunk = await findTrunk.one(tx, { tenant_id: tenantId, name });
      return ok({ data: shown(trunk, 'unknown') });
    },
  });

const remove = (db: Database, { projectsOfTrunk }: TrunkParts) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/trunks/:name',
    role: 'administrator',
    changesTelephony: 'always',
    operationId: 'removeTrunk',
    summary: 'Remove a trunk',
    description:
      'Removes a trunk. A trunk that a project still uses returns 422 `in_use`: select another trunk in that project first.',
    tag,
    path: { name: TrunkName },
    answers: {
      200: { description: 'The trunk was removed.', schema: RemovedTrunk, example: { data: examples.removed } },
    },
    find: findIn,
    audit: { action: 'trunk.removed', subject: 'path' },
    write: async (tx, { caller: { tenantId }, found: { name } }) =>
      ok({ data: { trunk_id: await removeTrunk(tx, tenantId, name, projectsOfTrunk), name } }),
  });

/** After a change the state is unknown: no transaction waits for a telephone system, which gets the change later. */
const shown = ({ created_at, ...trunk }: TrunkRow, state: string) => ({ ...trunk, state, created_at });

function findIn(db: Queryable, { tenantId }: Caller, { name = '' }: Record<string, string>) {
  return findTrunk.first(db, { tenant_id: tenantId, name });
}

function fixedNameFaults(before: string, sent: string | undefined): Detail[] {
  if (sent === undefined || sent === before) return [];
  const message = 'name cannot be changed after creation. Leave it out, or send its current value.';
  return [{ field: 'name', code: 'immutable', message }];
}
