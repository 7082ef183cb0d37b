import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();
const otherNode = await startNode(app.databaseUrl);

test('numbers are listed once, in E.164, and found and removed in any form', async () => {
  const { api } = await buildTenant(app, { country: 'JP' });
  const added = await api.post('/blocked-numbers', { number: '090-1234-5678', reason: '本人の希望' });
  assert.equal(added.status, 201, added.text);
  const { created_at, ...rest } = added.body.data;
  assert.deepEqual(rest, { number: '+819012345678', reason: '本人の希望' });
  assert.match(created_at, /^20\d\d-.*T.*\.\d{3}Z$/);
  const again = await api.post('/blocked-numbers', { number: '+81 90 1234 5678', reason: 'another' });
  assert.deepEqual([again.status, again.body], [200, added.body]);
  assert.equal((await api.post('/blocked-numbers', { number: '+14155550100' })).body.data.reason, null);

  const listed = await api.get('/blocked-numbers?per_page=1');
  assert.deepEqual(listed.body.pagination, { current_page: 1, per_page: 1, total: 2, last_page: 2 });
  assert.equal(listed.body.data[0].number, '+14155550100');
  for (const number of ['09012345678', '+819012345678', '%2B819012345678'])
    assert.deepEqual((await api.get(`/blocked-numbers?number=${number}`)).body.data, [added.body.data], number);
  assert.deepEqual((await api.get('/blocked-numbers?number=0312345678')).body.data, []);

  const removed = await api.send('DELETE', '/blocked-numbers/%2B819012345678');
  assert.deepEqual([removed.status, removed.body], [200, added.body]);
  assertProblem(await api.send('DELETE', '/blocked-numbers/%2B819012345678'), 404, 'not_found');
  assertProblem(await api.send('DELETE', '/blocked-numbers/x'), 404, 'not_found');
});

test('bad input is refused with all faults, and scopes and tenants are kept apart', async () => {
  const [one, other] = [await buildTenant(app), await buildTenant(app)];
  const refused = await one.api.post('/blocked-numbers', { number: '090-1234-5678', reason: 'x'.repeat(256), why: 1 });
  const details = assertProblem(refused, 422, 'validation_failed');
  assert.deepEqual(details.map(({ field }) => field).sort(), ['number', 'reason', 'why']);
  assertProblem(await one.api.get('/blocked-numbers?number=zero'), 422, 'validation_failed');

  await one.api.post('/blocked-numbers', { number: '+819012345678' });
  assert.equal((await other.api.get('/blocked-numbers')).body.pagination.total, 0);
  assertProblem(await other.api.send('DELETE', '/blocked-numbers/%2B819012345678'), 404, 'not_found');
  const reading = client(app, (await buildKey(app, one.tenantId, { scopes: ['customers:read'] })).key);
  assert.equal((await reading.get('/blocked-numbers')).status, 200);
  assertProblem(await reading.post('/blocked-numbers', { number: '+819012345679' }), 403, 'insufficient_scope');
  assertProblem(await reading.send('DELETE', '/blocked-numbers/%2B819012345678'), 403, 'insufficient_scope');
});

