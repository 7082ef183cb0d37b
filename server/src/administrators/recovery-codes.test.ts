import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32 } from '../../test/base32.ts';
import { auditOf, type Browser, browser, buildAdministrator, buildSignedIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { stepAt, totpCode } from './credentials/totp.ts';

const app = await startTestApp();
const other = await startNode(app.databaseUrl);
const password = testPassword;

/** Turns on two-factor authentication, and returns the recovery codes. */
async function turnOn(page: Browser): Promise<{ codes: string[]; appCode: (later?: number) => string }> {
  const { secret } = (await page.post('/session/totp', { password })).body.data;
  const appCode = (later = 0) => totpCode(fromBase32(secret), stepAt(Date.now()) + later);
  const answer = await page.put('/session/totp', { code: appCode() });
  assert.equal(answer.status, 200, answer.text);
  return { codes: answer.body.data.recovery_codes, appCode };
}

const left = async (page: Browser) => (await page.get('/session')).body.data.recovery_codes_left;
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

test('turning on two-factor authentication returns ten codes, each good for one sign-in', async () => {
  const { console: page, email, tenantId, administratorId } = await buildSignedIn(app);
  assert.equal(await left(page), 0);
  const { codes } = await turnOn(page);
  assert.equal(new Set(codes).size, 10);
  for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  assert.equal(await left(page), 10);

  const enter = (recovery_code: string, fields = {}) =>
    browser(app).post('/session', { email, password, recovery_code, ...fields });
  const [first = '', second = ''] = codes;
  const signed = await enter(first);
  assert.equal(signed.status, 200, signed.text);
  assert.equal(signed.body.data.recovery_codes_left, 9);
  assertProblem(await enter(first), 401, 'invalid_recovery_code');
  assertProblem(await enter(first.slice(0, -1)), 401, 'invalid_recovery_code');
  assertProblem(await enter(second, { password: 'wrong' }), 401, 'invalid_login');
  assertProblem(await enter(second, { totp_code: '000000' }), 401, 'invalid_totp_code');
  const typed = ` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
  assert.equal((await enter(typed)).status, 200, 'as people copy it from paper');
  assert.equal(await left(page), 8);

  const entries = await auditOf(app, tenantId);
  const started = entries.filter(({ action }) => action === 'session.started').map(({ details }) => details);
  const used = { second_factor: 'recovery_code' };
  assert.deepEqual(started, [{}, { ...used, recovery_codes_left: 9 }, { ...used, recovery_codes_left: 8 }]);
  const refused = entries.filter(({ action }) => action === 'session.refused').map(({ details }) => details.reason);
  assert.deepEqual(refused.slice(0, 2), ['invalid_recovery_code', 'invalid_recovery_code']);
  const rows = await query(app, 'select code_hash from recovery_codes where administrator_id = $1', [administratorId]);
  const stored = Buffer.concat(rows.map(({ code_hash }) => code_hash)).toString('latin1');
  for (const text of [JSON.stringify(entries), stored])
    for (const code of codes) assert.ok(!text.includes(code) && !text.includes(code.replaceAll('-', '')));
});

test('of two sign-ins with one code at the same moment, on two nodes, one succeeds', async () => {
  const { console: page, email } = await buildSignedIn(app);
  const { codes } = await turnOn(page);
  for (const recovery_code of codes.slice(0, 3)) {
    const answers = await Promise.all(
      [app, other].map((node) => browser(node).post('/session', { email, password, recovery_code })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  }
  assert.equal(await left(page), 7);
});

test('a code of another administrator, in the same tenant or another, is worth nothing', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { codes } = await turnOn(page);
  const [recovery_code] = codes;
  const colleague = await buildAdministrator(app, tenantId);
  const stranger = await buildSignedIn(app);
  const signedIn = await browser(app);
  await signedIn.post('/session', { email: colleague.email, password });
  for (const { email, page: theirs } of [
    { email: colleague.email, page: signedIn },
    { email: stranger.email, page: stranger.console },
  ]) {
    await turnOn(theirs);
    const answer = await browser(app).post('/session', { email, password, recovery_code });
    assertProblem(answer, 401, 'invalid_recovery_code');
  }
  assert.equal(await left(page), 10);
});

test('guesses of recovery codes count with those of the app, and a sign-in resets the count', async () => {
  const { console: page, email } = await buildSignedIn(app);
  const { codes, appCode } = await turnOn(page);
  const enter = (fields: object) => browser(app).post('/session', { email, password, ...fields });
  for (let guess = 0; guess < 9; guess++) {
    assertProblem(await enter({ recovery_code: `nope-${guess}` }), 401, 'invalid_recovery_code');
    // The limit of the address at its network is as low, and counts wrong passwords too.
    await query(app, 'delete from log_in_attempts where network is not null');
  }
  assertProblem(await enter({ totp_code: appCode(5) }), 401, 'invalid_totp_code');
  assertProblem(await enter({ recovery_code: codes[0] }), 429, 'rate_limited');
  assertProblem(await enter({ totp_code: appCode(1) }), 429, 'rate_limited');
  await query(app, 'delete from log_in_attempts');
  assert.equal((await enter({ recovery_code: codes[0] })).status, 200);
  const [row] = await query(app, 'select count(*)::int as n from log_in_attempts where network is null');
  assert.equal(row?.n, 0);
});

test('new codes need the password and a code, and replace the old ones', async () => {
  const { console: page, email, tenantId } = await buildSignedIn(app);
  const renew = (fields: object, headers = {}) =>
    page.post('/session/recovery-codes', { password, ...fields }, headers);
  assert.deepEqual(faultsOf(await renew({})), ['password not_begun']);
  const { codes } = await turnOn(page);
  const [first, second] = codes;
  assert.deepEqual(faultsOf(await renew({})), ['totp_code required']);
  assert.deepEqual(faultsOf(await renew({ recovery_code: 'nope' })), ['recovery_code invalid_recovery_code']);
  assert.deepEqual(faultsOf(await renew({ password: 'wrong', recovery_code: first })), ['password wrong_password']);
  const answer = await renew({ recovery_code: first }, { 'idempotency-key': 'once' });
  assert.equal(answer.status, 200, answer.text);
  const made: string[] = answer.body.data.recovery_codes;
  assert.deepEqual([made.length, made.some((code) => codes.includes(code))], [10, false]);
  const enter = (recovery_code: string | undefined) =>
    browser(app).post('/session', { email, password, recovery_code });
  assertProblem(await enter(second), 401, 'invalid_recovery_code');
  assert.equal((await enter(made[0])).status, 200);
  const renewed = (await auditOf(app, tenantId)).filter(({ action }) => action === 'recovery_codes.renewed');
  assert.deepEqual(
    renewed.map(({ details }) => details),
    [{}],
  );
});

test('without the app, a recovery code is enough to sign in, to set up another app and to turn it off, and then none is left', async () => {
  const { console: page, administratorId } = await buildSignedIn(app);
  const { codes } = await turnOn(page);
  const [first, second] = codes;
  const begun = await page.post('/session/totp', { password, recovery_code: first });
  assert.equal(begun.status, 200, begun.text);
  assert.deepEqual(faultsOf(await page.remove('/session/totp', { password, recovery_code: first })), [
    'recovery_code invalid_recovery_code',
  ]);
  const removed = await page.remove('/session/totp', { password, recovery_code: second });
  assert.equal(removed.body.data.administrator.has_totp, false, removed.text);
  assert.equal(removed.body.data.recovery_codes_left, 0);
  const rows = await query(app, 'select from recovery_codes where administrator_id = $1', [administratorId]);
  assert.equal(rows.length, 0);
});

test('a reset that removes the second factor removes the codes too', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { administratorId, email } = await buildAdministrator(app, tenantId);
  const theirs = browser(app);
  await theirs.post('/session', { email, password });
  await turnOn(theirs);
  const codes = () => query(app, 'select from recovery_codes where administrator_id = $1', [administratorId]);
  const path = `/administrators/${administratorId}/reset-password`;
  assert.equal((await page.post(path, {})).status, 200);
  assert.equal((await codes()).length, 10);
  assert.equal((await page.post(path, { totp: 'remove' })).status, 200);
  assert.equal((await codes()).length, 0);
});
