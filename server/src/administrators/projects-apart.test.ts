import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { auditOf, type Browser, buildAdministrator, logIn } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildEverything, testMode } from '../../test/build/build-everything.ts';
import { buildProject, buildStaff, query } from '../../test/builders.ts';
import { consoleOperations, withIds } from '../../test/console-operations.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// A supervisor against everything of another project of the same tenant.

/** Everything that a supervisor may do. An operation that is added here must be restricted to projects, and tested below. */
const allowed = [
  ...['POST /session', 'POST /session/invitation', 'POST /session/invitation/check'], // No session is needed.
  ...['GET /session', 'DELETE /session', 'POST /session/log-out-everywhere', 'POST /session/log-out-elsewhere'],
  ...['PUT /session/password', 'POST /session/totp', 'PUT /session/totp', 'DELETE /session/totp'],
  ...['POST /session/recovery-codes', 'GET /sessions', 'DELETE /sessions/{sessionId}'],
  ...['GET /projects', 'GET /staff', 'GET /home', 'GET /events/stream'],
  ...['GET /calls', 'GET /calls/{callId}', 'PUT /calls/{callId}', 'GET /calls/{callId}/recording', 'GET /call-signs'],
  'GET /calls/{callId}/voice-average',
  ...['GET /customers', 'GET /customers/search', 'GET /customers/{customerId}'],
  'GET /customers/by-external-id/{externalId}',
  ...['summary', 'calls', 'users', 'tags', 'overview'].map((report) => `GET /reports/${report}`),
];

const app = await startTestApp();
const other = await buildEverything(app); // In the other project.
const { tenantId, console: page } = other;
const own = { tenantId, projectId: await buildProject(app, tenantId) };
const second = { tenantId, projectId: await buildProject(app, tenantId) };
/** Without staff and calls of its own. */
const third = { tenantId, projectId: await buildProject(app, tenantId) };
const rename = (table: string, key: string, id: unknown, name: string) =>
  query(app, `update ${table} set name = $3 where tenant_id = $1 and ${key} = $2`, [tenantId, id, name]);

// Marks that no answer to the supervisor may contain, and others that it must.
await rename('projects', 'project_id', other.projectId, 'FOREIGN project');
await rename('projects', 'project_id', own.projectId, 'OWN project');
await rename('staff', 'staff_id', other.ids.staffId, 'FOREIGN staff');
const staffId = await buildStaff(app, tenantId);
await rename('staff', 'staff_id', staffId, 'OWN staff');
const busyStaffId = await buildStaff(app, tenantId);
await rename('staff', 'staff_id', busyStaffId, 'FOREIGN but helped');
for (const [i, id] of [other.ids.staffId, busyStaffId].entries())
  await query(app, 'insert into project_staff (tenant_id, project_id, staff_id, position) values ($1, $2, $3, $4)', [
    ...[tenantId, other.projectId, id, i],
  ]);
await query(app, 'update staff set phone = $2 where tenant_id = $1', [tenantId, 'sip:FOREIGN@pbx.example']);

