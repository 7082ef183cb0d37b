import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, browser, buildAdministrator, buildSignedIn, logIn } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startNode, startTestApp } from '../../test/test-app.ts';
import { whileHeld } from '../../test/while-held.ts';
import { forgetSessions } from './forget-sessions.ts';

const app = await startTestApp();
const other = await startNode(app.databaseUrl, { PUBLIC_URL: 'https://calls.example' });
const password = 'the one that was chosen';
let made = 0;
const newEmail = () => `invited-${++made}@example.com`;

type Page = Awaited<ReturnType<typeof logIn>>;

async function invite(page: Page, body: object = { email: newEmail() }) {
  const answer = await page.post('/invitations', body);
  assert.equal(answer.status, 201, answer.text);
  const { link, ...invitation } = answer.body.data;
  return { ...invitation, link, token: `${link}`.split('#')[1] ?? '' };
}
const check = (token: string, at = app) => browser(at).post('/session/invitation/check', { token });
const accept = (token: string, fields: object = {}, at = app) =>
  browser(at).post('/session/invitation', { token, password, ...fields });

test('an invited person chooses a password with the link and is signed in', async () => {
  const { console: page, tenantId, email: inviter } = await buildSignedIn(app);
  const email = newEmail();
  const { link, token, ...invitation } = await invite(page, { email: ` ${email} `, role: 'viewer' });
  const { invitation_id, created_at, expires_at, ...rest } = invitation;
  assert.deepEqual(rest, { email, role: 'viewer', project_ids: [], invited_by: inviter });
  assert.equal(Date.parse(expires_at) - Date.parse(created_at), 72 * 3_600_000);
  assert.equal(link, `${app.address}/invitation#${token}`);
  assert.deepEqual((await page.get('/invitations')).body.data, [invitation]);
  const checked = await check(token);
  assert.deepEqual(checked.body, { data: { email, role: 'viewer', tenant_name: 'Tenant', expires_at } });

  const theirs = browser(app);
  const accepted = await theirs.post('/session/invitation', { token, password });
  assert.equal(accepted.status, 200, accepted.text);
  const { administrator } = accepted.body.data;
  assert.deepEqual(administrator, {
    ...{ administrator_id: administrator.administrator_id, email, role: 'viewer', project_ids: [] },
    ...{ must_change_password: false, has_totp: false },
  });
  assert.equal((await theirs.get('/customers')).status, 200);
  assertProblem(await theirs.post('/customers', {}), 403, 'insufficient_role');
  assert.equal((await browser(app).post('/session', { email, password })).status, 200);
  assert.deepEqual((await page.get('/invitations')).body.data, []);
  assertProblem(await accept(token), 410, 'invitation_used');
  assertProblem(await check(token), 410, 'invitation_used');

  const entries = (await auditOf(app, tenantId)).filter(({ action }) => action.startsWith('invitation.'));
  assert.deepEqual(
    entries.map(({ action, administrator_email, subject, details }) => [action, administrator_email, subject, details]),
    [
      ['invitation.created', inviter, `${invitation_id}`, { email, role: 'viewer' }],
      ['invitation.accepted', email, `${invitation_id}`, { email, role: 'viewer' }],
    ],
  );
});

test('the link begins with PUBLIC_URL if that is set', async () => {
  const { email } = await buildSignedIn(app);
  const page = await logIn(other, email);
  assert.match((await invite(page)).link, /^https:\/\/calls\.example\/invitation#[\w-]{43}$/);
});

test('of two people who use one link at the same moment, on two nodes, one gets the account', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { token, email, invitation_id } = await invite(page);
  const hold = 'select from invitations where invitation_id = $1 for update';
  const answers = await whileHeld(
    app,
    [hold, invitation_id],
    [() => accept(token), () => accept(token, { password: 'the password of another' }, other)],
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 410]);
  const rows = await query(app, 'select from administrators where tenant_id = $1 and email = $2', [tenantId, email]);
  assert.equal(rows.length, 1);
});

test('a link that was revoked, replaced or has expired says so, and an unknown one too', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const revoked = await invite(page);
  assert.equal((await page.remove(`/invitations/${revoked.invitation_id}`)).status, 200);
  assertProblem(await page.remove(`/invitations/${revoked.invitation_id}`), 404, 'not_found');
  const replaced = await invite(page);
  const current = await invite(page, { email: replaced.email.toUpperCase() });
  const expired = await invite(page);
  await query(app, 'update invitations set expires_at = now() where invitation_id = $1', [expired.invitation_id]);
  for (const use of [check, accept]) {
    assertProblem(await use(revoked.token), 410, 'invitation_revoked');
    assertProblem(await use(replaced.token), 410, 'invitation_revoked');
    assertProblem(await use(expired.token), 410, 'invitation_expired');
    assertProblem(await use(`${current.token}x`), 404, 'invitation_unknown');
  }
  const pending = (await page.get('/invitations')).body.data.map((one: { email: string }) => one.email);
  assert.deepEqual(pending, [current.email]);
  const rows = await query(app, 'select from administrators where tenant_id = $1', [tenantId]);
  assert.equal(rows.length, 1);
});

