import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildProject, buildStaff, query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer, type TestClient } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { whileHeld } from '../../test/while-held.ts';

// A call takes two or three seconds, and goes on while its staff member or project is removed.
const app = await startTestApp({ SIMULATOR_SPEED: 4 });

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const days = `from=${day(-20)}&to=${day(1)}`;
const phone_number = '+819012345678';
const codesOf = (answer: TestAnswer, status: number, code: string) =>
  assertProblem(answer, status, code).map(({ field, code }) => `${field} ${code}`);
const lastAudit = async (tenantId: number) => {
  const { action, subject, details } = (await auditOf(app, tenantId)).at(-1) ?? {};
  return [action, subject, details];
};
const assertEndedWell = async (api: TestClient, callId: string) => {
  const call = await until(async () => {
    const { data } = (await api.get(`/calls/${callId}`)).body;
    return data.ended_at && data;
  });
  assert.equal(call.status, 'connected');
};
const build = async () => {
  const tenant = await buildSignedIn(app, { licenses: ['open_api_advanced'], country: 'JP' });
  return { ...tenant, page: tenant.console };
};
const named = async (page: Awaited<ReturnType<typeof build>>['page'], name: string) =>
  (await page.post('/staff', { name })).body.data.staff_id as number;

test('a removed person can neither be found nor called, and past calls keep the name', async () => {
  const { page, api, tenantId, projectId } = await build();
  const [hanako, taro] = [await named(page, 'Hanako'), await named(page, 'Taro')];
  await page.post(`/staff/${hanako}/account`);
  const both = (await page.post('/projects', { name: 'Both', staff_ids: [hanako, taro] })).body.data;
  const alone = (await page.post('/projects', { name: 'Alone', staff_ids: [hanako] })).body.data;
  await buildCalls(app, { tenantId, projectId }, [{ staffId: hanako }]);
  const call = { phone_number, project_id: projectId };
  const goingOn = (await api.post('/calls/initiate', { ...call, staff_id: hanako })).body.data.call_id;

  const path = `/staff/${hanako}`;
  assert.deepEqual((await page.get(`${path}/removal`)).body.data, {
    ...{ staff_id: hanako, name: 'Hanako', username: `staff-${hanako}`, open_calls: 1, is_last: false },
    projects: [
      { project_id: both.project_id, name: 'Both', rings_then: 'others' },
      { project_id: alone.project_id, name: 'Alone', rings_then: 'all' },
    ],
  });
  await page.put(`/staff/${taro}`, { is_active: false });
  const { projects, is_last } = (await page.get(`${path}/removal`)).body.data;
  assert.deepEqual([projects[0].rings_then, is_last], ['nobody', true]);
  assert.equal((await page.get('/staff')).body.pagination.total, 2, 'a preview changes nothing');

  const removed = await page.remove(path);
  assert.equal(removed.status, 200, removed.text);
  assert.equal(removed.body.data.staff_id, hanako);
  assert.ok(Math.abs(Date.parse(removed.body.data.removed_at) - Date.now()) < 60_000);
  assert.deepEqual(await lastAudit(tenantId), ['staff.removed', `${hanako}`, { name: 'Hanako' }]);

  for (const answer of [
    await page.remove(path),
    await page.get(path),
    await page.get(`${path}/removal`),
    await page.put(path, { is_active: true }),
    await page.post(`${path}/account`),
    await api.get(path),
  ])
    assertProblem(answer, 404, 'not_found');
  const names = (answer: TestAnswer) => answer.body.data.map(({ name }: { name: string }) => name);
  assert.deepEqual(names(await page.get('/staff')), ['Taro']);
  for (const list of ['/staff', '/staff?is_active=false', '/staff?q=a', `/staff?project_id=${both.project_id}`])
    assert.deepEqual(names(await api.get(list)), ['Taro'], list);
  const [shown] = (await page.get('/staff?include_removed=true')).body.data;
  assert.deepEqual(
    [shown.name, shown.is_active, shown.phone, shown.username, shown.removed_at],
    ['Hanako', false, null, null, removed.body.data.removed_at],
  );
  assert.deepEqual((await page.get(`/projects/${both.project_id}`)).body.data.staff_ids, [taro]);
  assert.deepEqual((await page.get(`/projects/${alone.project_id}`)).body.data.staff_ids, []);
  const accounts = await query(app, 'select 1 from sip_accounts where tenant_id = $1', [tenantId]);
  assert.equal(accounts.length, 0);

  // The same refusal as for an id that never existed.
  const [gone, unknown] = [
    await api.post('/calls/initiate', { ...call, staff_id: hanako }),
    await api.post('/calls/initiate', { ...call, staff_id: 999_999_999 }),
  ];
  assert.deepEqual(codesOf(gone, 422, 'validation_failed'), ['staff_id staff_not_found']);
  assert.deepEqual({ ...gone.body.error, request_id: '' }, { ...unknown.body.error, request_id: '' });
  assert.deepEqual(
    codesOf(await page.post('/projects', { name: 'P', staff_ids: [hanako] }), 422, 'validation_failed'),
    ['staff_ids staff_not_found'],
  );

  await assertEndedWell(api, goingOn);
  assert.equal((await api.get(`/calls?${days}&staff_id=${hanako}`)).body.pagination.total, 2);
  const row = (await api.get(`/reports/users?${days}`)).body.data[0];
  assert.deepEqual([row.staff_id, row.staff_name, row.total_calls], [hanako, 'Hanako', 2]);
});

