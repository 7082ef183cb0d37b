import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

// What was true when a request was admitted, or a password proven, and is not any more when its turn to write comes.

const app = await startTestApp();

type Ask = () => Promise<TestAnswer>;

/** Keeps everybody from writing to an administrator's row until both wait for it, then lets them go on in their order. */
async function inOrder(administratorId: number, first: Ask, second: Ask): Promise<[TestAnswer, TestAnswer]> {
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from administrators where administrator_id = $1 for update', [administratorId]);
    const before = first();
    await until(async () => (await waiting()) === 1);
    const after = second();
    await until(async () => (await waiting()) === 2);
    await holder.query('commit');
    return [await before, await after];
  } finally {
    await holder.end();
  }
}

async function waiting(): Promise<number> {
  const sql = `
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'trunkline' and wait_event_type = 'Lock'`;
  return (await query(app, sql))[0]?.n;
}

const change = (new_password: string) => ({ current_password: testPassword, new_password });

test('of two who change one password at the same moment the second has proven nothing', async () => {
  const { email, administratorId, console: owner } = await buildSignedIn(app);
  const thief = await logIn(app, email);
  const [first, second] = await inOrder(
    administratorId,
    () => owner.put('/session/password', change('the owner chose this one')),
    () => thief.put('/session/password', change('the thief chose this one')),
  );
  assert.equal(first.status, 200, first.text);
  assert.notEqual(second.status, 200, second.text);
  assert.equal((await owner.get('/session')).status, 200);
  assertProblem(await thief.get('/session'), 401, 'not_signed_in');
  const logInWith = (password: string) => browser(app).post('/session', { email, password });
  assert.equal((await logInWith('the owner chose this one')).status, 200);
  assertProblem(await logInWith('the thief chose this one'), 401, 'invalid_login');
});

test('a second factor is not begun with a password that was changed meanwhile', async () => {
  const { administratorId, email, console: owner } = await buildSignedIn(app);
  const thief = await logIn(app, email);
  const [, begun] = await inOrder(
    administratorId,
    () => owner.put('/session/password', change('the owner chose this one')),
    () => thief.post('/session/totp', { password: testPassword }),
  );
  assert.ok(begun.status >= 400, begun.text);
});

test('a session that has ended meanwhile changes no password', async () => {
  const { administratorId, email, console: owner } = await buildSignedIn(app);
  const thief = await logIn(app, email);
  const [ended, changed] = await inOrder(
    administratorId,
    () => owner.post('/session/log-out-everywhere'),
    () => thief.put('/session/password', change('the thief chose this one')),
  );
  assert.deepEqual(ended.body, { data: { ended_sessions: 2 } });
  assertProblem(changed, 401, 'not_signed_in');
  await logIn(app, email);
});

/** Somebody who takes another administrator's right to write, and that other one, who writes. */
async function buildColleagues() {
  const { tenantId, projectId, console: boss } = await buildSignedIn(app);
  const { administratorId, email } = await buildAdministrator(app, tenantId);
  const page = await logIn(app, email);
  const customers = async () => (await boss.get('/customers')).body.pagination.total;
  const write = (headers = {}) => page.post('/customers', { project_id: projectId, name: 'Taro' }, headers);
  return { boss, administratorId, page, customers, write, path: `/administrators/${administratorId}` };
}

test('who was removed writes nothing any more, and what was written before the removal stays', async () => {
  const { boss, administratorId, customers, write, path } = await buildColleagues();
  assert.equal((await write()).status, 201);
  const [removed, refused] = await inOrder(
    administratorId,
    () => boss.remove(path),
    () => write({ 'idempotency-key': 'once' }),
  );
  assert.equal(removed.status, 200, removed.text);
  assertProblem(refused, 401, 'not_signed_in');
  assert.equal(await customers(), 1);
});

test('a write that came before the removal is waited for', async () => {
  const { boss, administratorId, customers, write, path } = await buildColleagues();
  const [written, removed] = await inOrder(administratorId, write, () => boss.remove(path));
  assert.deepEqual([written.status, removed.status], [201, 200]);
  assert.equal(await customers(), 1);
});

test('a role that was taken away meanwhile does not write', async () => {
  const { boss, administratorId, customers, write, path } = await buildColleagues();
  const [changed, refused] = await inOrder(administratorId, () => boss.put(path, { role: 'viewer' }), write);
  assert.equal(changed.status, 200, changed.text);
  assertProblem(refused, 403, 'insufficient_role');
  assert.equal(await customers(), 0);
});

test('who signs out twice, everywhere at once, or removes one who removes him waits for nobody for ever', async () => {
  const { boss, administratorId, page, path } = await buildColleagues();
  const own = (await boss.get('/session')).body.data.administrator.administrator_id;
  const twice = browser(app, page.cookie());
  const ended = await Promise.all([page.remove('/session'), twice.remove('/session')]);
  assert.deepEqual(ended.map(({ status }) => status).sort(), [200, 401]);
  const { email } = (await boss.get('/administrators')).body.data.find(
    (one: { administrator_id: number }) => one.administrator_id === administratorId,
  );
  const pages = await Promise.all([logIn(app, email), logIn(app, email)]);
  const everywhere = await Promise.all(pages.map((one) => one.post('/session/log-out-everywhere')));
  assert.deepEqual(everywhere.map(({ status }) => status).sort(), [200, 401]);
  const again = await logIn(app, email);
  const removed = await Promise.all([boss.remove(path), again.remove(`/administrators/${own}`)]);
  assert.deepEqual(removed.map(({ status }) => status).sort(), [200, 401]);
});

test('what is under way when the operator takes the telephony to himself is refused, field by field too', async () => {
  const { tenantId, projectId, console: page } = await buildSignedIn(app, { country: 'JP' });
  const { staff_id } = (await page.post('/staff', { name: 'Alice', phone: 'sip:alice@pbx.example' })).body.data;
  const operator = new pg.Client({ connectionString: app.databaseUrl });
  await operator.connect();
  try {
    await operator.query('begin');
    await operator.query(`update tenants set telephony_by = 'operator' where tenant_id = $1`, [tenantId]);
    await operator.query(`update staff set phone = 'sip:alice@operator.example' where staff_id = $1`, [staff_id]);
    const asked = [
      page.post('/trunks', { name: 'mine', host: 'sip.mine.example' }),
      page.put(`/projects/${projectId}`, { caller_id: '0312345678' }),
      page.post('/staff', { name: 'Bob', phone: 'sip:bob@pbx.example' }),
      // What was read before may not undo what the operator has set meanwhile.
      page.put(`/staff/${staff_id}`, { phone: 'sip:alice@pbx.example' }),
    ];
    await until(async () => (await waiting()) === asked.length);
    await operator.query('commit');
    for (const answer of await Promise.all(asked)) assertProblem(answer, 403, 'telephony_by_operator');
  } finally {
    await operator.end();
  }
  assert.equal((await page.get(`/staff/${staff_id}`)).body.data.phone, 'sip:alice@operator.example');
});
