import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32 } from '../../test/base32.ts';
import {
  auditOf,
  type Browser,
  browser,
  buildAdministrator,
  buildSignedIn,
  logIn,
  testPassword,
} from '../../test/browser.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { hashingCapacity, hashPassword, makePassword } from './credentials/password.ts';
import { stepAt, totpCode } from './credentials/totp.ts';
import { resetPassword } from './reset-password.ts';

const app = await startTestApp();
/** Another node, behind a proxy. */
const other = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.1'] });
const newPassword = 'another one, twelve and more';

async function sessionsOf(administratorId: number): Promise<number> {
  const [row] = await query(app, 'select count(*)::int as n from sessions where administrator_id = $1', [
    administratorId,
  ]);
  return row?.n;
}

test('a log-in answers with the administrator and sets a cookie that no script reads and no other site sends', async () => {
  const { tenantId } = await buildTenant(app, { country: 'JP' });
  const { email, administratorId } = await buildAdministrator(app, tenantId);
  const page = browser(app);
  const answer = await page.post('/session', { email: ` ${email.toUpperCase()} `, password: testPassword });
  assert.equal(answer.status, 200, answer.text);
  const { expires_at, ...shown } = answer.body.data;
  assert.deepEqual(shown, {
    administrator: {
      ...{ administrator_id: administratorId, email, role: 'administrator', project_ids: [] },
      ...{ must_change_password: false, has_totp: false },
    },
    tenant: {
      tenant_id: tenantId,
      name: 'Tenant',
      timezone: 'UTC',
      default_country: 'JP',
      language: null,
      telephony_by: 'tenant',
    },
    recovery_codes_left: 0,
    live_calls: 'simulated',
  });
  const hours = (Date.parse(expires_at) - Date.now()) / 3_600_000;
  assert.ok(hours > 11.9 && hours < 12.1, expires_at);
  const [cookie = ''] = answer.headers.getSetCookie();
  assert.match(
    cookie,
    /^trunkline_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict$/,
    'and Secure only where there is TLS',
  );
  assert.deepEqual((await page.get('/session')).body.data.administrator, shown.administrator);
  const sql = `select s::text || encode(token_hash, 'escape') as text from sessions s where administrator_id = $1`;
  const [row] = await query(app, sql, [administratorId]);
  assert.ok(!row?.text.includes(cookie.slice(18, 61)), 'the token itself is not stored');
});

test('behind a proxy with TLS the cookie is for TLS alone', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const headers = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'calls.example',
    origin: 'https://calls.example',
  };
  const answer = await browser(other).post('/session', { email, password: testPassword }, headers);
  const [set = ''] = answer.headers.getSetCookie();
  assert.match(set, /^__Host-trunkline_session=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const [cookie = ''] = set.split(';');
  assert.equal((await browser(other, cookie).get('/session', headers)).status, 200);
  const planted = cookie.replace('__Host-', '');
  assertProblem(await browser(other, planted).get('/session', headers), 401, 'not_signed_in');
  const both = browser(other, `${planted}x; ${cookie}`);
  assert.equal((await both.get('/session', headers)).status, 200, 'a cookie of another host harms no session');
  const signedOut = await both.send('DELETE', '/session', undefined, headers);
  assert.match(signedOut.headers.getSetCookie()[0] ?? '', /^__Host-trunkline_session=; Max-Age=0; .*; Secure$/);
});

test('an unknown address and a wrong password get the same answer', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const id = { 'x-request-id': 'same' };
  const wrong = await browser(app).post('/session', { email, password: 'wrong' }, id);
  const unknown = await browser(app).post('/session', { email: 'nobody@example.com', password: 'wrong' }, id);
  assertProblem(wrong, 401, 'invalid_login');
  assert.equal(wrong.text, unknown.text);
  assert.deepEqual([...wrong.headers.keys()], [...unknown.headers.keys()]);
  assert.deepEqual(wrong.headers.getSetCookie(), []);
});