test('a blocked number is not called with any key, until it is removed', async () => {
  const tenant = await buildTenant(app, { country: 'JP' });
  const staff_id = await buildStaff(app, tenant.tenantId);
  const live = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  const call = { staff_id, project_id: tenant.projectId, phone_number: '090-1234-5678' };
  await tenant.api.post('/blocked-numbers', { number: '+819012345678' });

  for (const api of [tenant.api, live]) {
    const [detail] = assertProblem(await api.post('/calls/initiate', call), 422, 'validation_failed');
    assert.deepEqual([detail?.field, detail?.code], ['phone_number', 'number_blocked']);
  }
  const withOthers = await tenant.api.post('/calls/initiate', { ...call, staff_id: 0, metadata: 5 });
  const codes = assertProblem(withOthers, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(codes.sort(), ['metadata invalid_type', 'phone_number number_blocked', 'staff_id out_of_range']);
  const once = { 'idempotency-key': 'blocked' };
  assertProblem(await tenant.api.post('/calls/initiate', call, once), 422, 'validation_failed');
  const missing = await tenant.api.post('/calls/initiate', { ...call, staff_id: 999_999_999 });
  const faults = assertProblem(missing, 422, 'validation_failed').map(({ code }) => code);
  assert.deepEqual(faults.sort(), ['number_blocked', 'staff_not_found']);

  assert.equal((await tenant.api.post('/calls/initiate', { ...call, phone_number: '09012345670' })).status, 200);
  const other = await buildTenant(app);
  const elsewhere = { staff_id: await buildStaff(app, other.tenantId), project_id: other.projectId };
  assert.equal((await other.api.post('/calls/initiate', { ...elsewhere, phone_number: '+819012345678' })).status, 200);
  await tenant.api.send('DELETE', '/blocked-numbers/%2B819012345678');
  assert.equal((await tenant.api.post('/calls/initiate', call)).status, 200);
});

test('without a default country, a blocked number is not called in any way of writing it', async () => {
  const tenant = await buildTenant(app);
  const staff_id = await buildStaff(app, tenant.tenantId);
  const live = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  const call = { staff_id, project_id: tenant.projectId };
  await tenant.api.post('/blocked-numbers', { number: '+819012345678' });

  const written = ['+819012345678', '819012345678', '81-90-1234-5678', '00819012345678', '010-81-90-1234-5678'];
  for (const phone_number of [...written, '090-1234-5678', '9012345678'])
    for (const api of [tenant.api, live])
      for (const more of [{}, { metadata: 5 }]) {
        const answer = await api.post('/calls/initiate', { ...call, phone_number, ...more });
        const [detail] = assertProblem(answer, 422, 'validation_failed').filter(
          ({ field }) => field === 'phone_number',
        );
        assert.equal(detail?.code, 'number_blocked', phone_number);
      }
  await query(app, 'update tenants set most_live_calls = 0 where tenant_id = $1', [tenant.tenantId]);
  const limited = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  const [detail] = assertProblem(
    await limited.post('/calls/initiate', { ...call, phone_number: '819012345678' }),
    ...([422, 'validation_failed'] as const),
  );
  assert.equal(detail?.code, 'number_blocked');

  for (const phone_number of ['819012345679', '090-1234-5679', '0081901234567'])
    assert.equal((await tenant.api.post('/calls/initiate', { ...call, phone_number })).status, 200, phone_number);
  const other = await buildTenant(app);
  const elsewhere = { staff_id: await buildStaff(app, other.tenantId), project_id: other.projectId };
  assert.equal((await other.api.post('/calls/initiate', { ...elsewhere, phone_number: '819012345678' })).status, 200);
});

test('once a number is listed, no concurrent request on any node starts a call to it', {
  timeout: 240_000,
}, async () => {
  const { key, projectId, tenantId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  const nodes = [client(app, key), client(otherNode, key)];
  for (let round = 0; round < 5; round++) {
    const number = `+8190000000${10 + round}`;
    // Without a default country, the second form is not known as E.164.
    const phone_number = round % 2 === 0 ? number : number.slice(1);
    let isListed = false;
    const initiate = async (i: number) => {
      const wasListed = isListed;
      const answer = await nodes[i % 2]?.post('/calls/initiate', { staff_id, project_id: projectId, phone_number });
      if (wasListed) assert.equal(answer?.status, 422);
      return answer?.status;
    };
    const before = Array.from({ length: 10 }, (_, i) => initiate(i));
    const added = await nodes[0]?.post('/blocked-numbers', { number });
    assert.equal(added?.status, 201);
    isListed = true;
    const after = Array.from({ length: 10 }, (_, i) => initiate(i));
    const accepted = (await Promise.all([...before, ...after])).filter((status) => status === 200).length;
    const [calls] = await query(
      app,
      'select count(*)::int as n from calls where tenant_id = $1 and phone_number = $2',
      [...[tenantId, phone_number]],
    );
    assert.equal(calls?.n, accepted);
  }
});