test('an invitation ends with its inviter: a removed or demoted administrator cannot come back by a link', async () => {
  const { console: boss, tenantId } = await buildSignedIn(app);
  for (const end of ['remove', 'demote'] as const) {
    const { administratorId, email } = await buildAdministrator(app, tenantId);
    const { token } = await invite(await logIn(app, email));
    assert.equal((await check(token)).status, 200);
    const path = `/administrators/${administratorId}`;
    const hold = 'select from administrators where administrator_id = $1 for update';
    const ended = () => (end === 'remove' ? boss.remove(path) : boss.put(path, { role: 'viewer' }));
    const [first, second] = await whileHeld(app, [hold, administratorId], [ended, () => accept(token)]);
    assert.equal(first?.status, 200);
    assert.equal(second?.status, 410);
    assertProblem(await check(token), 410, 'invitation_revoked');
  }
  assert.deepEqual((await boss.get('/invitations')).body.data, []);
});

test('invitations of a person who was demoted, reset or removed stay revoked, and so do those to a removed person', async () => {
  const { console: boss, tenantId } = await buildSignedIn(app);
  const mate = await buildAdministrator(app, tenantId);
  const path = `/administrators/${mate.administratorId}`;
  const demoted = await invite(await logIn(app, mate.email));
  for (const role of ['viewer', 'administrator']) assert.equal((await boss.put(path, { role })).status, 200);
  assertProblem(await accept(demoted.token), 410, 'invitation_revoked');
  const reset = await invite(await logIn(app, mate.email));
  assert.equal((await boss.post(`${path}/reset-password`, {})).status, 200);
  assertProblem(await check(reset.token), 410, 'invitation_revoked');

  const { token, email } = await invite(boss);
  const created = await boss.post('/administrators', { email, role: 'viewer' });
  assertProblem(await check(token), 410, 'invitation_revoked');
  await boss.remove(`/administrators/${created.body.data.administrator_id}`);
  assertProblem(await accept(token), 410, 'invitation_revoked');
});

test('only administrators invite, and those of another tenant see and revoke nothing', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { invitation_id, token } = await invite(page);
  const stranger = await buildSignedIn(app);
  assert.deepEqual((await stranger.console.get('/invitations')).body.data, []);
  assertProblem(await stranger.console.remove(`/invitations/${invitation_id}`), 404, 'not_found');
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  assertProblem(await viewer.post('/invitations', { email: newEmail() }), 403, 'insufficient_role');
  assert.equal((await viewer.get('/invitations')).body.data.length, 1);
  assert.equal((await check(token)).status, 200);
});

test('an address that has an account is refused, also if it got one after the invitation', async () => {
  const { console: page, email: own } = await buildSignedIn(app);
  const codeOf = (answer: Parameters<typeof assertProblem>[0]) =>
    assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
  assert.deepEqual(codeOf(await page.post('/invitations', { email: own.toUpperCase() })), ['email taken']);
  assert.deepEqual(codeOf(await page.post('/invitations', { email: 'nobody', role: 'owner' })), [
    ...['email invalid_format', 'role not_allowed'],
  ]);
  const { token, email } = await invite(page);
  assert.deepEqual(codeOf(await accept(token, { password: 'short' })), ['password too_short']);
  const stranger = await buildSignedIn(app);
  await stranger.console.post('/administrators', { email });
  assert.deepEqual(codeOf(await accept(token)), ['email taken']);
});

test('unknown links are limited for a network, and a sign-in from there is not', async () => {
  const { email, console: page } = await buildSignedIn(app);
  const { token } = await invite(page);
  const answers = await Promise.all(Array.from({ length: 52 }, (_, i) => check(`guess ${i}`)));
  let told = answers.filter(({ status }) => status === 404).length;
  // Of guesses at the same moment some are refused too early, and do not count.
  while ((await check(`guess ${told}`)).status === 404) told++;
  assert.ok(told <= 50);
  assertProblem(await check('one more'), 429, 'rate_limited');
  assert.equal((await check(token)).status, 200);
  await logIn(app, email);
  await query(app, 'delete from log_in_attempts');
});

test('an invitation is forgotten 30 days after its end', async () => {
  const { console: page } = await buildSignedIn(app);
  const [old, recent] = [await invite(page), await invite(page)];
  const end = 'update invitations set expires_at = now() - $2::interval where invitation_id = $1';
  await query(app, end, [old.invitation_id, '31 days']);
  await query(app, end, [recent.invitation_id, '29 days']);
  await forgetSessions(app.db);
  assertProblem(await check(old.token), 404, 'invitation_unknown');
  assertProblem(await check(recent.token), 410, 'invitation_expired');
});
