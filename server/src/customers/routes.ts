import type { FastifyInstance } from 'fastify';
import type { Database, Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { offsetOf, pagination, pagingParameters } from '../http/input/paging.ts';
import { byId } from '../http/input/path-id.ts';
import { inputObject } from '../http/input/schema.ts';
import { type Answer, ok, okText, readOperation, writeOperation } from '../http/operation.ts';
import type { AuditDetails } from '../platform/audit-details.ts';
import type { Caller } from '../platform/caller.ts';
import type { ProjectId } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import type { Detail } from '../platform/problem.ts';
import { codePoints, hasForbiddenCharacters } from '../platform/text/storable-text.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { bulkAnswer } from './bulk-answer.ts';
import { changeCustomer, fixedProjectFaults } from './change-customer.ts';
import { createCustomers, createPrepared, projectNotFound } from './create-customers.ts';
import { createdOf, customerCreator } from './customer-creator.ts';
import { refineFields } from './customer-fields.ts';
import { type LeaveCalls, removeCustomer } from './delete-customer.ts';
import { examples } from './examples.ts';
import { listCustomers } from './list-customers.ts';
import { type CustomerRow, findByExternalId, findCustomer, lockByExternalIds, lockCustomer } from './queries.ts';
import { readCustomers } from './read-customers.ts';
import { filterValues, refineFilters } from './read-filters.ts';
import {
  BulkAnswer,
  CustomerAnswer,
  CustomerChange,
  CustomerFilters,
  CustomerIdSchema,
  CustomerList,
  CustomerUpsert,
  DeletedCustomerAnswer,
  ExternalIdSchema,
  longestExternalId,
  NewCustomer,
  NewCustomers,
} from './schema.ts';
import { searchMemory } from './search-customers.ts';
import { haveManyEntries, sortSearchIndex } from './search-index.ts';
import { missingFields, upsertCustomer } from './upsert-customer.ts';
import { type UpsertItem, upsertCustomers } from './upsert-customers.ts';

const tag = {
  name: 'Customers',
  description:
    'People and companies that your tenant calls or is called by. `external_id` links a customer to the record in your own system. Test keys and live keys share the same customers.',
};
const bulkLimit = 4 * 1024 * 1024;

export const customerRoutes = (db: Database, leaveCalls: LeaveCalls) => async (app: FastifyInstance) => {
  app.route(create(db));
  app.route(createInBulk(db));
  app.route(list(db));
  app.route(get(db));
  app.route(change(db));
  app.route(remove(db, leaveCalls));
  app.route(getByExternalId(db));
  app.route(upsert(db));
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
      'Creates 1 to 500 customers in one request of at most 4 MiB. Each item succeeds or fails on its own, and `results` has the same order as `customers`.\n\nThe status is 201 if all items were created, 207 if some failed, and 422 if all failed. Check every `status` in a 207 response: the other items were created and must not be sent again. If two items have the same `external_id`, the first one is created and the second one fails.\n\nWith `on_duplicate` `update`, an item whose `external_id` exists updates that customer, and of two items with one `external_id` the second updates the first. The status is 200 if all items updated customers, and 201 if some were created and none failed.',
    tag,
    body: NewCustomers,
    bodyExamples: { two: { summary: 'Two customers', value: { customers: [examples.sent, examples.least] } } },
    bodyLimit: bulkLimit,
    isHeavy: true,
    answers: {
      200: {
        description: 'With `on_duplicate` `update`: all items updated customers.',
        schema: BulkAnswer,
        example: { data: examples.allUpdated },
      },
      201: {
        description: 'No item failed, and at least one was created.',
        schema: BulkAnswer,
        example: { data: examples.allCreated },
      },
      207: {
        description: 'Some items failed; the others were created or updated.',
        schema: BulkAnswer,
        example: { data: examples.someCreated },
      },
    },
    audit: { ...imported, subject: 'none', imported },
    // Reading 500 items takes long, so it holds no database connection.
    prepare: (db, { caller, body }) => readCustomers(db, caller, body.customers, body.on_duplicate ?? 'fail'),
    write: async (tx, { caller, body, prepared: read }) => {
      const good = read.filter((item) => item.kind === 'good');
      const write = body.on_duplicate === 'update' ? upsertCustomers : createAll;
      const answer = bulkAnswer(body, read, good.length > 0 ? await write(tx, caller, good) : []);
      // If it fails, a chore repeats it soon, and logs a failure.
      return haveManyEntries(good.map(({ fields }) => fields))
        ? { ...answer, afterCommit: () => sortSearchIndex(db).catch(() => {}) }
        : answer;
    },
  });

const createAll = (tx: Tx, caller: Caller, items: UpsertItem[]) =>
  createPrepared(
    tx,
    caller,
    items.map(({ prepared }) => present(prepared)),
  );

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
    isForSupervisors: true,
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

const customerIn = byId('customer', (db, tenant_id, customer_id, project_ids) =>
  findCustomer.first(db, { tenant_id, customer_id, project_ids }),
);
const lockedCustomerIn = byId('customer', (tx, tenant_id, customer_id) =>
  lockCustomer.first(tx, { tenant_id, customer_id }),
);

const get = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/customers/:customerId',
    scope: 'customers:read',
    isForSupervisors: true,
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