test('a malformed log-in is refused with all its faults', async () => {
  const faults = assertProblem(
    await browser(app).post('/session', { emial: 'a', password: 1 }),
    422,
    'validation_failed',
  );
  assert.deepEqual(
    faults.map(({ field, code }) => `${field} ${code}`),
    ['emial unknown_field', 'email required', 'password invalid_type'],
  );
});

test('no session, an unknown one and one that is over are 401 not_signed_in, with one and the same answer', async () => {
  const { console: page, administratorId, email } = await buildSignedIn(app);
  const token = page.cookie() ?? '';
  const cookies = [
    undefined,
    '',
    'trunkline_session=',
    `trunkline_session=${'A'.repeat(43)}`,
    `${token}x`,
    `x${token}`,
  ];
  for (const cookie of cookies) {
    const answer = await browser(app, cookie).get('/session', { 'x-request-id': 'same' });
    assertProblem(answer, 401, 'not_signed_in');
    assert.equal(answer.text, (await browser(app).get('/session', { 'x-request-id': 'same' })).text);
  }
  const set = (change: string) =>
    query(app, `update sessions set ${change} where administrator_id = $1`, [administratorId]);
  await set(`last_used_at = now() - interval '11 hours 59 minutes'`);
  assert.equal((await page.get('/session')).status, 200);
  await until(async () => {
    const [row] = await query(app, 'select last_used_at from sessions where administrator_id = $1', [administratorId]);
    return Date.now() - row?.last_used_at.getTime() < 60_000;
  });
  await set(`last_used_at = now() - interval '12 hours 1 second'`);
  assertProblem(await page.get('/session'), 401, 'not_signed_in');
  // From now on it may be deleted at any moment.
  const last = await logIn(app, email);
  assert.equal((await last.get('/session')).status, 200);
  await set(`expires_at = now() - interval '1 second'`);
  assertProblem(await last.get('/session'), 401, 'not_signed_in');
});

test('two session cookies count as none, because one may belong to another person', async () => {
  const [one, two] = [await buildSignedIn(app), await buildSignedIn(app)];
  const both = browser(app, `${one.console.cookie()}; ${two.console.cookie()}`);
  assertProblem(await both.get('/session'), 401, 'not_signed_in');
  assert.equal((await browser(app, `a=b; ${one.console.cookie()}; c`).get('/session')).status, 200);
});

test('a log-in makes a new session, even if the browser had a cookie, and ends the previous one', async () => {
  const { email, console: page } = await buildSignedIn(app);
  const planted = browser(app, `trunkline_session=${'B'.repeat(43)}`);
  await planted.post('/session', { email, password: testPassword });
  assert.notEqual(planted.cookie(), `trunkline_session=${'B'.repeat(43)}`);
  assertProblem(await browser(app, `trunkline_session=${'B'.repeat(43)}`).get('/session'), 401, 'not_signed_in');

  const before = page.cookie();
  const otherAdministrator = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  await page.post('/session', { email: otherAdministrator.email, password: testPassword });
  assertProblem(await browser(app, before).get('/session'), 401, 'not_signed_in');
  assert.equal((await page.get('/session')).body.data.administrator.email, otherAdministrator.email);
});

test('a log-out ends the session on the server, not only in the browser', async () => {
  const { email, console: page } = await buildSignedIn(app);
  const elsewhere = await logIn(app, email);
  const stolen = browser(app, page.cookie());
  const answer = await page.remove('/session');
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^trunkline_session=; Max-Age=0; /);
  assertProblem(await stolen.get('/session'), 401, 'not_signed_in');
  assertProblem(await page.remove('/session'), 401, 'not_signed_in');
  assert.equal((await elsewhere.get('/session')).status, 200);
});

test('a log-out everywhere ends all sessions of that administrator only, on every node', async () => {
  const { email, tenantId, console: page } = await buildSignedIn(app);
  const elsewhere = await logIn(other, email);
  const colleague = await logIn(app, (await buildAdministrator(app, tenantId)).email);
  assert.deepEqual((await page.post('/session/log-out-everywhere')).body, { data: { ended_sessions: 2 } });
  for (const ended of [page, elsewhere]) assertProblem(await ended.get('/session'), 401, 'not_signed_in');
  assert.equal((await colleague.get('/session')).status, 200);
});

