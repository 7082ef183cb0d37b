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
import { recordEvents } from '../server/src/events/record-events.ts';
import { readServerTask, reportReady } from './server-process.ts';

const { databaseUrl, tenantId, poolSize } = readServerTask();
const db = connect(databaseUrl, { poolSize, applicationName: 'bare', onIdleError: () => {} });
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });
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

type Prepared = { name: string; text: string; order: readonly string[] };
async function read({ name, text, order }: Prepared, parameters: Record<string, unknown>) {
  return (await pool.query({ name, text, values: order.map((parameter) => parameters[parameter]) })).rows;
}

app.post<{ Body: NewCustomer }>('/customers', async ({ body }, reply) => {
  const row = { position: 0, ...body, ...searchColumns(tenantId, body) };
  const customer = await db.transaction(async (tx) => {
    const inserted = await insertCustomers.first(tx, { tenant_id: tenantId, customers: [row] });
    if (!inserted?.created_ids[0]) throw new Error('nothing was inserted');
    const made = createdCustomer(inserted.created_ids[0], body, inserted.created_at);
    await recordEvents(tx, tenantId, [customerEvent('customer.created', { kind: 'test' }, made)]);
    return made;
  });
  return reply.code(201).send({ data: customer });
});

const insertRows = statement({
  name: 'bare_insert',
  takes: { tenant_id: 'int8', customers: 'json' },
  sql: `
    insert into customers (tenant_id, project_id, external_id, name, tel1, search_text, search_grams)
    select :tenant_id, project_id, external_id, name, tel1, search_text, search_grams
    from json_to_recordset(:customers) as c (
      project_id int8, external_id text, name text, tel1 text, search_text text, search_grams int4[])`,
});

app.post<{ Body: { customers: NewCustomer[] } }>('/customers/bulk', async ({ body }, reply) => {
  const rows = body.customers.map((fields) => ({ ...fields, ...searchColumns(tenantId, fields) }));
  const created = await insertRows.run(db, { tenant_id: tenantId, customers: rows });
  return reply.code(201).send({ created });
});

reportReady(await app.listen({ host: '127.0.0.1', port: 0 }));
