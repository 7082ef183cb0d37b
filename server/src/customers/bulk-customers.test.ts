import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant, query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();

test('500 customers are created in order, with an event each', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const customers = Array.from({ length: 500 }, (_, i) => ({
    project_id: projectId,
    name: `Customer ${i}`,
    external_id: `e${i}`,
  }));
  const answer = await api.post('/customers/bulk', { customers });
  assert.equal(answer.status, 201, answer.text);
  const { total, created, failed, results } = answer.body.data;
  assert.deepEqual({ total, created, failed }, { total: 500, created: 500, failed: 0 });
  results.forEach((result: Record<string, unknown>, i: number) => {
    const { customer_id, ...rest } = result;
    assert.deepEqual(rest, { index: i, status: 'created', external_id: `e${i}`, error: null });
    assert.equal(typeof customer_id, 'number');
  });
  const ids = results.map(({ customer_id }: { customer_id: number }) => customer_id);
  assert.deepEqual(
    ids,
    ids.toSorted((a: number, b: number) => a - b),
    'ids rise in the order given',
  );
  const [counts] = await query(
    app,
    `select (select count(*)::int from events where tenant_id = $1 and type = 'customer.created') as events,
            (select count(*)::int from customers where tenant_id = $1) as customers`,
    [tenantId],
  );
  assert.deepEqual(counts, { events: 500, customers: 500 });
  assert.equal((await api.get('/customers')).body.pagination.total, 500);
});

for (const count of [3, 500]) // One statement, and several.
  test(`the events of a bulk of ${count} are in the order of its items, whatever their external ids`, async () => {
    const { api, projectId, tenantId } = await buildTenant(app);
    const customers = Array.from({ length: count }, (_, i) => ({
      ...{ project_id: projectId, name: 'Taro' },
      external_id: `e${(i * 7 + 5) % count}`,
    }));
    const { results } = (await api.post('/customers/bulk', { customers })).body.data;
    const events = await query(
      app,
      `select (data ->> 'customer_id')::int as customer_id from events where tenant_id = $1 and type = 'customer.created'
       order by event_id`,
      [tenantId],
    );
    assert.deepEqual(
      events.map(({ customer_id }) => customer_id),
      results.map(({ customer_id }: { customer_id: number }) => customer_id),
    );
  });

test('each item succeeds or fails alone, with all of its faults', async () => {
  const { api, projectId } = await buildTenant(app);
  const other = await buildTenant(app);
  await api.post('/customers', { project_id: projectId, name: 'Before', external_id: 'taken' });
  const answer = await api.post('/customers/bulk', {
    customers: [
      { project_id: projectId, name: 'Good', external_id: 'a', tel1: '+81 90 1234 5678' },
      { project_id: other.projectId, name: '', telefone: 'x', tel1: '090' },
      { project_id: projectId, name: 'Second a', external_id: 'a' },
      { project_id: projectId, name: 'Taken', external_id: 'taken' },
      'not an object',
      null,
      { project_id: projectId, name: 'Good without an external id' },
      { project_id: projectId, name: 5, external_id: 'b' },
      { project_id: projectId, name: 'The first valid b wins', external_id: 'b' },
    ],
  });
  assert.equal(answer.status, 207, answer.text);
  const { total, created, failed, results } = answer.body.data;
  assert.deepEqual({ total, created, failed }, { total: 9, created: 3, failed: 6 });
  assert.deepEqual(
    results.map(({ index, status }: { index: number; status: string }) => `${index} ${status}`),
    ['0 created', '1 failed', '2 failed', '3 failed', '4 failed', '5 failed', '6 created', '7 failed', '8 created'],
  );
  for (const { status, customer_id, error } of results) {
    assert.equal(customer_id === null, status === 'failed');
    assert.equal(error === null, status === 'created');
  }
  const faults = (index: number) =>
    results[index].error.details.map(({ field, code }: Record<string, string>) => `${field} ${code}`).sort();
  assert.equal(results[1].error.code, 'validation_failed');
  assert.deepEqual(faults(1), [
    'customers[1].name too_short',
    'customers[1].project_id project_not_found',
    'customers[1].tel1 invalid_format',
    'customers[1].telefone unknown_field',
  ]);
  assert.equal(results[2].error.code, 'duplicate_external_id');
  assert.equal(results[2].error.details[0].customer_id, results[0].customer_id);
  assert.equal(results[2].external_id, 'a');
  assert.equal(results[3].error.code, 'duplicate_external_id');
  assert.deepEqual(faults(4), ['customers[4] invalid_type']);
  assert.deepEqual(faults(7), ['customers[7].name invalid_type']);
  assert.equal((await api.get(`/customers/${results[0].customer_id}`)).body.data.tel1, '+819012345678');
});

test('the first of two items with one external_id wins, however far apart they are', async () => {
  const { api, projectId } = await buildTenant(app);
  const customers = Array.from({ length: 500 }, (_, i) => ({
    project_id: projectId,
    name: `Customer ${i}`,
    external_id: `e${i % 300}`,
  }));
  const { results } = (await api.post('/customers/bulk', { customers })).body.data;
  results.forEach(({ status, error }: Record<string, unknown>, i: number) => {
    assert.equal(status, i < 300 ? 'created' : 'failed');
    const [detail] = (error as { details: { customer_id: number }[] } | null)?.details ?? [];
    assert.equal(detail?.customer_id, i < 300 ? undefined : results[i - 300].customer_id);
  });
});

