import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildProject, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();
const otherNode = await startNode(app.databaseUrl);

type Fault = { field: string; code: string };
type Result = { index: number; status: string; customer_id: number | null; error: { details: Fault[] } | null };

const faultsOf = (results: Result[]) =>
  results.flatMap(({ error }) => error?.details.map(({ field, code }) => `${field} ${code}`) ?? []);

async function importAll({ api }: Pick<TestTenant, 'api'>, customers: unknown[], status: number) {
  const answer = await api.post('/customers/bulk', { customers, on_duplicate: 'update' });
  assert.equal(answer.status, status, answer.text);
  return answer.body.data as { total: number; created: number; updated: number; failed: number; results: Result[] };
}
const byExternalId = async ({ api }: TestTenant, externalId: string) =>
  (await api.get(`/customers/by-external-id/${externalId}`)).body.data;
const eventsOf = async (tenantId: number) =>
  (await query(app, 'select type from events where tenant_id = $1 order by event_id', [tenantId])).map(
    ({ type }) => type,
  );

test('a bulk creates what is new and updates what exists, without its project and name', async () => {
  const tenant = await buildTenant(app, { country: 'JP' });
  const { projectId: project_id, tenantId } = tenant;
  const first = await importAll(
    tenant,
    [
      { project_id, name: '山田 太郎', external_id: 'a', tel1: '090-1234-5678', custom_fields: { rank: 1 } },
      { project_id, name: '鈴木 花子', external_id: 'b' },
      { project_id, name: 'No id' },
    ],
    201,
  );
  assert.deepEqual([first.total, first.created, first.updated, first.failed], [3, 3, 0, 0]);

  const second = await importAll(
    tenant,
    [
      { external_id: 'a', tel1: null, notes: 'VIP' },
      { external_id: 'c', project_id, name: 'New' },
      { external_id: 'b', project_id, name: '佐藤 花子' },
    ],
    201,
  );
  assert.deepEqual([second.created, second.updated, second.failed], [1, 2, 0]);
  assert.deepEqual(
    second.results.map(({ status }) => status),
    ['updated', 'created', 'updated'],
  );
  assert.deepEqual(second.results[0]?.customer_id, first.results[0]?.customer_id);
  const a = await byExternalId(tenant, 'a');
  assert.deepEqual([a.name, a.tel1, a.notes, a.custom_fields], ['山田 太郎', null, 'VIP', { rank: 1 }]);
  assert.ok(a.updated_at > a.created_at);
  const find = async (q: string) =>
    (await tenant.api.get(`/customers?q=${encodeURIComponent(q)}`)).body.pagination.total;
  assert.deepEqual([await find('鈴木'), await find('佐藤'), await find('山田')], [0, 1, 1]);

  // Equal values change nothing and send nothing.
  const events = await eventsOf(tenantId);
  assert.equal(events.filter((type) => type === 'customer.updated').length, 2);
  const third = await importAll(tenant, [{ external_id: 'a', notes: 'VIP' }], 200);
  assert.deepEqual([third.created, third.updated, third.failed], [0, 1, 0]);
  assert.deepEqual(await eventsOf(tenantId), events);
  assert.equal((await byExternalId(tenant, 'a')).updated_at, a.updated_at);
});

test('of two items with one external id the second updates the first, in any number', async () => {
  const tenant = await buildTenant(app);
  const { projectId: project_id, tenantId } = tenant;
  const { results, ...counts } = await importAll(
    tenant,
    [
      { external_id: 'x', notes: 'too early' },
      { external_id: 'x', project_id, name: 'One' },
      { external_id: 'x', notes: 'two' },
      { external_id: 'x', name: 'Three' },
    ],
    207,
  );
  assert.deepEqual(counts, { total: 4, created: 1, updated: 2, failed: 1 });
  assert.deepEqual(
    results.map(({ status }) => status),
    ['failed', 'created', 'updated', 'updated'],
  );
  assert.deepEqual(faultsOf(results), ['customers[0].project_id required', 'customers[0].name required']);
  const { name, notes } = await byExternalId(tenant, 'x');
  assert.deepEqual([name, notes], ['Three', 'two']);
  assert.deepEqual(await eventsOf(tenantId), ['customer.created', 'customer.updated']);
});

