import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { secretsOf } from '../../test/secrets.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { whileHeld } from '../../test/while-held.ts';
import { newTotpKey, stepAt, totpCode } from './credentials/totp.ts';
import { sealTotpKey } from './credentials/totp-secret.ts';

// Cases in which an admission or a proven password is no longer valid when the request gets to write.

const app = await startTestApp();

type Ask = () => Promise<TestAnswer>;

/** Locks an administrator's row until both requests wait for it, then lets them continue in their order. */
const inOrder = async (administratorId: number, first: Ask, second: Ask) => {
  const sql = 'select from administrators where administrator_id = $1 for update';
  return (await whileHeld(app, [sql, administratorId], [first, second])) as [TestAnswer, TestAnswer];
};

const change = (new_password: string) => ({ current_password: testPassword, new_password });

test('if two requests change one password at the same moment, the second proof is stale', async () => {
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

test('a code from an app that was replaced meanwhile is refused', async () => {
  const { administratorId, tenantId, email } = await buildSignedIn(app);
  const owner = { tenantId, administratorId };
  const key = newTotpKey();
  const box = await secretsOf(app);
  const set = 'update administrators set totp_secret = $1 where administrator_id = $2';
  await query(app, set, [sealTotpKey(box, owner, key), administratorId]);
  const logIn = async () => {
    const totp_code = totpCode(key, stepAt(Date.now()) + 1);
    return browser(app).post('/session', { email, password: testPassword, totp_code });
  };
  const [answer] = await whileHeld(app, [set, sealTotpKey(box, owner, newTotpKey()), administratorId], [logIn]);
  assertProblem(answer as TestAnswer, 401, 'invalid_totp_code');
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

/** One administrator who takes away another one's right to write, and that other one, who writes. */
async function buildColleagues() {
  const { tenantId, projectId, console: boss } = await buildSignedIn(app);
  const { administratorId, email } = await buildAdministrator(app, tenantId);
  const page = await logIn(app, email);
  const customers = async () => (await boss.get('/customers')).body.pagination.total;
  const write = (headers = {}) => page.post('/customers', { project_id: projectId, name: 'Taro' }, headers);
  return { boss, administratorId, page, customers, write, path: `/administrators/${administratorId}` };
}

test('a removed administrator writes nothing more, and earlier writes stay', async () => {
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

test('concurrent sign-outs, sign-outs everywhere and mutual removals do not deadlock', async () => {
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