test('reports name a removed person for as long as the period has calls of that person', async () => {
  const { page, api, tenantId, projectId } = await build();
  const hanako = await named(page, 'Hanako');
  const taro = await named(page, 'Taro');
  await buildCalls(app, { tenantId, projectId }, [{ staffId: hanako, at: new Date(Date.now() - 9 * 86_400_000) }]);
  await page.remove(`/staff/${hanako}`);
  await query(app, `update staff set removed_at = now() - interval '8 days' where staff_id = $1`, [hanako]);
  const rows = async (period: string) =>
    (await api.get(`/reports/users?${period}`)).body.data
      .filter(({ staff_id }: { staff_id: number | null }) => staff_id !== null)
      .map(({ staff_id, total_calls }: { staff_id: number; total_calls: number }) => [staff_id, total_calls]);
  assert.deepEqual(await rows(`from=${day(-10)}&to=${day(0)}`), [
    [hanako, 1],
    [taro, 0],
  ]);
  assert.deepEqual(await rows(`from=${day(-10)}&to=${day(0)}&project_id=${projectId}`), [
    [hanako, 1],
    [taro, 0],
  ]);
  assert.deepEqual(await rows(`from=${day(-5)}&to=${day(0)}`), [[taro, 0]]);
  assert.deepEqual(await rows(`from=${day(-5)}&to=${day(0)}&staff_id=${hanako}`), []);
});

test('a removed project takes no calls and customers, keeps its history, and can be restored', async () => {
  const { page, api, tenantId } = await build();
  const { project_id } = (await page.post('/projects', { name: 'Returns', records_calls: false })).body.data;
  const path = `/projects/${project_id}`;
  const staff_id = await named(page, 'Hanako');
  const customer = { project_id, name: 'Taro', external_id: 'crm-1' };
  const { customer_id } = (await api.post('/customers', customer)).body.data;
  const { webhook_id } = (
    await page.post('/webhooks', {
      ...{ url: 'https://hooks.example.com/', label: 'CRM', events: ['call.completed'] },
      filters: { project_ids: [project_id] },
    })
  ).body.data;
  await page.post('/numbers', { number: '03-1234-0001', project_id });

  const goingOn = (await api.post('/calls/initiate', { phone_number, staff_id, project_id })).body.data.call_id;
  assert.deepEqual((await page.get(`${path}/removal`)).body.data, {
    ...{ project_id, name: 'Returns', open_calls: 1, customers: 1, numbers: ['+81312340001'], is_last: false },
    webhooks: [{ webhook_id, label: 'CRM' }],
  });
  const refused = await page.remove(path);
  assert.deepEqual(codesOf(refused, 409, 'not_removable'), ['project_id in_use']);
  assert.deepEqual(refused.body.error.details[0].numbers, ['+81312340001']);
  assert.equal((await page.get(path)).body.data.is_active, true);

  await page.remove('/numbers/+81312340001');
  const removed = await page.remove(path);
  assert.deepEqual([removed.status, removed.body.data], [200, { project_id, is_active: false }]);
  assert.deepEqual(await lastAudit(tenantId), ['project.removed', `${project_id}`, { name: 'Returns' }]);
  assertProblem(await page.remove(path), 404, 'not_found');
  assertProblem(await page.get(`${path}/removal`), 404, 'not_found');
  const ids = async (query: string) =>
    (await page.get(`/projects${query}`)).body.data.map((project: { project_id: number }) => project.project_id);
  assert.ok(!(await ids('?is_active=true')).includes(project_id));
  assert.deepEqual(await ids('?is_active=false'), [project_id]);
  assert.ok((await ids('')).includes(project_id));
  assert.deepEqual(
    (await api.get('/projects?is_active=false')).body.data.map((project: { name: string }) => project.name),
    ['Returns'],
  );

  const call = await api.post('/calls/initiate', { phone_number, staff_id, project_id });
  assert.deepEqual(codesOf(call, 422, 'validation_failed'), ['project_id project_not_found']);
  const another = await api.post('/customers', { project_id, name: 'Jiro' });
  assert.deepEqual(codesOf(another, 422, 'validation_failed'), ['project_id project_not_found']);
  assert.equal((await api.put(`/customers/${customer_id}`, { project_id, notes: 'x' })).status, 200);
  assert.equal((await api.put('/customers/by-external-id/crm-1', { project_id, notes: 'y' })).status, 200);
  await assertEndedWell(api, goingOn);
  assert.equal((await api.get(`/calls?${days}&project_id=${project_id}`)).body.pagination.total, 1);
  assert.equal((await api.get(`/reports/summary?${days}&project_id=${project_id}`)).body.data.totals.total_calls, 1);

  const once = { 'idempotency-key': 'restore-1' };
  const restored = await page.post(`${path}/restore`, undefined, once);
  assert.deepEqual([restored.status, restored.body.data], [200, { project_id, is_active: true }]);
  assert.deepEqual(await lastAudit(tenantId), ['project.restored', `${project_id}`, { name: 'Returns' }]);
  const replayed = await page.post(`${path}/restore`, undefined, once);
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  assert.equal((await auditOf(app, tenantId)).filter(({ action }) => action === 'project.restored').length, 1);
  const { is_active, records_calls } = (await page.get(path)).body.data;
  assert.deepEqual([is_active, records_calls], [true, false]);
  assert.equal((await api.post('/customers', { project_id, name: 'Jiro' })).status, 201);
});