test('a log-out everywhere is done again with an Idempotency-Key that it had before', async () => {
  const { email, console: page } = await buildSignedIn(app);
  const again = { 'idempotency-key': 'out' };
  assert.equal((await page.post('/session/log-out-everywhere', undefined, again)).status, 200);
  const back = await logIn(app, email);
  const token = back.cookie();
  const answer = await back.post('/session/log-out-everywhere', undefined, again);
  assert.equal(answer.headers.get('idempotent-replayed'), null);
  assertProblem(await browser(app, token).get('/session'), 401, 'not_signed_in');
});

test('a first log-in only allows choosing another password', async () => {
  const { tenantId } = await buildTenant(app);
  const { email } = await buildAdministrator(app, tenantId, { mustChange: true });
  const page = await logIn(app, email);
  assert.equal((await page.get('/session')).body.data.administrator.must_change_password, true);
  assertProblem(await page.get('/customers'), 403, 'password_change_required');
  assertProblem(await page.post('/customers', {}), 403, 'password_change_required');
  const change = { current_password: testPassword, new_password: newPassword };
  const answer = await page.put('/session/password', change);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.administrator.must_change_password, false);
  assert.equal((await page.get('/customers')).status, 200);
  assertProblem(await browser(app).post('/session', { email, password: testPassword }), 401, 'invalid_login');
});

test('a password that was handed over is good for one log-in, and the browser of that one chooses another without it', async () => {
  const { tenantId } = await buildTenant(app);
  const { email, administratorId } = await buildAdministrator(app, tenantId, { mustChange: true });
  const again = () => browser(app).post('/session', { email, password: testPassword });
  const [first, second] = await Promise.all([
    again(),
    browser(other).post('/session', { email, password: testPassword }),
  ]);
  assert.deepEqual([first.status, second.status].sort(), [200, 401], 'of two at once, one');
  const cookie = [first, second].flatMap(({ headers }) => headers.getSetCookie())[0]?.split(';', 1)[0];
  assertProblem(await again(), 401, 'password_used');
  const [refused] = (await auditOf(app, tenantId)).filter(({ action }) => action === 'session.refused');
  assert.deepEqual(refused?.details, { reason: 'password_used' });

  // The tab or even the browser was closed; its cookie is still there.
  const page = browser(app, cookie);
  assert.equal((await page.get('/session')).body.data.administrator.must_change_password, true);
  const choose = async (body: object) => {
    const faults = assertProblem(await page.put('/session/password', body), 422, 'validation_failed');
    return faults.map(({ field, code }) => `${field} ${code}`);
  };
  assert.deepEqual(await choose({ new_password: testPassword }), ['new_password unchanged']);
  assert.deepEqual(await choose({ current_password: 'wrong', new_password: newPassword }), [
    'current_password wrong_password',
  ]);
  assert.equal((await page.put('/session/password', { new_password: newPassword })).status, 200);
  assert.deepEqual(await choose({ new_password: 'and yet another one' }), ['current_password required']);
  for (const _ of [1, 2])
    assert.equal((await browser(app).post('/session', { email, password: newPassword })).status, 200);

  // A password that the operator sets is good again, once.
  const { password, passwordHash } = await makePassword();
  const reset = { administratorId, by: 'operator', totp: 'keep', passwordHash } as const;
  await app.db.transaction((tx) => resetPassword(tx, tenantId, reset));
  assert.equal(await sessionsOf(administratorId), 0);
  assert.equal((await browser(app).post('/session', { email, password })).status, 200);
  assertProblem(await browser(app).post('/session', { email, password }), 401, 'password_used');
});

test('a new password ends all sessions, and the browser that changed it goes on in a new one', async () => {
  const { email, administratorId, console: page } = await buildSignedIn(app);
  const elsewhere = await logIn(app, email);
  const before = page.cookie();
  await page.put('/session/password', { current_password: testPassword, new_password: newPassword });
  assertProblem(await elsewhere.get('/session'), 401, 'not_signed_in');
  assertProblem(await browser(app, before).get('/session'), 401, 'not_signed_in');
  assert.equal((await page.get('/session')).status, 200);
  assert.equal(await sessionsOf(administratorId), 1);
});