test('each item fails alone, and all together are refused', async () => {
  const tenant = await buildTenant(app);
  const { api, projectId: project_id, tenantId } = tenant;
  const stranger = await buildTenant(app);
  await stranger.api.post('/customers', { project_id: stranger.projectId, name: 'Theirs', external_id: 'same' });
  const elsewhere = await buildProject(app, tenantId);
  await importAll(tenant, [{ external_id: 'old', project_id, name: 'Old' }], 201);

  const { results, ...counts } = await importAll(
    tenant,
    [
      { external_id: 'old', project_id: elsewhere },
      { external_id: 'old', tel1: 'x', colour: 'red' },
      { external_id: 'new', project_id: stranger.projectId, name: 'X' },
      { external_id: 'same' },
      { name: 'Without a project' },
      5,
      { external_id: 'old', notes: 'fine' },
      { external_id: 'old', project_id: elsewhere, tel1: 'x' },
      { external_id: 'new', tel1: 'x' },
      { external_id: 'new', project_id: stranger.projectId },
      { external_id: 'begun', project_id, name: 'Begun' },
      { external_id: 'begun', tel1: 'x' },
      { external_id: 'new', project_id: stranger.projectId, name: 7 },
    ],
    207,
  );
  assert.deepEqual(counts, { total: 13, created: 1, updated: 1, failed: 11 });
  assert.deepEqual(faultsOf(results).sort(), [
    'customers[0].project_id immutable',
    'customers[11].tel1 invalid_format',
    'customers[12].name invalid_type',
    'customers[12].project_id project_not_found',
    'customers[1].colour unknown_field',
    'customers[1].tel1 invalid_format',
    'customers[2].project_id project_not_found',
    'customers[3].name required',
    'customers[3].project_id required',
    'customers[4].project_id required',
    'customers[5] invalid_type',
    'customers[7].project_id immutable',
    'customers[7].tel1 invalid_format',
    'customers[8].name required',
    'customers[8].project_id required',
    'customers[8].tel1 invalid_format',
    'customers[9].name required',
    'customers[9].project_id project_not_found',
  ]);
  assert.equal((await stranger.api.get('/customers/by-external-id/same')).body.data.name, 'Theirs');
  const refused = await api.post('/customers/bulk', { customers: [{ external_id: 'n' }], on_duplicate: 'update' });
  assertProblem(refused, 422, 'validation_failed');
  const unknown = await api.post('/customers/bulk', { customers: [{ external_id: 'n' }], on_duplicate: 'merge' });
  assertProblem(unknown, 422, 'validation_failed');
});

test('by default an existing external id still fails, and the answer is as before', async () => {
  const tenant = await buildTenant(app);
  const customer = { project_id: tenant.projectId, name: 'A', external_id: 'a' };
  for (const on_duplicate of [undefined, 'fail']) {
    await tenant.api.post('/customers', customer);
    const customers = [customer, { ...customer, external_id: `${on_duplicate}` }];
    const answer = await tenant.api.post('/customers/bulk', { customers, ...(on_duplicate && { on_duplicate }) });
    assert.equal(answer.status, 207, answer.text);
    assert.deepEqual(Object.keys(answer.body.data), ['total', 'created', 'failed', 'results']);
  }
});

test('imports of the same customers at the same time neither lose nor repeat any', { timeout: 120_000 }, async () => {
  const { key, projectId: project_id, api, tenantId } = await buildTenant(app);
  const nodes = [client(app, key), client(otherNode, key)];
  const ids = Array.from({ length: 60 }, (_, i) => `id-${i}`);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => {
      const customers = (i % 2 ? ids : ids.toReversed()).map((external_id) => ({
        ...{ external_id, project_id },
        name: `Name ${i}`,
      }));
      return nodes[i % 2]?.post('/customers/bulk', { customers, on_duplicate: 'update' });
    }),
  );
  const total = (name: 'created' | 'updated' | 'failed') =>
    answers.reduce((sum, answer) => sum + answer?.body.data[name], 0);
  assert.deepEqual([total('created'), total('updated'), total('failed')], [60, 300, 0]);
  assert.equal((await api.get('/customers')).body.pagination.total, 60);
  const created = (await eventsOf(tenantId)).filter((type) => type === 'customer.created');
  assert.equal(created.length, 60);
});