test('when nothing can be created the whole is 422 with the faults of every item', async () => {
  const { api, projectId } = await buildTenant(app);
  await api.post('/customers', { project_id: projectId, name: 'Before', external_id: 'taken' });
  const answer = await api.post('/customers/bulk', {
    customers: [{ project_id: projectId }, { project_id: projectId, name: 'x', external_id: 'taken' }],
  });
  const details = assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(details, ['customers[0].name required', 'customers[1].external_id duplicate_external_id']);
});

test('customers must be a list of 1 to 500', async () => {
  const { api, projectId } = await buildTenant(app);
  const faults = async (body: object) =>
    assertProblem(await api.post('/customers/bulk', body), 422, 'validation_failed').map(
      ({ field, code }) => `${field} ${code}`,
    );
  assert.deepEqual(await faults({}), ['customers required']);
  assert.deepEqual(await faults({ customers: [] }), ['customers too_few']);
  assert.deepEqual(await faults({ customers: {} }), ['customers invalid_type']);
  assert.deepEqual(await faults({ customers: Array(501).fill({ project_id: projectId, name: 'x' }) }), [
    'customers too_many',
  ]);
  assert.equal((await api.get('/customers')).body.pagination.total, 0);
});

test('a bulk request with an Idempotency-Key is done once', async () => {
  const { api, projectId } = await buildTenant(app);
  const body = {
    customers: [
      { project_id: projectId, name: 'A' },
      { project_id: projectId, name: '' },
    ],
  };
  const first = await api.post('/customers/bulk', body, { 'idempotency-key': 'bulk-1' });
  const second = await api.post('/customers/bulk', body, { 'idempotency-key': 'bulk-1' });
  assert.equal(first.status, 207);
  assert.equal(second.text, first.text);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
});

test('long ids leave space for the fault: each duplicate names the customer that has the id', async () => {
  const { api, projectId } = await buildTenant(app);
  const customers = Array.from({ length: 500 }, (_, i) => ({
    project_id: projectId,
    name: `Customer ${i}`,
    external_id: `${i}`.padStart(255, '客'),
  }));
  const first = await api.post('/customers/bulk', { customers: customers.slice(0, 499) });
  assert.equal(first.status, 201, first.text);
  const idOf = first.body.data.results.map(({ customer_id }: { customer_id: number }) => customer_id);
  const second = await api.post('/customers/bulk', { customers });
  assert.equal(second.status, 207, second.text);
  second.body.data.results.slice(0, 499).forEach(({ external_id, error }: BulkResult, i: number) => {
    assert.equal(external_id, customers[i]?.external_id);
    assert.deepEqual(
      error.details.map(({ code, customer_id }) => [code, customer_id]),
      [['duplicate_external_id', idOf[i]]],
    );
  });
});

type BulkResult = { external_id: string; error: { details: { code: string; customer_id: number }[] } };

test('outcomes stand at the places of their items, in whatever order these are read and inserted', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const other = await buildTenant(app);
  // External ids fall while the places rise. The first of two equal ids wins, wherever it is.
  const customers = Array.from({ length: 300 }, (_, i) => ({
    project_id: i % 50 === 7 ? other.projectId : projectId,
    name: i % 50 === 9 ? '' : `Customer ${i}`,
    external_id: `e${1_000 - (i % 50 === 11 ? i - 1 : i)}`,
  }));
  const expected = customers.map(({ external_id }, index) => {
    const code = { 7: 'validation_failed', 9: 'validation_failed', 11: 'duplicate_external_id' }[index % 50];
    return { index, status: code ? 'failed' : 'created', external_id, code };
  });
  const answer = await api.post('/customers/bulk', { customers });
  assert.equal(answer.status, 207, answer.text);
  type Result = {
    index: number;
    status: string;
    external_id: string;
    customer_id: number | null;
    error: Problem | null;
  };
  type Problem = { code: string; details: { field: string }[] };
  const { results } = answer.body.data as { results: Result[] };
  assert.deepEqual(
    results.map(({ index, status, external_id, error }) => ({ index, status, external_id, code: error?.code })),
    expected,
  );
  const fields = results.flatMap(({ error }) => error?.details.map(({ field }) => field) ?? []);
  assert.ok(fields.includes('customers[57].project_id') && fields.includes('customers[259].name'), fields.join());
  const rows = await query(
    app,
    `select customer_id::int, name from customers where tenant_id = $1 order by customer_id`,
    [tenantId],
  );
  const created = results.flatMap(({ index, customer_id }) =>
    customer_id === null ? [] : [{ customer_id, name: customers[index]?.name }],
  );
  assert.deepEqual(rows, created);
});

test('bulks of more tenants than there are database connections do not wait for each other', async () => {
  const tenants = await Promise.all(Array.from({ length: 20 }, () => buildTenant(app)));
  const answers = await Promise.all(
    tenants.map(({ api, projectId }) => {
      const customers = Array.from({ length: 300 }, (_, i) => ({ project_id: projectId, name: `Customer ${i}` }));
      return api.post('/customers/bulk', { customers });
    }),
  );
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
});
