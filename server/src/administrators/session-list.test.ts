import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';

const app = await startTestApp();
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1';

async function logInWith(email: string, userAgent: string) {
  const page = browser(app);
  const answer = await page.post('/session', { email, password: testPassword }, { 'user-agent': userAgent });
  assert.equal(answer.status, 200, answer.text);
  return page;
}

type Listed = { session_id: number; ip: string; user_agent: string; is_current: boolean };
const sessionsOf = async (page: Awaited<ReturnType<typeof logIn>>): Promise<Listed[]> =>
  (await page.get('/sessions')).body.data;

test('administrators see their own open sessions, with browser and address, and which one is theirs', async () => {
  const { console: page, tenantId, email, administratorId } = await buildSignedIn(app);
  await logIn(app, (await buildAdministrator(app, tenantId)).email);
  const elsewhere = await logInWith(email, `${phone}${'!'.repeat(1_000)}`);
  const expired = await logInWith(email, 'expired');
  const used = `update sessions set last_used_at = now() - $2::interval where session_id = $1`;
  const [gone] = (await sessionsOf(expired)).filter(({ is_current }) => is_current);
  await query(app, used, [gone?.session_id, '13 hours']);
  const [own] = (await sessionsOf(page)).filter(({ is_current }) => is_current);
  await query(app, used, [own?.session_id, '1 hour']);

  const listed = await page.get('/sessions');
  assert.equal(listed.body.pagination.total, 2);
  const [first, second] = listed.body.data;
  assert.deepEqual([first.ip, first.is_current, first.user_agent.length], ['127.0.0.1', false, 500]);
  assert.ok(first.user_agent.startsWith(phone));
  assert.deepEqual(Object.keys(second).sort(), [
    ...['created_at', 'ip', 'is_current', 'last_used_at', 'session_id', 'user_agent'],
  ]);
  assert.equal(second.is_current, true);
  assert.equal((await page.get('/sessions?per_page=1&page=2')).body.data.length, 1);
  assert.ok(!listed.text.includes('token'));
  const [there] = (await sessionsOf(elsewhere)).filter(({ is_current }) => is_current);
  assert.equal(there?.session_id, first.session_id);
  await query(app, 'update administrators set must_change_password = true where administrator_id = $1', [
    administratorId,
  ]);
  assert.equal((await page.get('/sessions')).status, 200, 'also with a temporary password');
});

test('one session is ended, and it is over with its next request', async () => {
  const { console: page, tenantId, email } = await buildSignedIn(app, { role: 'viewer' });
  const elsewhere = await logIn(app, email);
  const [other] = (await sessionsOf(page)).filter(({ is_current }) => !is_current);
  const path = `/sessions/${other?.session_id}`;
  assert.deepEqual((await page.remove(path)).body, { data: { ended_sessions: 1 } });
  assertProblem(await elsewhere.get('/session'), 401, 'not_signed_in');
  assertProblem(await page.remove(path), 404, 'not_found');
  const [entry] = (await auditOf(app, tenantId)).filter(({ action }) => action === 'session.ended_elsewhere');
  assert.deepEqual(entry?.details, { ip: '127.0.0.1' });

  const [own] = await sessionsOf(page);
  assert.equal((await page.remove(`/sessions/${own?.session_id}`)).status, 200);
  assert.equal(page.cookie(), undefined);
});

test('sessions of a colleague or of another tenant do not exist', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const colleague = await logIn(app, (await buildAdministrator(app, tenantId)).email);
  const stranger = await buildSignedIn(app);
  for (const theirs of [colleague, stranger.console]) {
    const [session] = await sessionsOf(theirs);
    assertProblem(await page.remove(`/sessions/${session?.session_id}`), 404, 'not_found');
    assert.equal((await theirs.get('/session')).status, 200);
  }
  for (const id of ['x', '0', '-1']) assertProblem(await page.remove(`/sessions/${id}`), 404, 'not_found');
});

test('all other sessions are ended, and this one goes on', async () => {
  const { console: page, tenantId, email } = await buildSignedIn(app);
  const others = await Promise.all([logIn(app, email), logIn(app, email)]);
  const colleague = await logIn(app, (await buildAdministrator(app, tenantId)).email);
  assert.deepEqual((await page.post('/session/log-out-elsewhere')).body, { data: { ended_sessions: 2 } });
  for (const there of others) assertProblem(await there.get('/session'), 401, 'not_signed_in');
  for (const here of [page, colleague]) assert.equal((await here.get('/session')).status, 200);
  const [entry] = (await auditOf(app, tenantId)).filter(({ action }) => action === 'session.ended_others');
  assert.deepEqual(entry?.details, { ended_sessions: 2 });
});

test('two sessions that end each other at the same moment do not deadlock', async () => {
  const { console: page, email } = await buildSignedIn(app);
  const elsewhere = await logIn(app, email);
  const answers = await Promise.all([page, elsewhere].map((one) => one.post('/session/log-out-elsewhere')));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
});

test('a session that goes on after a new password keeps its browser', async () => {
  const { email } = await buildSignedIn(app);
  const page = await logInWith(email, phone);
  await page.put('/session/password', { current_password: testPassword, new_password: 'another one of twelve' });
  const [session] = await sessionsOf(page);
  assert.deepEqual([session?.user_agent, session?.ip], [phone, '127.0.0.1']);
});
