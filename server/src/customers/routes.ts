import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { byId } from '../http/input/path-id.ts';
import { inputObject } from '../http/input/schema.ts';
import { type Answer, ok, okText, readOperation, writeOperation } from '../http/operation.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { bulkAnswer } from './bulk-answer.ts';
import { changeCustomer } from './change-customer.ts';
import { createCustomers, createPrepared, projectNotFound } from './create-customers.ts';
import { createdOf, customerCreator } from './customer-creator.ts';
import { refineFields } from './customer-fields.ts';
import { examples } from './examples.ts';
import { listCustomers } from './list-customers.ts';
import { type CustomerRow, findCustomer, lockCustomer } from './queries.ts';
import { readCustomers } from './read-customers.ts';
import { filterValues, refineFilters } from './read-filters.ts';
import {
  BulkAnswer,
  CustomerAnswer,
  CustomerChange,
  CustomerFilters,
  CustomerIdSchema,
  CustomerList,
  NewCustomer,
  NewCustomers,
} from './schema.ts';
import { searchMemory } from './search-customers.ts';

const tag = {
  name: 'Customers',
  description:
    'People and companies that your tenant calls or is called by. `external_id` links a customer to the record in your own system. Test keys and live keys share the same customers.',
};
const bulkLimit = 4 * 1024 * 1024;

export const customerRoutes = (db: Database) => async (app: FastifyInstance) => {
  app.route(create(db));
  app.route(createInBulk(db));
  app.route(list(db));
  app.route(get(db));
  app.route(change(db));
};

const create = (db: Database) => {
  const createShared = customerCreator(db);
  return writeOperation(db, {
    method: 'POST',
    url: '/customers',
    scope: 'customers:write',
    operationId: 'createCustomer',
    summary: 'Create a customer',
    description:
      'Creates a customer in a project. Only `project_id` and `name` are required. Inbound and outbound calls are linked to the customer by `tel1`, `tel2` and `tel3`.\n\nAn `external_id` that another customer already has returns 409 `duplicate_external_id`; `details` contains the `customer_id` of that customer, so that you can update it instead.',
    tag,
    body: NewCustomer,
    bodyExamples: {
      full: { summary: 'All fields', value: examples.sent },
      least: { summary: 'Required fields only', value: examples.least },
    },
    answers: {
      201: { description: 'The created customer.', schema: CustomerAnswer, example: { data: examples.customer } },
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
      return created(createdOf(creation));
    },
    writeShared: ({ caller, body }) => createShared(caller, body).then(created),
  });
};

const created = (customer: CustomerRow): Answer => ({ status: 201, body: { data: customer } });

const createInBulk = (db: Database) =>
  writeOperation(db, {
    method: 'POST',
    url: '/customers/bulk',
    scope: 'customers:write',
    operationId: 'createCustomers',
    summary: 'Create customers in bulk',
    description:
      'Creates 1 to 500 customers in one request of at most 4 MiB. Each item succeeds or fails on its own, and `results` has the same order as `customers`.\n\nThe status is 201 if all items were created, 207 if some failed, and 422 if all failed. Check every `status` in a 207 response: the other items were created and must not be sent again. If two items have the same `external_id`, the first one is created and the second one fails.',
    tag,
    body: NewCustomers,
    bodyExamples: { two: { summary: 'Two customers', value: { customers: [examples.sent, examples.least] } } },
    bodyLimit: bulkLimit,
    isHeavy: true,
    answers: {
      201: { description: 'All items were created.', schema: BulkAnswer, example: { data: examples.allCreated } },
      207: {
        description: 'Some items were created and some failed.',
        schema: BulkAnswer,
        example: { data: examples.someCreated },
      },
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

const list = (db: Database) => {
  const searches = searchMemory();
  return readOperation(db, {
    method: 'GET',
    url: '/customers',
    scope: 'customers:read',
    operationId: 'listCustomers',
    summary: 'List customers',
    description:
      'Returns the customers of the tenant, ordered by `customer_id`. Several filters are combined with AND. List items have four fields; read a single customer for the others.',
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
      const { items, total } = await listCustomers(db, caller.tenantId, { ...page, filters }, searches);
      return okText(`{"data":${items},"pagination":${JSON.stringify(pagination(query, total))}}`);
    },
  });
};

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
    description: 'Returns one customer with all its fields.',
    tag,
    path: { customerId: CustomerIdSchema },
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
    summary: 'Update a customer',
    description:
      'Changes only the fields that you send. `null` clears an optional field, and `{}` changes nothing. `custom_fields` is replaced as a whole, not merged.\n\n`project_id` cannot change: you may send the current value, but another one returns 422 `immutable`.',
    tag,
    path: { customerId: CustomerIdSchema },
    body: CustomerChange,
    bodyExamples: {
      change: { summary: 'Change a phone number and clear the email address', value: examples.change },
      repeat: {
        summary: 'Send back the whole customer with changes',
        value: { ...examples.customer, ...examples.change },
      },
    },
    answers: {
      200: { description: 'The updated customer.', schema: CustomerAnswer, example: { data: examples.changed } },
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
  const message = 'project_id cannot be changed after creation. Leave it out, or send its current value.';
  return [{ field: 'project_id', code: 'immutable', message }];
}
