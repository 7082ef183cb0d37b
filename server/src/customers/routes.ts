import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { byId } from '../http/input/path-id.ts';
import { inputObject } from '../http/input/schema.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { bulkAnswer } from './bulk-answer.ts';
import { changeCustomer } from './change-customer.ts';
import { createCustomers, createPrepared, projectNotFound } from './create-customers.ts';
import { refineFields } from './customer-fields.ts';
import { examples } from './examples.ts';
import { listCustomers } from './list-customers.ts';
import { findCustomer, lockCustomer } from './queries.ts';
import { readCustomers } from './read-customers.ts';
import { filterValues, refineFilters } from './read-filters.ts';
import {
  BulkAnswer,
  CustomerAnswer,
  CustomerChange,
  CustomerFilters,
  CustomerId,
  CustomerList,
  NewCustomer,
  NewCustomers,
} from './schema.ts';

const tag = {
  name: 'Customers',
  description:
    'The people and companies that are called. `external_id` ties a customer to the record in your own system. Customers belong to the tenant: test keys and live keys see the same ones.',
};
const bulkLimit = 4 * 1024 * 1024;

export const customerRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(create(db));
  app.route(createInBulk(db));
  app.route(list(db));
  app.route(get(db));
  app.route(change(db));
};

const create = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/customers',
    scope: 'customers:write',
    operationId: 'createCustomer',
    summary: 'Create a customer',
    description: 'An `external_id` that is taken is refused; `details` then names the `customer_id` that has it.',
    tag,
    body: NewCustomer,
    bodyExamples: {
      least: { summary: 'The least that is needed', value: examples.least },
      full: { summary: 'All fields', value: examples.sent },
    },
    answers: {
      201: { description: 'The new customer.', schema: CustomerAnswer, example: { data: examples.customer } },
    },
    refusals: ['duplicate_external_id'],
    audit: { action: 'customer.created', subject: 'created' },
    refine: async (db, { caller, body }, faults) => {
      const found = refineFields(body, caller.defaultCountry);
      // The insertion itself finds a missing project; it is checked here only if other faults prevent the insertion.
      return faults.length + found.length > 0 ? [...found, ...(await projectFaults(db, caller, body.project_id))] : [];
    },
    write: async (tx, { caller, body }) => {
      const [creation] = await createCustomers(tx, caller, [body]);
      if (creation?.kind !== 'created') throw creation?.why;
      return { status: 201, body: { data: creation.customer } };
    },
  });

const createInBulk = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/customers/bulk',
    scope: 'customers:write',
    operationId: 'createCustomers',
    summary: 'Create up to 500 customers',
    description:
      'Each item succeeds or fails alone, and `results` keeps their order: 201 when all were created, 207 when some, 422 when none. Of two items with one `external_id` the first wins. The body may be up to 4 MiB.',
    tag,
    body: NewCustomers,
    bodyExamples: { two: { summary: 'Two customers', value: { customers: [examples.sent, examples.least] } } },
    bodyLimit: bulkLimit,
    isHeavy: true,
    answers: {
      201: { description: 'All were created.', schema: BulkAnswer, example: { data: examples.allCreated } },
      207: { description: 'Some were created.', schema: BulkAnswer, example: { data: examples.someCreated } },
    },
    audit: {
      action: 'customers.imported',
      subject: 'none',
      isBatch: true,
      details: (_input, body) => countsIn(body as BulkBody),
    },
    // Reading 500 items takes long, so it holds no database connection.
    prepare: (db, { caller, body }) => readCustomers(db, caller, body.customers),
    write: async (tx, { caller, body, prepared: read }) => {
      const good = read.flatMap((item) => (item.kind === 'good' ? [item.customer] : []));
      const creations = good.length > 0 ? await createPrepared(tx, caller, good) : [];
      return bulkAnswer(body.customers, read, creations);
    },
  });

const listQuery = inputObject({
  page: pagingParameters.page,
  per_page: pagingParameters.per_page,
  sort: pagingParameters.sort('asc'),
  ...CustomerFilters,
});

const list = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/customers',
    scope: 'customers:read',
    operationId: 'listCustomers',
    summary: 'List customers',
    description: 'In the order of `customer_id`. Filters are joined by "and"; items have only the fields shown.',
    tag,
    query: listQuery,
    answers: {
      200: {
        description: 'One page of customers.',
        schema: CustomerList,
        example: { data: [examples.item], pagination: pagination({ page: 1, per_page: 50 }, 1) },
      },
    },
    refine: (_db, { caller, query }) => refineFilters(query, caller.defaultCountry),
    read: async (db, { caller, query }) => {
      const filters = filterValues(caller, query);
      const page = { direction: query.sort, offset: offsetOf(query), limit: query.per_page };
      const { items, total } = await listCustomers(db, caller.tenantId, { ...page, filters });
      return ok({ data: items, pagination: pagination(query, total) });
    },
  });

const customerIn = byId('customer', (db, tenant_id, customer_id) => findCustomer.first(db, { tenant_id, customer_id }));
const lockedCustomerIn = byId('customer', (tx, tenant_id, customer_id) =>
  lockCustomer.first(tx, { tenant_id, customer_id }),
);

const get = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/customers/:customerId',
    scope: 'customers:read',
    operationId: 'getCustomer',
    summary: 'Get a customer',
    tag,
    path: { customerId: CustomerId },
    answers: { 200: { description: 'The customer.', schema: CustomerAnswer, example: { data: examples.customer } } },
    find: customerIn,
    read: async (_db, { found }) => ok({ data: found }),
  });

const change = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/customers/:customerId',
    scope: 'customers:write',
    operationId: 'updateCustomer',
    summary: 'Change a customer',
    description:
      'Only what is sent is changed; `null` clears an optional field, and `{}` changes nothing. `project_id` is fixed: it may be repeated, but another value is refused.',
    tag,
    path: { customerId: CustomerId },
    body: CustomerChange,
    bodyExamples: {
      change: { summary: 'Change one field and clear another', value: examples.change },
      repeat: { summary: 'Send back what was read, changed', value: { ...examples.customer, ...examples.change } },
    },
    answers: {
      200: { description: 'The customer as it is now.', schema: CustomerAnswer, example: { data: examples.changed } },
    },
    refusals: ['duplicate_external_id'],
    audit: { action: 'customer.changed', subject: 'path' },
    find: lockedCustomerIn,
    refine: (_db, { caller, body, found }) => [
      ...refineFields(body, caller.defaultCountry),
      ...fixedProjectFaults(found.project_id, body.project_id),
    ],
    write: async (tx, { caller, found, body }) => ok({ data: await changeCustomer(tx, caller, found, body) }),
  });

type BulkBody = { data: { created: number; failed: number } };
const countsIn = ({ data: { created, failed } }: BulkBody) => ({ created, failed });

async function projectFaults(db: Queryable, { tenantId }: Caller, sent: ProjectId | undefined): Promise<Detail[]> {
  const isActive = sent === undefined || (await activeProjects(db, tenantId, [sent])).has(sent);
  return isActive ? [] : [projectNotFound('project_id')];
}

function fixedProjectFaults(before: ProjectId, sent: ProjectId | undefined): Detail[] {
  if (sent === undefined || sent === before) return [];
  const message = 'project_id is fixed at creation. Leave it out, or send the one it has.';
  return [{ field: 'project_id', code: 'immutable', message }];
}