test('a password change needs the old password, and a long new one that differs', async () => {
  const { console: page } = await buildSignedIn(app);
  const change = async (current_password: string, new_password: string) => {
    const details = assertProblem(
      await page.put('/session/password', { current_password, new_password }),
      422,
      'validation_failed',
    );
    return details.map(({ field, code }) => `${field} ${code}`);
  };
  assert.deepEqual(await change('wrong', newPassword), ['current_password wrong_password']);
  assert.deepEqual(await change(testPassword, 'eleven char'), ['new_password too_short']);
  assert.deepEqual(await change(testPassword, 'x'.repeat(201)), ['new_password too_long']);
  assert.deepEqual(await change(testPassword, testPassword), ['new_password unchanged']);
  const blanks = `  ${newPassword}  `;
  assert.equal(
    (await page.put('/session/password', { current_password: testPassword, new_password: blanks })).status,
    200,
  );
  assert.deepEqual(await change(newPassword, testPassword), ['current_password wrong_password'], 'blanks count');
});

/**
 * Sets up an authenticator app for the administrator of a browser, and returns its codes: the current one, the next one and so
 * on. These two are valid for at least half a minute, whenever the test begins.
 */
async function withTotp(page: Browser, present: { totp_code?: string } = {}) {
  const begun = await page.post('/session/totp', { password: testPassword, ...present });
  assert.equal(begun.status, 200, begun.text);
  const { secret, otpauth_uri } = begun.body.data;
  assert.ok(otpauth_uri.includes(`secret=${secret}&`));
  const key = fromBase32(secret);
  const now = stepAt(Date.now());
  return { secret, code: (steps = 0) => totpCode(key, now + steps) };
}

test('a second factor counts once a code of it was sent, is asked for after the password, and each code is good once', async () => {
  const { email, tenantId, administratorId, console: page } = await buildSignedIn(app);
  const { code, secret } = await withTotp(page);
  const elsewhere = await logIn(app, email);
  assertProblem(
    await page.put('/session/totp', { code: '000000' === code() ? '000001' : '000000' }),
    422,
    'validation_failed',
  );
  const confirmed = await page.put('/session/totp', { code: code() });
  assert.equal(confirmed.body.data.administrator.has_totp, true, confirmed.text);
  assertProblem(await elsewhere.get('/session'), 401, 'not_signed_in');
  assert.equal((await page.get('/session')).status, 200);

  const attempt = (fields: object) => browser(app).post('/session', { email, password: testPassword, ...fields });
  assertProblem(await attempt({}), 401, 'totp_required');
  assertProblem(await attempt({ password: 'wrong' }), 401, 'invalid_login');
  assertProblem(await attempt({ totp_code: code(5) }), 401, 'invalid_totp_code');
  assertProblem(await attempt({ totp_code: code() }), 401, 'invalid_totp_code');
  const good = code(1);
  const twice = await Promise.all([attempt({ totp_code: good }), attempt({ totp_code: good })]);
  assert.deepEqual(twice.map(({ status }) => status).sort(), [200, 401], 'of two at once one');
  assertProblem(await attempt({ totp_code: good }), 401, 'invalid_totp_code');
  await query(app, 'update administrators set totp_step = 0 where administrator_id = $1', [administratorId]);
  assert.equal((await attempt({ totp_code: good })).status, 200, 'only because it was used');

  const [row] = await query(app, 'select * from administrators where administrator_id = $1', [administratorId]);
  for (const plain of [secret, fromBase32(secret)]) assert.ok(!row?.totp_secret.includes(plain), 'it lies encrypted');
  assert.equal((await auditOf(app, tenantId)).filter(({ action }) => action === 'totp.enabled').length, 1);
});

