import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildProject, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

// Slow enough to observe a call.
const app = await startTestApp({ SIMULATOR_SPEED: 0.5 });
const otherNode = await startNode(app.databaseUrl, { SIMULATOR_SPEED: 0.5 });
const tenant = await buildTenant(app, { country: 'JP', licenses: ['open_api_advanced'] });
const stranger = await buildTenant(app);
await buildStaff(app, stranger.tenantId);

const name = (staffId: number, text: string, phone: string | null = 'sip:someone@pbx.example') =>
  query(app, 'update staff set name = $2, phone = $3 where staff_id = $1', [staffId, text, phone]);
const read = async (path: string, api = tenant.api) => {
  const answer = await api.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

test('a key reads its tenant and itself, without any scope', async () => {
  const expiresAt = new Date('2036-01-02T03:04:05.678Z');
  const { key, keyId } = await buildKey(app, tenant.tenantId, {
    ...{ kind: 'live', scopes: ['reports:read'], allowlist: ['127.0.0.0/8', '::1'], expiresAt },
  });
  assert.deepEqual(await read('/me', client(app, key)), {
    data: {
      tenant: {
        tenant_id: tenant.tenantId,
        name: 'Tenant',
        timezone: 'UTC',
        default_country: 'JP',
        language: 'ja',
        licenses: ['open_api_advanced'],
      },
      key: {
        key_id: keyId,
        name: 'Key',
        kind: 'live',
        scopes: ['reports:read'],
        expires_at: expiresAt.toISOString(),
        ip_allowlist: ['127.0.0.0/8', '::1'],
      },
    },
  });
  assertProblem(await client(app).get('/me'), 401, 'missing_api_key');
  assertProblem(await client(app, 'tl_test_wrong').get('/me'), 401, 'invalid_api_key');
  const { key: elsewhere } = await buildKey(app, tenant.tenantId, { allowlist: ['192.0.2.1'] });
  assertProblem(await client(app, elsewhere).get('/me'), 403, 'ip_not_allowed');
});

test('staff are listed by id, with the projects that name them, found by name and project', async () => {
  const team = await buildTenant(app, { country: 'JP' });
  const [hanako, ichiro, gone] = [
    await buildStaff(app, team.tenantId),
    await buildStaff(app, team.tenantId),
    await buildStaff(app, team.tenantId, false),
  ];
  await name(hanako, 'サトウ 花子');
  await name(ichiro, '鈴木 一郎', null);
  await name(gone, 'Gone Ｓａｔｏ');
  const sales = await buildProject(app, team.tenantId);
  const insert = 'insert into project_staff (tenant_id, project_id, staff_id, position) values ($1, $2, $3, 1)';
  await query(app, insert, [team.tenantId, sales, hanako]);

  const member = { is_active: true, project_ids: [], availability: 'available' };
  const { data, pagination } = await read('/staff', team.api);
  assert.deepEqual(data, [
    { ...member, staff_id: hanako, name: 'サトウ 花子', project_ids: [sales] },
    { ...member, staff_id: ichiro, name: '鈴木 一郎', availability: 'unreachable' },
    { ...member, staff_id: gone, name: 'Gone Ｓａｔｏ', is_active: false },
  ]);
  assert.deepEqual(pagination, { current_page: 1, per_page: 50, total: 3, last_page: 1 });
  assert.deepEqual((await read(`/staff/${ichiro}`, team.api)).data, data[1]);

  const found = async (search: string) => {
    const body = await read(`/staff?${search}`, team.api);
    assert.equal(body.pagination.total, body.data.length);
    return body.data.map(({ staff_id }: { staff_id: number }) => staff_id);
  };
  assert.deepEqual(await found(`q=${encodeURIComponent('さとう')}`), [hanako]);
  assert.deepEqual(await found('q=SATO&is_active=false'), [gone]);
  assert.deepEqual(await found('is_active=true'), [hanako, ichiro]);
  assert.deepEqual(await found(`project_id=${sales}`), [hanako, ichiro, gone]);
  assert.deepEqual(await found(`project_id=${team.projectId}`), [ichiro, gone]);
  for (const unknown of [999_999_999, (await buildTenant(app)).projectId])
    assert.deepEqual(
      await found(`project_id=${unknown}`),
      [],
      'nobody works for a project of nobody or of another tenant',
    );
  assert.deepEqual(await found('q=nobody'), []);

  const second = await read('/staff?per_page=2&page=2', team.api);
  assert.deepEqual(
    [second.data.length, second.pagination],
    [1, { current_page: 2, per_page: 2, total: 3, last_page: 2 }],
  );
  assert.deepEqual((await read('/staff?page=9', team.api)).pagination.total, 3);
});

test('projects are listed by id with their numbers and their language', async () => {
  const team = await buildTenant(app, { country: 'JP' });
  const closed = await buildProject(app, team.tenantId, false);
  await query(app, `update projects set language = 'fr', name = 'Ventes' where project_id = $1`, [closed]);
  const insert = 'insert into numbers (number, tenant_id, project_id) values ($1, $2, $3)';
  await query(app, insert, ['+81312340002', team.tenantId, team.projectId]);
  await query(app, insert, ['+81312340001', team.tenantId, team.projectId]);

  const numbers = ['+81312340001', '+81312340002'];
  const open = { project_id: team.projectId, name: 'Project', is_active: true, language: 'ja', numbers };
  const { data, pagination } = await read('/projects', team.api);
  assert.deepEqual(data, [open, { project_id: closed, name: 'Ventes', is_active: false, language: 'fr', numbers: [] }]);
  assert.equal(pagination.total, 2);
  assert.deepEqual((await read(`/projects/${team.projectId}`, team.api)).data, open);
  assert.deepEqual((await read('/projects?is_active=true', team.api)).data, [open]);
  assert.deepEqual((await read('/projects?q=vent', team.api)).data, [data[1]]);
});

test('nothing of another tenant is found, and bad input is refused with all faults', async () => {
  const { api, tenantId } = await buildTenant(app);
  const own = await buildStaff(app, tenantId);
  assert.deepEqual(
    (await read('/staff', api)).data.map(({ staff_id }: { staff_id: number }) => staff_id),
    [own],
  );
  for (const path of [`/staff/${own}`, '/staff/0', '/staff/x', `/projects/${tenant.projectId}`, '/projects/99999999'])
    assertProblem(await stranger.api.get(path), 404, 'not_found');

  const refused = await api.get('/staff?q=%E3%80%80&is_active=maybe&project_id=0&colour=red');
  assertProblem(refused, 422, 'validation_failed');
  assert.deepEqual(refused.body.error.details.map(({ field }: { field: string }) => field).sort(), [
    'colour',
    'is_active',
    'project_id',
    'q',
  ]);
});

test('a staff member is busy on a call of the same mode, at every node, until it ends', {
  timeout: 240_000,
}, async () => {
  const staffId = await buildStaff(app, tenant.tenantId);
  await name(staffId, 'Caller');
  const live = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  const elsewhere = client(otherNode, tenant.key);
  const availability = async (api = tenant.api) => (await read(`/staff/${staffId}`, api)).data.availability;
  assert.equal(await availability(), 'available');

  const call = { phone_number: '+819012345678', staff_id: staffId, project_id: tenant.projectId };
  const { body } = await tenant.api.post('/calls/initiate', call);
  assert.equal(await availability(), 'busy');
  assert.equal(await availability(elsewhere), 'busy');
  assert.equal(await availability(live), 'available');
  assert.ok((await read('/staff')).data.some((member: object) => JSON.stringify(member).includes('"busy"')));
  await tenant.api.post(`/calls/${body.data.call_id}/hangup`, {});
  await until(async () => (await availability(elsewhere)) === 'available');
});