const customer = async (projectId: number, name: string, more: object) => {
  const answer = await page.post('/customers', { project_id: projectId, name, ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.customer_id as number;
};
const foreignCustomer = await customer(other.projectId, 'FOREIGN Hana', {
  tel1: '+819011112222',
  external_id: 'ext-x',
});
const ownCustomer = await customer(own.projectId, 'OWN Hana', { tel1: '+819033334444', external_id: 'ext-own' });

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** Calls in both modes, with everything that a list, a report or a search shows. */
const callsIn = (projectId: number, staff: number, number: string, customerId: number) =>
  [true, false].flatMap((isTest) => [
    { at: minutesAgo(3), isTest, projectId, staffId: staff, phoneNumber: number, customerId, talkSeconds: 11 },
    { at: minutesAgo(2), isTest, projectId, phoneNumber: number, callType: 'inbound', status: 'missed_call' } as const,
    { at: minutesAgo(1), isTest, projectId, staffId: staff, phoneNumber: number, goesOn: true },
  ]);
const foreignIds = await buildCalls(app, other, [
  ...callsIn(other.projectId, other.ids.staffId, '+819011112222', foreignCustomer),
  // The customer of the supervisor also spoke with the other project, later.
  {
    at: minutesAgo(1),
    projectId: other.projectId,
    customerId: ownCustomer,
    isTest: false,
    phoneNumber: '+819033334444',
  },
]);
const ownIds = await buildCalls(app, own, callsIn(own.projectId, staffId, '+819033334444', ownCustomer));
// A node that is alive and silent owns the calls that go on.
const node = randomUUID();
await query(app, `insert into nodes (node_id, alive_until) values ($1, now() + interval '1 hour')`, [node]);
const open = `insert into open_calls (tenant_id, is_test, call_id, node_id, stage)
  select tenant_id, is_test, call_id, $2, 'dialling' from calls where tenant_id = $1 and ended_at is null`;
await query(app, open, [tenantId, node]);

const annotate = async (callId: string | undefined, mark: string, mode: object) => {
  const body = { note: `${mark} remark about walnuts`, tags: [`${mark} tag`], outcome: `${mark} outcome` };
  const answer = await page.send('PUT', `/calls/${callId}`, body, { ...mode });
  assert.equal(answer.status, 200, answer.text);
};
for (const [i, mode] of [testMode, {}].entries()) {
  await annotate(foreignIds[i * 3], 'FOREIGN', mode);
  await annotate(ownIds[i * 3], 'OWN', mode);
}

const supervisorOf = async (...projectIds: number[]) => {
  const { email, administratorId } = await buildAdministrator(app, tenantId, { role: 'supervisor', projectIds });
  return { administratorId, email, console: await logIn(app, email) };
};
const supervisor = await supervisorOf(own.projectId);
const supervisorOfTwo = await supervisorOf(own.projectId, second.projectId);
const operations = await consoleOperations(app);

const day = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const period = `from=${yesterday}&to=${day}`;

/** Names, numbers and ids of the other project. */
const foreignMarks = [
  ...['FOREIGN', '819*****2222', '9011112222', 'ext-x', 'crm-1', 'Taro'],
  ...[...foreignIds, other.ids.callId],
  ...[foreignCustomer, other.ids.customerId].map((id) => `"customer_id":${id},`),
  ...[`"project_id":${other.projectId},`, `"project_id":${other.projectId}}`],
];
const assertOwn = (text: string, where: string) => {
  for (const mark of foreignMarks) assert.ok(!text.includes(mark), `${where} contains ${mark}: ${text}`);
};
const read = async (who: Browser, path: string, headers: Record<string, string> = {}) => {
  const answer = await who.get(path, headers);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  assertOwn(answer.text, path);
  return answer.body;
};

test('every operation that is not on the list is 403 insufficient_role for a supervisor', async () => {
  const names = operations.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(
    allowed.filter((name) => !names.includes(name)),
    [],
  );
  const marked = operations.filter(({ isForSupervisors }) => isForSupervisors);
  assert.deepEqual(marked.map(({ method, path }) => `${method} ${path}`).sort(), [...allowed].sort());
  const closed = operations.filter(({ method, path }) => !allowed.includes(`${method} ${path}`));
  assert.ok(closed.length > 50, `${closed.length}`);
  for (const { method, path, body } of closed) {
    const answer = await supervisor.console.send(method, withIds(path, other.ids), body, testMode);
    assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
    assertProblem(answer, 403, 'insufficient_role');
  }
});

test('calls and customers of another project do not exist for a supervisor', async () => {
  const withPath = operations.filter(({ path, isForSupervisors }) => path.includes('{') && isForSupervisors);
  assert.equal(withPath.length, 7);
  for (const { method, path, body } of withPath) {
    const answer = await supervisor.console.send(method, withIds(path, other.ids), body, testMode);
    assertProblem(answer, 404, 'not_found');
    assertOwn(answer.text, path);
  }
  // All but the session of another person exist for the administrator.
  for (const { method, path, body } of withPath.filter(({ path }) => !path.startsWith('/sessions')))
    assert.equal((await page.send(method, withIds(path, other.ids), body, testMode)).status, 200, path);
});

for (const [name, { console: who }] of Object.entries({ 'one project': supervisor, 'two projects': supervisorOfTwo }))
  for (const [mode, headers] of Object.entries({ test: testMode, live: {} }))
    test(`a supervisor of ${name} reads nothing of another one, in ${mode} mode`, async () => {
      const ids = mode === 'test' ? ownIds.slice(0, 3) : ownIds.slice(3);
      const [talk = '', , goingOn = ''] = ids;
      const idsOf = ({ data }: { data: { call_id: string }[] }) => data.map(({ call_id }) => call_id);
      const newestFirst = ids.toReversed();

      for (const path of ['/calls', '/reports/calls']) {
        const all = await read(who, `${path}?${period}`, headers);
        assert.deepEqual([idsOf(all), all.pagination.total], [newestFirst, 3], path);
        const paged = await read(who, `${path}?${period}&per_page=2&page=2&sort=asc`, headers);
        assert.deepEqual([idsOf(paged), paged.pagination.total], [[goingOn], 3], path);
        const finds: [query: string, ids: string[]][] = [
          [`project_id=${own.projectId}`, newestFirst],
          [`project_id=${other.projectId}`, []],
          [`project_id=${own.projectId},${other.projectId}`, newestFirst],
          [`staff_id=${staffId},${other.ids.staffId}`, [goingOn, talk]],
          [`customer_id=${ownCustomer},${foreignCustomer}`, [talk]],
          ['phone_number=%2B819011112222', []],
          ['phone_number=%2B819033334444', newestFirst],
          ['q=walnuts', [talk]],
          ['tag=OWN tag,FOREIGN tag', [talk]],
          ['outcome=OWN outcome,FOREIGN outcome', [talk]],
          [`tag=OWN tag,FOREIGN tag&staff_id=${staffId},${other.ids.staffId}`, [talk]],
          ['status=connected&call_type=outbound', [goingOn, talk]],
        ];
        for (const [query, expected] of finds) {
          const found = await read(who, `${path}?${period}&${query}`, headers);
          assert.deepEqual([idsOf(found), found.pagination.total], [expected, expected.length], `${path}?${query}`);
        }
      }
      const { data: call } = await read(who, `/calls/${talk}`, headers);
      assert.deepEqual([call.phone_number, call.tags], ['+819033334444', ['OWN tag']]);
      const signs = await read(who, `/call-signs?call_ids=${[...foreignIds, ...ids].join(',')}`, headers);
      assert.deepEqual(idsOf(signs), ids);
      assert.deepEqual(signs.data[0].customer, { customer_id: ownCustomer, name: 'OWN Hana' });

      const home = (await read(who, '/home', headers)).data;
      assert.deepEqual([home.calls.total, idsOf({ data: home.calls.newest })], [1, [goingOn]]);
      assert.deepEqual(
        home.staff.members.map(({ name }: { name: string }) => name),
        ['OWN staff'],
      );
      assert.deepEqual([home.attention, home.first_steps], [{ webhooks: [], trunks: [], keys: [] }, null]);

      const staff = await read(who, '/staff', headers);
      assert.deepEqual(
        staff.data.map(({ name, phone, username, state }: Record<string, unknown>) => [name, phone, username, state]),
        [['OWN staff', null, null, null]],
      );
      const projects = await read(who, '/projects', headers);
      assert.ok(projects.data.every(({ project_id }: { project_id: number }) => project_id !== other.projectId));
      assert.equal(projects.pagination.total, name === 'one project' ? 1 : 2);

      const totals = { total_calls: 3, connected_calls: 2, missed_calls: 1, total_duration_seconds: 11 };
      const summary = (await read(who, `/reports/summary?${period}`, headers)).data.totals;
      assert.partialDeepStrictEqual(summary, totals);
      const overview = (await read(who, `/reports/overview?${period}`, headers)).data;
      assert.partialDeepStrictEqual(overview.totals, totals);
      assert.deepEqual(
        overview.projects.map((each: Record<string, unknown>) => [each.project_name, each.total_calls]),
        [['OWN project', 3]],
      );
      assert.deepEqual(overview.waits, overview.projects[0].waits);
      const users = await read(who, `/reports/users?${period}`, headers);
      assert.deepEqual(
        users.data.map((each: Record<string, unknown>) => [each.staff_name, each.total_calls]),
        [
          ['OWN staff', 2],
          [null, 1],
        ],
      );
      assert.equal(users.pagination.total, 2);
      const tags = await read(who, `/reports/tags?${period}`, headers);
      assert.deepEqual(
        tags.data.map((each: Record<string, unknown>) => [each.kind, each.value, each.total_calls]),
        [
          ['tag', 'OWN tag', 1],
          ['outcome', 'OWN outcome', 1],
        ],
      );
      for (const report of ['summary', 'overview', 'users', 'tags'])
        await read(who, `/reports/${report}?${period}&project_id=${other.projectId}`, headers);
      const ofStaff = await read(who, `/reports/summary?${period}&staff_id=${other.ids.staffId}`, headers);
      assert.equal(ofStaff.data.totals.total_calls, 0);

      const hanas = [ownCustomer];
      const customersOf = ({ data }: { data: { customer_id: number }[] }) => data.map(({ customer_id }) => customer_id);
      const finds: [query: string, ids: number[]][] = [
        ['', hanas],
        ['sort=asc&per_page=1', hanas],
        ['q=Hana', hanas],
        [`project_id=${other.projectId}`, []],
        [`project_id=${other.projectId}&q=Hana`, []],
        [`project_id=${own.projectId}`, hanas],
      ];
      for (const path of ['/customers', '/customers/search'])
        for (const [query, expected] of finds) {
          const found = await read(who, `${path}?${query}`, headers);
          assert.deepEqual(
            [customersOf(found), found.pagination.total],
            [expected, expected.length],
            `${path}?${query}`,
          );
        }
      for (const [query, expected] of [
        ['external_id=ext-x', []],
        ['external_id=ext-own', hanas],
        ['tel1=%2B819011112222', []],
        ['tel1=%2B819033334444&q=Hana', hanas],
        [`updated_since=${yesterday}`, hanas],
      ] as const)
        assert.deepEqual(customersOf(await read(who, `/customers?${query}`, headers)), expected, query);
      for (const [text, expected] of [
        ['ext-x', []],
        ['ext-own', hanas],
        ['+819011112222', []],
        ['+819033334444', hanas],
      ] as const) {
        const found = await read(who, `/customers/search?q=${encodeURIComponent(text)}`, headers);
        assert.deepEqual([customersOf(found), found.pagination.total], [expected, expected.length], text);
      }
      const [found] = (await read(who, '/customers/search', headers)).data;
      assert.equal(found.last_call_at, call.initiated_at, 'the call with the other project is later');
      await read(who, `/customers/${ownCustomer}`, headers);
      await read(who, '/customers/by-external-id/ext-own', headers);
      assertProblem(await who.get(`/customers/${foreignCustomer}`), 404, 'not_found');
      assertProblem(await who.get('/customers/by-external-id/ext-x'), 404, 'not_found');
      for (const id of foreignIds) {
        assertProblem(await who.get(`/calls/${id}`, headers), 404, 'not_found');
        assertProblem(await who.get(`/calls/${id}/recording`, headers), 404, 'not_found');
        assertProblem(await who.get(`/calls/${id}/voice-average`, headers), 404, 'not_found');
      }
    });

test('staff of another project appear only in the figures of the calls that they had in an own project', async () => {
  const figures = async () => {
    const { data, pagination } = (await supervisor.console.get(`/reports/users?${period}`)).body;
    return [data.map(({ staff_id }: { staff_id: number }) => staff_id), pagination.total];
  };
  assert.deepEqual(await figures(), [[staffId, null], 2]);
  await buildCalls(app, second, [{ staffId: busyStaffId, isTest: false }]);
  assert.deepEqual(await figures(), [[staffId, null], 2]);
  const { data, pagination } = (await supervisorOfTwo.console.get(`/reports/users?${period}`)).body;
  const ids = data.map(({ staff_id }: { staff_id: number }) => staff_id);
  assert.deepEqual([ids, pagination.total], [[staffId, busyStaffId, null], 3]);
});

test('staff of another project stay hidden when they are removed', async () => {
  const id = await buildStaff(app, tenantId);
  await query(app, 'insert into project_staff (tenant_id, project_id, staff_id, position) values ($1, $2, $3, 9)', [
    ...[tenantId, other.projectId, id],
  ]);
  assert.equal((await page.send('DELETE', `/staff/${id}`)).status, 200);
  const { data } = (await supervisor.console.get('/staff?include_removed=true')).body;
  assert.deepEqual(
    data.map(({ staff_id }: { staff_id: number }) => staff_id),
    [staffId],
  );
});

test('staff who had calls in an own project keep their names there, removed or moved', async () => {
  const [removed, moved, foreign] = [
    await buildStaff(app, tenantId),
    await buildStaff(app, tenantId),
    await buildStaff(app, tenantId),
  ];
  for (const [i, id] of [moved, foreign].entries())
    await query(app, 'insert into project_staff (tenant_id, project_id, staff_id, position) values ($1, $2, $3, $4)', [
      ...[tenantId, other.projectId, id, 20 + i],
    ]);
  await buildCalls(app, third, [{ staffId: removed }, { staffId: moved, isTest: false }]);
  await buildCalls(app, other, [{ staffId: foreign }]);
  assert.equal((await page.send('DELETE', `/staff/${removed}`)).status, 200);
  const { console: who } = await supervisorOf(third.projectId);
  const listed = async (path: string) => {
    const { data } = (await who.get(path)).body;
    return data.map((each: Record<string, unknown>) => each.staff_id).filter((id: number) => id >= removed);
  };
  await until(async () => (await listed('/staff?include_removed=true')).length === 2);
  assert.deepEqual(await listed('/staff?include_removed=true'), [removed, moved]);
  assert.deepEqual(await listed('/staff'), []);
});

test('the customer of another project stays hidden in a call of an own project', async () => {
  const [callId] = await buildCalls(app, third, [{ customerId: foreignCustomer }]);
  const { console: who } = await supervisorOf(third.projectId);
  const { state, leave } = await openStream(who);
  await until(() => state.received.includes('Welcome'));
  const { data } = await read(who, `/calls/${callId}`, testMode);
  assert.deepEqual([data.call_id, data.customer_id], [callId, null]);
  const saved = await who.put(`/calls/${callId}`, { outcome: 'OWN third' }, testMode);
  assert.equal(saved.body.data.customer_id, null);
  const [reported] = (await read(who, `/reports/calls?${period}`, testMode)).data;
  assert.deepEqual([reported.call_id, reported.customer_id], [callId, null]);
  const asked = `${period}&project_id=${third.projectId}&customer_id=${ownCustomer},${foreignCustomer}`;
  for (const path of ['/calls', '/reports/calls']) {
    assert.deepEqual((await read(who, `${path}?${asked}`, testMode)).data, [], path);
    const { body } = await page.get(`${path}?${asked}`, testMode);
    assert.equal(body.pagination.total, 1, path);
  }
  await until(() => state.received.includes('OWN third'));
  assertOwn(state.received, 'the stream');
  leave();
  const both = await supervisorOf(third.projectId, other.projectId);
  for (const one of [both.console, page]) {
    const answer = await one.get(`/calls/${callId}`, testMode);
    assert.equal(answer.body.data.customer_id, foreignCustomer);
  }
});

async function openStream(who: Browser) {
  const leaving = new AbortController();
  const stream = await fetch(`${app.address}/admin/v1/events/stream?mode=test`, {
    headers: { cookie: who.cookie() ?? '' },
    signal: leaving.signal,
  });
  assert.equal(stream.status, 200);
  const state = { received: '', isOver: false };
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) state.received += chunk;
  })();
  void reading.catch(() => {}).then(() => Object.assign(state, { isOver: true }));
  return { state, leave: () => leaving.abort() };
}