test('replacing or removing a second factor needs the password and a code, and the old one counts until the new one is confirmed', async () => {
  const { email, administratorId, console: page } = await buildSignedIn(app);
  const refused = async (answer: Promise<TestAnswer>) =>
    assertProblem(await answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
  const begin = (fields: object) => page.post('/session/totp', { password: testPassword, ...fields });
  const remove = (fields: object) => page.remove('/session/totp', { password: testPassword, ...fields });
  /** A new code comes every half minute, which is too long for a test. */
  const forgetCodes = () =>
    query(app, 'update administrators set totp_step = 0 where administrator_id = $1', [administratorId]);

  assert.deepEqual(await refused(begin({ password: 'wrong' })), ['password wrong_password']);
  assert.deepEqual(await refused(page.put('/session/totp', { code: '123456' })), ['code not_begun']);
  const { code } = await withTotp(page);
  await page.put('/session/totp', { code: code() });
  for (const change of [begin, remove]) {
    assert.deepEqual(await refused(change({})), ['totp_code required']);
    assert.deepEqual(await refused(change({ totp_code: code(5) })), ['totp_code invalid_totp_code']);
    assert.deepEqual(await refused(change({ totp_code: code() })), ['totp_code invalid_totp_code'], 'it was used');
    assert.deepEqual(await refused(change({ password: 'wrong', totp_code: code(1) })), ['password wrong_password']);
    await query(app, 'delete from log_in_attempts');
  }
  await withTotp(page, { totp_code: code(1) });
  assert.deepEqual(await refused(begin({ totp_code: code(1) })), ['totp_code invalid_totp_code'], 'each is good once');
  await forgetCodes();
  const signed = await browser(app).post('/session', { email, password: testPassword, totp_code: code(1) });
  assert.equal(signed.status, 200, 'the first one counts until then');
  await forgetCodes();
  assert.equal((await remove({ totp_code: code(1) })).body.data.administrator.has_totp, false);
  await logIn(app, email);
});

test('code guesses with a known password are throttled when switching codes on or off and at log-in, from any network', async () => {
  const { tenantId, administratorId, email, console: page } = await buildSignedIn(app);
  const { code } = await withTotp(page);
  await haveTried(`proof ${tenantId}/${administratorId}`, 9, null);
  assertProblem(await page.put('/session/totp', { code: code(5) }), 422, 'validation_failed');
  assertProblem(await page.put('/session/totp', { code: code() }), 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts');
  assert.equal((await page.put('/session/totp', { code: code() })).status, 200);
  await haveTried(`proof ${tenantId}/${administratorId}`, 9, null);
  const unchanged = { current_password: testPassword, new_password: testPassword };
  assertProblem(await page.put('/session/password', unchanged), 422, 'validation_failed');
  const guess = { password: testPassword, totp_code: code(5) };
  assertProblem(await page.remove('/session/totp', guess), 429, 'rate_limited');

  const from = (address: string, fields: object) =>
    browser(other).post('/session', { email, password: testPassword, ...fields }, { 'x-forwarded-for': address });
  await haveTried(`code ${tenantId}/${administratorId}`, 9, null);
  assertProblem(await from('192.0.2.30', { totp_code: code(5) }), 401, 'invalid_totp_code');
  assertProblem(await from('192.0.2.31', { totp_code: code(1) }), 429, 'rate_limited');
  assertProblem(await from('192.0.2.32', { password: 'wrong', totp_code: code(1) }), 401, 'invalid_login');
  await query(app, 'delete from log_in_attempts');
  assert.equal((await from('192.0.2.33', { totp_code: code(1) })).status, 200);
});

test('the audit log has failed log-ins, but not those refused without a check', async () => {
  const { tenantId, email, console: page } = await buildSignedIn(app);
  const { code } = await withTotp(page);
  await page.put('/session/totp', { code: code() });
  const attempt = (fields: object) => browser(app).post('/session', { email, password: testPassword, ...fields });
  await attempt({ password: 'wrong', totp_code: code(1) });
  await attempt({});
  await attempt({ totp_code: code(5) });
  await attempt({ totp_code: code() });
  await haveTried(email, 10);
  assertProblem(await attempt({ password: 'wrong' }), 429, 'rate_limited');
  const rows = (await auditOf(app, tenantId)).filter(({ action }) => action === 'session.refused');
  assert.deepEqual(
    rows.map(({ administrator_email, details, ip }) => [administrator_email, details.reason, ip]),
    ['invalid_login', 'invalid_totp_code', 'invalid_totp_code'].map((reason) => [email, reason, '127.0.0.1']),
  );
  await query(app, 'delete from log_in_attempts');
});

test('after ten attempts for one address from one place the eleventh is 429, also on another node and with the right password', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const attempt = (at: typeof app, password: string) => browser(at).post('/session', { email, password });
  const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => attempt(i % 2 ? app : other, 'wrong')));
  const tried = answers.filter(({ status }) => status === 401).length;
  assert.ok(tried <= 10, `${tried} at once`);
  for (let i = tried; i < 10; i++) assertProblem(await attempt(app, 'wrong'), 401, 'invalid_login');
  const refused = await attempt(other, testPassword);
  assertProblem(refused, 429, 'rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 800 && wait <= 900, `${wait}`);
  await query(app, `update log_in_attempts set at = at - interval '15 minutes'`);
  assert.equal((await attempt(app, testPassword)).status, 200);
});