test('the last project stays, also if the last two are removed at once', async () => {
  const { page, tenantId, projectId } = await build();
  await page.post('/numbers', { number: `+8131${tenantId}0009`, project_id: projectId });
  const alone = await page.remove(`/projects/${projectId}`);
  assert.deepEqual(codesOf(alone, 409, 'not_removable'), ['project_id in_use', 'project_id last_project']);
  await page.remove(`/numbers/+8131${tenantId}0009`);

  const second = await buildProject(app, tenantId);
  await buildProject(app, tenantId, false); // Removed ones do not count.
  const answers = await whileHeld(
    app,
    ['select from projects where tenant_id = $1 for update', tenantId],
    [projectId, second].map((id) => () => page.remove(`/projects/${id}`)),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
  const active = await query(app, 'select 1 from projects where tenant_id = $1 and is_active', [tenantId]);
  assert.equal(active.length, 1);
});

test('of two removals at once, one removes and the other finds nothing', async () => {
  const { page, tenantId } = await build();
  const staffId = await named(page, 'Hanako');
  const remove = () => page.remove(`/staff/${staffId}`);
  const row: [string, number] = ['select from staff where staff_id = $1 for update', staffId];
  const people = await whileHeld(app, row, [remove, remove]);
  assert.deepEqual(people.map(({ status }) => status).toSorted(), [200, 404]);

  const project = await buildProject(app, tenantId);
  const removeProject = () => page.remove(`/projects/${project}`);
  const projects = await whileHeld(
    app,
    ['select from projects where project_id = $1 for update', project],
    [removeProject, removeProject],
  );
  assert.deepEqual(projects.map(({ status }) => status).toSorted(), [200, 404]);
  const actions = (await auditOf(app, tenantId)).map(({ action }) => action);
  assert.equal(actions.filter((action) => action === 'staff.removed').length, 1);
  assert.equal(actions.filter((action) => action === 'project.removed').length, 1);
});

test('a person who is removed while joining a project is in no project afterwards', async () => {
  for (const isRemovedFirst of [true, false]) {
    const { page, tenantId, projectId } = await build();
    const staffId = await named(page, 'Hanako');
    const remove = () => page.remove(`/staff/${staffId}`);
    const join = () => page.put(`/projects/${projectId}`, { staff_ids: [staffId] });
    const requests = isRemovedFirst ? [remove, join] : [join, remove];
    // Each of them has to wait for the other one, whichever comes first.
    const answers = await whileHeld(app, ['select from staff where staff_id = $1 for update', staffId], requests);
    const [removed, joined] = isRemovedFirst ? answers : answers.toReversed();
    assert.equal(removed?.status, 200);
    assert.equal(joined?.status, isRemovedFirst ? 422 : 200);
    assert.deepEqual((await page.get(`/projects/${projectId}`)).body.data.staff_ids, []);
    const left = await query(app, 'select 1 from project_staff where tenant_id = $1', [tenantId]);
    assert.equal(left.length, 0);
  }
});

test('a person who is removed while being changed or getting an account stays removed', async () => {
  const { page, tenantId } = await build();
  const staffId = await named(page, 'Hanako');
  const path = `/staff/${staffId}`;
  const answers = await whileHeld(
    app,
    ['select from staff where staff_id = $1 for update', staffId],
    [() => page.remove(path), () => page.put(path, { is_active: true }), () => page.post(`${path}/account`)],
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 404],
  );
  const [row] = await query(
    app,
    `select is_active, phone, (select count(*)::int from sip_accounts a where a.staff_id = s.staff_id) as accounts
     from staff s where tenant_id = $1`,
    [tenantId],
  );
  assert.deepEqual(row, { is_active: false, phone: null, accounts: 0 });
});