const remove = (db: Database, leaveCalls: LeaveCalls) =>
  writeOperation(db, {
    method: 'DELETE',
    url: '/customers/:customerId',
    scope: 'customers:write',
    operationId: 'deleteCustomer',
    summary: 'Delete a customer',
    description:
      'Deletes a customer; afterwards it returns 404, and its `external_id` can be used again. Its calls stay, and their `customer_id` becomes null.\n\nRecordings, transcripts and notes of these calls stay too. If a person asks you to erase all data about them, an administrator does that in the console.',
    tag,
    path: { customerId: CustomerIdSchema },
    answers: {
      200: {
        description: 'The customer was deleted.',
        schema: DeletedCustomerAnswer,
        example: { data: examples.deleted },
      },
    },
    audit: { action: 'customer.deleted', subject: 'path' },
    find: lockedCustomerIn,
    write: async (tx, { caller, found }) => ok({ data: await removeCustomer(tx, caller, found, leaveCalls) }),
  });

const getByExternalId = (db: Database) =>
  readOperation(db, {
    method: 'GET',
    url: '/customers/by-external-id/:externalId',
    scope: 'customers:read',
    isForSupervisors: true,
    operationId: 'getCustomerByExternalId',
    summary: 'Get a customer by external id',
    description: 'Returns the customer with this `external_id`, with all its fields.',
    tag,
    path: { externalId: ExternalIdSchema },
    answers: { 200: { description: 'The customer.', schema: CustomerAnswer, example: { data: examples.customer } } },
    find: (db, { tenantId, projects }, { externalId = '' }) =>
      findByExternalId.first(db, {
        ...{ tenant_id: tenantId, external_id: externalId.trim(), project_ids: projects },
      }),
    read: async (_db, { found }) => ok({ data: found }),
  });

const upsert = (db: Database) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/customers/by-external-id/:externalId',
    scope: 'customers:write',
    operationId: 'upsertCustomer',
    summary: 'Create or update a customer',
    description:
      'Creates the customer with this `external_id`, or updates it if it exists: use it to copy customers from your own system without looking up their ids. A new customer requires `project_id` and `name`. An update changes only the fields that you send, as `PUT /customers/{customerId}` does. Requests for one `external_id` at the same time create one customer.\n\nAn `external_id` in the body must be the one of the path, and `project_id` cannot change: another value returns 422 `immutable`.',
    tag,
    path: { externalId: ExternalIdSchema },
    body: CustomerUpsert,
    bodyExamples: { full: { summary: 'All fields', value: examples.sent } },
    answers: {
      200: { description: 'The updated customer.', schema: CustomerAnswer, example: { data: examples.changed } },
      201: { description: 'The created customer.', schema: CustomerAnswer, example: { data: examples.customer } },
    },
    // The path has the external id, which may be a name: the audit log outlives the customer.
    audit: { action: 'customer.upserted', subject: 'created' },
    namesNew: true,
    find: async (tx, { tenantId }, { externalId = '' }) => {
      const external_id = externalId.trim();
      if (hasForbiddenCharacters(external_id)) return { external_id, locked: undefined };
      const [locked] = await lockByExternalIds.all(tx, { tenant_id: tenantId, external_ids: [external_id] });
      return { external_id, locked };
    },
    refine: async (db, { caller, body, found: { external_id, locked } }, faults) => {
      const known = new Set(faults.map(({ field }) => field));
      const { project_id, external_id: repeated = external_id } = body;
      return [
        ...externalIdFaults(external_id, repeated),
        ...refineFields(body, caller.defaultCountry),
        ...(locked
          ? fixedProjectFaults(locked.project_id, project_id)
          : [
              ...missingFields(body).filter(({ field }) => !known.has(field)),
              ...(await projectFaults(db, caller, project_id)),
            ]),
      ];
    },
    write: async (tx, { caller, body: { external_id: _, ...change }, found: { external_id, locked } }) => {
      const { kind, customer } = await upsertCustomer(tx, caller, external_id, { change, locked });
      return { status: kind === 'created' ? 201 : 200, body: { data: customer } };
    },
  });

/** The path gives the id; a body may only repeat it. */
function externalIdFaults(inPath: string, inBody: string | null): Detail[] {
  const field = 'external_id';
  if (inPath === '') return [{ field, code: 'too_short', message: 'The external_id in the path must not be empty.' }];
  if (hasForbiddenCharacters(inPath)) {
    const message = 'The external_id in the path must be valid Unicode text, without NUL characters.';
    return [{ field, code: 'invalid_characters', message }];
  }
  if (codePoints(inPath) > longestExternalId) {
    const message = `The external_id in the path must have at most ${longestExternalId} characters.`;
    return [{ field, code: 'too_long', message }];
  }
  const message = 'external_id must be the one in the path. Leave it out, or send the same value.';
  return inBody === inPath ? [] : [{ field, code: 'immutable', message }];
}

type BulkBody = { data: { created: number; updated?: number; failed: number } };
const imported = {
  action: 'customers.imported',
  details: (_input: unknown, body: object) => countsIn(body as BulkBody),
};

const countsIn = ({ data: { created, updated, failed } }: BulkBody): AuditDetails<number> => ({
  created,
  ...(updated !== undefined && { updated }),
  failed,
});

async function projectFaults(db: Queryable, { tenantId }: Caller, sent: ProjectId | undefined): Promise<Detail[]> {
  const isActive = sent === undefined || (await activeProjects(db, tenantId, [sent])).has(sent);
  return isActive ? [] : [projectNotFound('project_id')];
}
