import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { browser, buildSignedIn, logIn, testPassword } from '../../test/browser.ts';
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