test('the stream has the events of the own projects only, and ends when the projects change', async () => {
  const one = await supervisorOf(own.projectId);
  const { state, leave } = await openStream(one.console);
  await until(() => state.received.includes('Welcome'));
  const outcome = (callId: string | undefined, value: string) =>
    page.send('PUT', `/calls/${callId}`, { outcome: value }, testMode);
  await outcome(foreignIds[0], 'FOREIGN first');
  await customer(other.projectId, 'FOREIGN new', {});
  assert.equal((await page.remove(`/customers/${await customer(other.projectId, 'FOREIGN gone', {})}`)).status, 200);
  await outcome(ownIds[0], 'OWN second');
  await until(() => state.received.includes('OWN second'));
  assertOwn(state.received, 'the stream');
  await outcome(foreignIds[0], 'FOREIGN outcome');
  await outcome(ownIds[0], 'OWN outcome');
  await until(() => state.received.includes('OWN outcome'));
  assertOwn(state.received, 'the stream');

  const projects = { project_ids: [second.projectId] };
  assert.equal((await page.put(`/administrators/${one.administratorId}`, projects)).status, 200);
  await until(() => state.isOver);
  leave();
});

test('a supervisor annotates a call of an own project, which is audited, and no other', async () => {
  const [id = ''] = ownIds;
  const before = (await auditOf(app, tenantId)).length;
  const answer = await supervisor.console.put(`/calls/${id}`, { note: 'Called back', tags: ['done'] }, testMode);
  assert.deepEqual([answer.status, answer.body.data?.note], [200, 'Called back'], answer.text);
  assert.equal(answer.body.data.phone_number, '+819033334444');
  const entries = (await auditOf(app, tenantId)).slice(before);
  assert.deepEqual(
    entries.map(({ action, administrator_email, subject }) => [action, administrator_email, subject]),
    [['call.annotated', supervisor.email, id]],
  );
  const foreign = foreignIds[0] ?? '';
  assertProblem(await supervisor.console.put(`/calls/${foreign}`, { note: 'Mine now' }, testMode), 404, 'not_found');
  const [call] = await query(app, 'select note from calls where call_id = $1', [decodeId('call', foreign)]);
  assert.equal(call?.note, 'FOREIGN remark about walnuts');
});