test('calls that start at the moment of a removal end well, and none starts after it', async () => {
  for (const removed of ['staff', 'project'] as const) {
    const { page, api, tenantId } = await build();
    const staff_id = await buildStaff(app, tenantId);
    const project_id = await buildProject(app, tenantId);
    const start = () => api.post('/calls/initiate', { phone_number, staff_id, project_id });
    const path = removed === 'staff' ? `/staff/${staff_id}` : `/projects/${project_id}`;
    const before = Array.from({ length: 6 }, start);
    const removal = page.remove(path);
    const during = Array.from({ length: 6 }, start);
    assert.equal((await removal).status, 200);
    const after = await Promise.all(Array.from({ length: 6 }, start));
    for (const answer of after)
      assert.deepEqual(codesOf(answer, 422, 'validation_failed'), [`${removed}_id ${removed}_not_found`]);
    const answers = await Promise.all([...before, ...during]);
    const accepted = answers.filter(({ status }) => status === 200);
    for (const { status } of answers) assert.ok(status === 200 || status === 422, `${status}`);
    for (const { body } of accepted) await assertEndedWell(api, body.data.call_id);
    const listed = (await api.get(`/calls?${days}&staff_id=${staff_id}&project_id=${project_id}`)).body.pagination
      .total;
    assert.equal(listed, accepted.length);
    const rows = (await api.get(`/reports/users?${days}`)).body.data;
    const own = rows.find((row: { staff_id: number }) => row.staff_id === staff_id);
    assert.equal(own.total_calls, accepted.length);
  }
});

test('numbers and trunks say what follows from their removal', async () => {
  const { page, projectId, tenantId } = await build();
  const number = `+8131${String(tenantId).padStart(5, '0')}77`;
  await page.post('/trunks', { name: 'carrier', host: 'sip.carrier.example' });
  await page.post('/numbers', { number, project_id: projectId });
  assert.deepEqual((await page.get(`/numbers/${number}/removal`)).body.data, {
    ...{ number, project_id: projectId, project: 'Project', other_numbers: 0, caller_id_of: [] },
  });
  const { project_id } = (await page.post('/projects', { name: 'Sales', trunk: 'carrier', caller_id: number })).body
    .data;
  await page.post('/numbers', { number: `${number.slice(0, -1)}8`, project_id: projectId });
  const { other_numbers, caller_id_of } = (await page.get(`/numbers/${number}/removal`)).body.data;
  assert.deepEqual([other_numbers, caller_id_of], [1, [{ project_id, name: 'Sales' }]]);
  assertProblem(await page.get('/numbers/+81399999999/removal'), 404, 'not_found');
  assertProblem(await page.get('/numbers/x/removal'), 404, 'not_found');

  const users = async () => (await page.get('/trunks/carrier/removal')).body.data.projects;
  assert.deepEqual(await users(), [{ project_id, name: 'Sales', is_active: true }]);
  await page.remove(`/projects/${project_id}`);
  assert.deepEqual(await users(), [{ project_id, name: 'Sales', is_active: false }]);
  await page.put(`/projects/${project_id}`, { trunk: null });
  assert.deepEqual(await users(), []);
  assert.equal((await page.remove('/trunks/carrier')).status, 200);
});

test('a viewer can neither preview nor remove', async () => {
  const { page, tenantId, projectId } = await build();
  const staffId = await named(page, 'Hanako');
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  for (const answer of [
    await viewer.get(`/staff/${staffId}/removal`),
    await viewer.get(`/projects/${projectId}/removal`),
    await viewer.remove(`/staff/${staffId}`),
    await viewer.remove(`/projects/${projectId}`),
    await viewer.post(`/projects/${projectId}/restore`),
  ])
    assertProblem(answer, 403, 'insufficient_role');
});
