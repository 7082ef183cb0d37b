import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();

test('a deleted customer is gone, its external id is free, and its calls stay', async () => {
  const tenant = await buildTenant(app);
  const { api, projectId, tenantId } = tenant;
  const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  const sent = { project_id: projectId, name: '山田 太郎', external_id: 'crm-1', tel1: '+819012345678' };
  const { customer_id } = (await api.post('/customers', sent)).body.data;
  await api.post('/customers', { project_id: projectId, name: '山田 花子' });
  const of = { customerId: customer_id };
  const [testCall, liveCall] = await buildCalls(app, tenant, [of, { ...of, isTest: false }]);

  const deleted = await api.send('DELETE', `/customers/${customer_id}`);
  assert.equal(deleted.status, 200, deleted.text);
  assert.equal(deleted.body.data.customer_id, customer_id);
  assert.ok(Math.abs(Date.parse(deleted.body.data.deleted_at) - Date.now()) < 60_000);
  for (const answer of [
    await api.send('DELETE', `/customers/${customer_id}`),
    await api.get(`/customers/${customer_id}`),
    await api.put(`/customers/${customer_id}`, { name: 'X' }),
    await api.get('/customers/by-external-id/crm-1'),
  ])
    assertProblem(answer, 404, 'not_found');
  for (const path of ['/customers', `/customers?q=${encodeURIComponent('山田')}`, `/customers?project_id=${projectId}`])
    assert.equal((await api.get(path)).body.pagination.total, 1, path);
  assert.equal((await api.get(`/calls/${testCall}`)).body.data.customer_id, null);
  assert.equal((await live.get(`/calls/${liveCall}`)).body.data.customer_id, null);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const calls = `/calls?from=${day(-2)}&to=${day(1)}`;
  assert.equal((await api.get(`${calls}&customer_id=${customer_id}`)).body.pagination.total, 0);
  assert.equal((await api.get(calls)).body.pagination.total, 1);

  const [event] = await query(app, `select data from events where tenant_id = $1 and type = 'customer.deleted'`, [
    tenantId,
  ]);
  assert.deepEqual(event?.data, { customer_id, project_id: projectId, external_id: 'crm-1' });
  const again = await api.post('/customers', sent);
  assert.equal(again.status, 201);
  assert.notEqual(again.body.data.customer_id, customer_id);
});

test('a customer of another tenant cannot be deleted, nor with a key that only reads', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  const { customer_id } = (await one.api.post('/customers', { project_id: one.projectId, name: 'X' })).body.data;
  assertProblem(await other.api.send('DELETE', `/customers/${customer_id}`), 404, 'not_found');
  const { key } = await buildKey(app, one.tenantId, { scopes: ['customers:read'] });
  assertProblem(await client(app, key).send('DELETE', `/customers/${customer_id}`), 403, 'insufficient_scope');
  assert.equal((await one.api.get(`/customers/${customer_id}`)).status, 200);
});

test('no call that starts while its customer is deleted keeps the customer', { timeout: 240_000 }, async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  for (let round = 0; round < 8; round++) {
    const tel1 = `+8190123400${10 + round}`;
    const { customer_id } = (await api.post('/customers', { project_id: projectId, name: 'X', tel1 })).body.data;
    const start = () => api.post('/calls/initiate', { staff_id, project_id: projectId, phone_number: tel1 });
    const [, deleted] = await Promise.all([start(), api.send('DELETE', `/customers/${customer_id}`), start(), start()]);
    assert.equal(deleted?.status, 200);
    const [kept] = await query(app, 'select count(*)::int as n from calls where tenant_id = $1 and customer_id = $2', [
      ...[tenantId, customer_id],
    ]);
    assert.equal(kept?.n, 0);
  }
});
