import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildProject, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';

const app = await startTestApp();
const otherNode = await startNode(app.databaseUrl);
const pathOf = (externalId: string) => `/customers/by-external-id/${encodeURIComponent(externalId)}`;
const eventsOf = async (tenantId: number) =>
  (await query(app, 'select type from events where tenant_id = $1 order by event_id', [tenantId])).map(
    ({ type }) => type,
  );
const faultsOf = ({ body }: TestAnswer) =>
  body.error.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`).sort();

test('a customer is created, then updated, by its external id', async () => {
  const { api, projectId, tenantId } = await buildTenant(app, { country: 'JP' });
  const created = await api.put(pathOf('crm-1'), { project_id: projectId, name: '山田 太郎', tel1: '090-1234-5678' });
  assert.equal(created.status, 201, created.text);
  const { data } = created.body;
  assert.deepEqual([data.external_id, data.name, data.tel1], ['crm-1', '山田 太郎', '+819012345678']);

  const updated = await api.put(pathOf('crm-1'), { external_id: 'crm-1', tel1: null, notes: 'VIP' });
  assert.equal(updated.status, 200, updated.text);
  const { updated_at, ...now } = updated.body.data;
  assert.deepEqual(now, { ...withoutUpdate(data), tel1: null, notes: 'VIP' });
  assert.ok(updated_at >= data.updated_at);

  // The whole customer may be sent back, and an equal value sends nothing.
  const again = await api.put(pathOf('crm-1'), updated.body.data);
  assert.deepEqual([again.status, again.body.data], [200, updated.body.data]);
  assert.deepEqual(await eventsOf(tenantId), ['customer.created', 'customer.updated']);
  assert.deepEqual((await api.get(pathOf('crm-1'))).body, updated.body);
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
});

const withoutUpdate = ({ updated_at: _, ...customer }: Record<string, unknown>) => customer;

test('any external id that creation takes can stand in the path', async () => {
  const { api, projectId } = await buildTenant(app);
  for (const externalId of ['a/b?c=d#e', '顧客 №1', '😀'.repeat(255), '%2F', 'by-external-id']) {
    const answer = await api.put(pathOf(externalId), { project_id: projectId, name: 'X' });
    assert.equal(answer.status, 201, `${externalId}: ${answer.text}`);
    assert.equal(answer.body.data.external_id, externalId);
    assert.equal((await api.get(pathOf(externalId))).body.data.customer_id, answer.body.data.customer_id);
  }
});

test('a new customer needs a project and a name, and all faults are reported at once', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const foreign = (await buildTenant(app)).projectId;
  const refused = await api.put(pathOf('new'), { tel1: 'x', external_id: 'other', colour: 'red' });
  assertProblem(refused, 422, 'validation_failed');
  const faults = ['colour unknown_field', 'external_id immutable', 'name required', 'project_id required'];
  assert.deepEqual(faultsOf(refused), [...faults, 'tel1 invalid_format']);
  assert.deepEqual(faultsOf(await api.put(pathOf('new'), { project_id: foreign, name: 'X' })), [
    'project_id project_not_found',
  ]);
  assert.deepEqual(faultsOf(await api.put(pathOf('new'), { project_id: projectId, name: 5 })), ['name invalid_type']);
  for (const tooLong of ['x'.repeat(256), '😀'.repeat(256), 'あ'.repeat(1_000)])
    assert.deepEqual(faultsOf(await api.put(pathOf(tooLong), { project_id: projectId, name: 'X' })), [
      'external_id too_long',
    ]);
  assert.deepEqual(faultsOf(await api.put(pathOf('a\0b'), { project_id: projectId })), [
    ...['external_id invalid_characters', 'name required'],
  ]);
  assertProblem(await api.get(pathOf('a\0b')), 404, 'not_found');
  assert.equal((await api.get('/customers')).body.pagination.total, 0);

  await api.put(pathOf('old'), { project_id: projectId, name: 'Old' });
  const elsewhere = await buildProject(app, tenantId);
  const moved = await api.put(pathOf('old'), { project_id: elsewhere, external_id: null });
  assert.deepEqual(faultsOf(moved), ['external_id immutable', 'project_id immutable']);
});

test('another tenant has its own external ids, and a key needs the scope', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  await one.api.put(pathOf('same'), { project_id: one.projectId, name: 'One' });
  assertProblem(await other.api.get(pathOf('same')), 404, 'not_found');
  const created = await other.api.put(pathOf('same'), { project_id: other.projectId, name: 'Other' });
  assert.equal(created.status, 201);
  assert.equal((await one.api.get(pathOf('same'))).body.data.name, 'One');
  const { key } = await buildKey(app, one.tenantId, { scopes: ['customers:read'] });
  assertProblem(await client(app, key).put(pathOf('same'), { name: 'X' }), 403, 'insufficient_scope');
});

test('requests for one external id at the same time create one customer', async () => {
  const { key, projectId, tenantId } = await buildTenant(app);
  const nodes = [client(app, key), client(otherNode, key)];
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      nodes[i % 2]?.put(pathOf('contested'), { project_id: projectId, name: `Name ${i}` }),
    ),
  );
  assert.deepEqual(answers.map((answer) => answer?.status).sort(), [...Array.from({ length: 23 }, () => 200), 201]);
  assert.equal(new Set(answers.map((answer) => answer?.body.data.customer_id)).size, 1);
  const events = await eventsOf(tenantId);
  assert.equal(events.filter((type) => type === 'customer.created').length, 1);
  assert.equal(events.filter((type) => type === 'customer.updated').length, 23);
});