test('an address in other letters that look or sound alike is another address, and is counted as the one that it is', async () => {
  const { tenantId } = await buildTenant(app);
  const { administratorId, email } = await buildAdministrator(app, tenantId);
  const victim = `iris-${email}`;
  await query(app, 'update administrators set email = $1 where administrator_id = $2', [victim, administratorId]);
  const attempt = (typed: string, password: string) => browser(app).post('/session', { email: typed, password });
  // U+0130 in lower case is an i with a dot above it, or an i, or stays as it is, depending on the implementation.
  for (const typed of [victim.replace('i', '\u0130'), victim.replace('i', '\u0131'), victim.replace('s', '\u017f')])
    assertProblem(await attempt(typed, testPassword), 401, 'invalid_login');
  await haveTried(victim, 10);
  for (const typed of [victim, victim.toUpperCase(), ` ${victim} `])
    assertProblem(await attempt(typed, testPassword), 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts');
  assert.equal((await attempt(victim.toUpperCase(), testPassword)).status, 200);
});

/** Inserts attempts directly, without the time that each real one takes. */
function haveTried(email: string, times: number, network: string | null = '127.0.0.1') {
  const sql = `
    insert into log_in_attempts (subject_hash, network)
    select sha256(convert_to($1, 'UTF8')), $3::text from generate_series(1, $2::int)`;
  return query(app, sql, [email, times, network]);
}

test('an unknown address is throttled like any other, and a success resets the counter', async () => {
  const attempt = (email: string, password: string) => browser(app).post('/session', { email, password });
  await haveTried('ghost@example.com', 9);
  assertProblem(await attempt('ghost@example.com', 'wrong'), 401, 'invalid_login');
  assertProblem(await attempt('Ghost@example.com', 'wrong'), 429, 'rate_limited');

  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  await haveTried(email, 9);
  assert.equal((await attempt(email, testPassword)).status, 200);
  assertProblem(await attempt(email, 'wrong'), 401, 'invalid_login');
});

test('attempts from one network lock out only that network, and a hundred from many networks lock out all', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const from = (address: string, password: string) =>
    browser(other).post('/session', { email, password }, { 'x-forwarded-for': address });
  await haveTried(email, 10, '192.0.2.7');
  assertProblem(await from('192.0.2.7', testPassword), 429, 'rate_limited');
  assert.equal((await from('192.0.2.8', testPassword)).status, 200);
  assertProblem(await from('192.0.2.7', testPassword), 429, 'rate_limited');
  for (let place = 10; place < 19; place++) await haveTried(email, 10, `192.0.2.${place}`);
  assertProblem(await from('192.0.2.8', testPassword), 429, 'rate_limited');
});

