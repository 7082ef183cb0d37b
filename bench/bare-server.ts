// The baseline of the API: Fastify and the same SQL, without keys, validation, limits, logs. It reads through the driver's own
// pool, as a handler that is written in an hour would, so that our own way to PostgreSQL is part of what is measured.
import { fastify } from 'fastify';
import pg from 'pg';
import { customerEvent } from '../server/src/customers/customer-event.ts';
import { createdCustomer, searchColumns } from '../server/src/customers/customer-fields.ts';
import { customerList, findCustomer, insertCustomers } from '../server/src/customers/queries.ts';
import type { NewCustomer } from '../server/src/customers/schema.ts';
import { connect } from '../server/src/database/connect.ts';
import { statement } from '../server/src/database/sql.ts';
import { findMember, findTenantOfKey, listMembers, listNumberedProjects } from '../server/src/directory/queries.ts';
import { recordEvents } from '../server/src/events/record-events.ts';
import { readServerTask, reportReady } from './server-process.ts';

const { databaseUrl, tenantId, poolSize } = readServerTask();
const db = connect(databaseUrl, { poolSize, applicationName: 'bare', onIdleError: () => {} });
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
const ofTenant = { tenant_id: tenantId, is_test: true };
const keyId = (await pool.query('select key_id from api_keys where tenant_id = $1', [tenantId])).rows[0]?.key_id;
const app = fastify({ bodyLimit: 4 * 1024 * 1024 });

app.get('/hello', async () => ({ hello: 'world' }));

app.get<{ Params: { id: string } }>('/customers/:id', async ({ params }) => {
  const [data] = await read(findCustomer, { tenant_id: tenantId, customer_id: params.id });
  return { data };
});

app.get<{ Querystring: { page: string } }>('/customers', async ({ query }) => {
  const page = { offset: (Number(query.page) - 1) * 50, limit: 50 };
  return { data: await read(customerList('asc', {}), { tenant_id: tenantId, ...page }) };
});

app.get('/me', async () => {
  const [data] = await read(findTenantOfKey, { tenant_id: tenantId, key_id: keyId });
  return { data };
});

app.get('/staff', async () => {
  const [page] = await read(listMembers, { ...ofTenant, offset: 0, limit: 50 });
  return { data: page.items, total: page.total };
});

app.get<{ Params: { id: string } }>('/staff/:id', async ({ params }) => {
  const [data] = await read(findMember, { ...ofTenant, staff_id: params.id });
  return { data };
});

app.get('/projects', async (_request, reply) => {
  const [page] = await read(listNumberedProjects, { ...ofTenant, offset: 0, limit: 50 });
  return reply.type('application/json').send(`{"data":${page.items},"total":${page.total}}`);
});

type Prepared = { name: string; text: string; order: readonly string[] };
async function read({ name, text, order }: Prepared, parameters: Record<string, unknown>) {
  return (await pool.query({ name, text, values: order.map((parameter) => parameters[parameter]) })).rows;
}

app.post<{ Body: NewCustomer }>('/customers', async ({ body }, reply) => {
  const row = { index: 0, place: 0, ...body, ...searchColumns(tenantId, body) };
  const customer = await db.transaction(async (tx) => {
    const inserted = await insertCustomers.first(tx, { tenant_id: tenantId, customers: [row] });
    if (!inserted?.customer_ids[0]) throw new Error('nothing was inserted');
    const made = createdCustomer(inserted.customer_ids[0], body, inserted.created_at);
    await recordEvents(tx, tenantId, [customerEvent('customer.created', { kind: 'test' }, made)]);
    return made;
  });
  return reply.code(201).send({ data: customer });
});

const insertInto = (table: string) => `
    insert into ${table} (tenant_id, project_id, external_id, name, tel1, search_text, search_grams)
    select :tenant_id, project_id, external_id, name, tel1, search_text, search_grams
    from json_to_recordset(:customers) as c (
      project_id int8, external_id text, name text, tel1 text, search_text text, search_grams int4[])`;
const takes = { tenant_id: 'int8', customers: 'json' } as const;
const insertRows = statement({ name: 'bare_insert', takes, sql: insertInto('customers') });

const upsertRows = statement({
  name: 'bare_upsert',
  takes,
  sql: `
    ${insertInto('customers')}
    on conflict (tenant_id, external_id) where external_id is not null do update
    set name = excluded.name, tel1 = excluded.tel1, search_text = excluded.search_text, search_grams = excluded.search_grams,
      updated_at = now()`,
});

type Bulk = { customers: NewCustomer[]; on_duplicate?: string };
app.post<{ Body: Bulk }>('/customers/bulk', async ({ body }, reply) => {
  const rows = body.customers.map((fields) => ({ ...fields, ...searchColumns(tenantId, fields) }));
  const write = body.on_duplicate === 'update' ? upsertRows : insertRows;
  const created = await write.run(db, { tenant_id: tenantId, customers: rows });
  return reply.code(201).send({ created });
});

/** The same table, whose search index takes each entry at once instead of many of them later. */
const unlisted = 'customers_without_list';
await pool.query(`
  create table if not exists ${unlisted} (like customers including all);
  alter table ${unlisted} add foreign key (tenant_id, project_id) references projects;
  alter index ${unlisted}_search_grams_idx set (fastupdate = off)`);
const insertUnlisted = statement({ name: 'bare_insert_unlisted', takes, sql: insertInto(unlisted) });

app.post<{ Body: Bulk }>('/customers/bulk/unlisted', async ({ body }, reply) => {
  const rows = body.customers.map((fields) => ({ ...fields, ...searchColumns(tenantId, fields) }));
  const created = await insertUnlisted.run(db, { tenant_id: tenantId, customers: rows });
  return reply.code(201).send({ created });
});

reportReady(await app.listen({ host: '127.0.0.1', port: 0 }));