test('a change of projects or of the role holds from the next request on', async () => {
  const one = await supervisorOf(own.projectId);
  const listed = async () =>
    (await one.console.get(`/calls?${period}&mode=test`)).body.data?.map(({ call_id }: { call_id: string }) => call_id);
  const change = async (body: object) => {
    const answer = await page.put(`/administrators/${one.administratorId}`, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data;
  };
  const mine = ownIds.slice(0, 3).toReversed();
  assert.deepEqual(await listed(), mine);
  assert.deepEqual((await change({ project_ids: [second.projectId] })).project_ids, [second.projectId]);
  assert.deepEqual(await listed(), []);
  assertProblem(await one.console.get(`/calls/${ownIds[0]}?mode=test`), 404, 'not_found');
  assertProblem(await one.console.put(`/calls/${ownIds[0]}`, { note: 'x' }, testMode), 404, 'not_found');
  await change({ project_ids: [second.projectId, own.projectId] });
  assert.deepEqual(await listed(), mine);
  const { administrator } = (await one.console.get('/session')).body.data;
  assert.deepEqual([administrator.role, administrator.project_ids], ['supervisor', [own.projectId, second.projectId]]);

  assert.deepEqual((await change({ role: 'viewer' })).project_ids, []);
  assert.ok((await listed()).length > 3);
  assert.equal((await one.console.get('/tenant')).status, 200);
  await change({ role: 'supervisor', project_ids: [own.projectId] });
  assert.deepEqual(await listed(), mine);
  assertProblem(await one.console.get('/tenant'), 403, 'insufficient_role');
});

test('a supervisor whose projects are all gone reads nothing', async () => {
  const short = await buildProject(app, tenantId);
  const one = await supervisorOf(short);
  await query(app, 'delete from projects where tenant_id = $1 and project_id = $2', [tenantId, short]);
  for (const path of [`/calls?${period}`, `/reports/calls?${period}`, '/customers', '/customers/search', '/projects'])
    assert.deepEqual((await one.console.get(path)).body.data, [], path);
  const { data } = (await one.console.get(`/reports/users?${period}`)).body;
  // Staff members who are in no project belong to every one.
  assert.deepEqual(
    data.map((each: Record<string, unknown>) => [each.staff_name, each.total_calls]),
    [['OWN staff', 0]],
  );
  assert.equal((await one.console.get('/home')).body.data.calls.total, 0);
  assertProblem(await one.console.get(`/calls/${ownIds[0]}?mode=test`), 404, 'not_found');
});