test('password guesses in a stolen session are throttled, and failed log-ins do not lock out the owner of a session', async () => {
  const { console: page, tenantId, administratorId, email } = await buildSignedIn(app);
  await haveTried(email, 100);
  await haveTried(`proof ${tenantId}/${administratorId}`, 100, '192.0.2.9');
  assertProblem(await browser(app).post('/session', { email, password: testPassword }), 429, 'rate_limited');
  const guess = (current_password: string) =>
    page.put('/session/password', { current_password, new_password: newPassword });
  assertProblem(await guess('guess'), 422, 'validation_failed');
  await haveTried(`proof ${tenantId}/${administratorId}`, 9, null);
  assertProblem(await guess('guess'), 429, 'rate_limited');
  assertProblem(await page.post('/session/totp', { password: testPassword }), 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts where network is null');
  assert.equal((await guess(testPassword)).status, 200);
  await query(app, 'delete from log_in_attempts');
});

test('fifty failures from one network lock out that network, for any address', async () => {
  await query(app, 'delete from log_in_attempts');
  await query(
    app,
    `insert into log_in_attempts (subject_hash, network) select sha256(n::text::bytea), '127.0.0.1' from generate_series(1, 50) n`,
  );
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const answer = await browser(app).post('/session', { email, password: testPassword });
  assertProblem(answer, 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts');
  assert.equal((await browser(app).post('/session', { email, password: testPassword })).status, 200);
});

test('log-ins that succeed count for their place, and more of them than for one office are 429', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  await query(app, 'delete from log_in_attempts');
  await logIn(app, email);
  const [row] = await query(app, 'select network, has_succeeded from log_in_attempts');
  assert.deepEqual({ ...row }, { network: '127.0.0.1', has_succeeded: true });
  const sql = `
    insert into log_in_attempts (subject_hash, network, has_succeeded)
    select sha256(convert_to($1, 'UTF8')), '127.0.0.1', true from generate_series(1, $2::int)`;
  await query(app, sql, [email, 198]);
  await logIn(app, email);
  assertProblem(await browser(app).post('/session', { email, password: testPassword }), 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts');
});

test('an administrator is signed in in twenty browsers at most, and one more ends the oldest session', async () => {
  const { email, tenantId, administratorId, console: oldest } = await buildSignedIn(app);
  const next = await logIn(app, email);
  const sql = `
    insert into sessions (tenant_id, administrator_id, token_hash, expires_at)
    select $1, $2, sha256(convert_to($3 || n, 'UTF8')), now() + interval '1 day' from generate_series(1, 18) n`;
  await query(app, sql, [tenantId, administratorId, email]);
  assert.equal((await oldest.get('/session')).status, 200);
  await logIn(app, email);
  assertProblem(await oldest.get('/session'), 401, 'not_signed_in');
  assert.equal((await next.get('/session')).status, 200);
  assert.equal(await sessionsOf(administratorId), 20);
});

test('if too many passwords are being checked, the answer is 503 and no attempt is counted', async () => {
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  await query(app, 'delete from log_in_attempts');
  let isOver = false;
  const { atOnce, waiting } = hashingCapacity;
  const crowd = Array.from({ length: atOnce + waiting }, async () => {
    while (!isOver) await hashPassword('of somebody else');
  });
  const answer = await browser(app).post('/session', { email, password: testPassword });
  const page = await client(app, (await buildTenant(app)).key).get('/customers');
  isOver = true;
  assertProblem(answer, 503, 'unavailable');
  assert.ok(Number(answer.headers.get('retry-after')) > 0);
  assert.equal(page.status, 200, 'nobody else notices');
  assert.deepEqual(await query(app, 'select from log_in_attempts'), []);
  await Promise.all(crowd);
  await logIn(app, email);
});

test('API keys do not work in the console, and sessions do not work in the API', async () => {
  const { key, console: page } = await buildSignedIn(app);
  assertProblem(await browser(app).get('/customers', { authorization: `Bearer ${key}` }), 401, 'not_signed_in');
  assertProblem(await client(app).get('/customers', { cookie: page.cookie() ?? '' }), 401, 'missing_api_key');
  assert.equal((await client(app, key).get('/customers')).status, 200);
  assert.equal((await page.get('/customers')).status, 200);
});
