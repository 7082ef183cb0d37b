import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, browser, buildAdministrator, buildSignedIn, logIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { forgetAudit } from './audit/forget-audit.ts';

const app = await startTestApp();

const refusedWith = (answer: TestAnswer) => assertProblem(answer, 422, 'validation_failed')[0]?.code;

test('an administrator creates another, who signs in with the password of the answer and has to change it', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const email = 'hanako@acme.example';
  const answer = await page.post('/administrators', { email: ` ${email} `, role: 'viewer' });
  assert.equal(answer.status, 201, answer.text);
  const { password, administrator_id, created_at, ...rest } = answer.body.data;
  assert.deepEqual(rest, {
    ...{ email, role: 'viewer', project_ids: [] },
    ...{ must_change_password: true, has_totp: false },
  });
  const signed = await browser(app).post('/session', { email, password });
  assert.equal(signed.body.data.administrator.administrator_id, administrator_id);
  assert.equal(signed.body.data.tenant.tenant_id, tenantId);

  const listed = await page.get('/administrators?per_page=1&page=2');
  assert.deepEqual(listed.body.data, [{ administrator_id, created_at, ...rest }]);
  assert.equal(listed.body.pagination.total, 2);
  const [, entry] = await auditOf(app, tenantId);
  assert.deepEqual(
    [entry?.action, entry?.subject, entry?.details],
    ['administrator.created', `${administrator_id}`, { email, role: 'viewer' }],
  );
  assert.equal(refusedWith(await page.post('/administrators', { email: email.toUpperCase() })), 'taken');
  assert.equal(refusedWith(await page.post('/administrators', { email: 'nobody' })), 'invalid_format');
  assert.equal(refusedWith(await page.post('/administrators', { email: 'a@b.example', role: 'owner' })), 'not_allowed');
});

test('administrators cannot change or remove themselves, and one administrator always remains', async () => {
  const { console: page, tenantId, administratorId } = await buildSignedIn(app);
  const own = `/administrators/${administratorId}`;
  assert.equal(refusedWith(await page.put(own, { role: 'viewer' })), 'own_account');
  assert.equal(refusedWith(await page.remove(own)), 'own_account');
  assert.equal((await page.put(own, {})).status, 200);

  const other = await buildAdministrator(app, tenantId);
  const theirs = await logIn(app, other.email);
  // Each demotes the other one at the same moment.
  const answers = await Promise.all([
    page.put(`/administrators/${other.administratorId}`, { role: 'viewer' }),
    theirs.put(own, { role: 'viewer' }),
  ]);
  assert.ok(answers.some(({ status }) => status === 200));
  const remaining = await query(app, `select from administrators where tenant_id = $1 and role = 'administrator'`, [
    tenantId,
  ]);
  assert.equal(remaining.length, 1);
});

test('a removed administrator is signed out at once, and administrators of other tenants do not exist', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const other = await buildAdministrator(app, tenantId);
  const theirs = await logIn(app, other.email);
  const stranger = await buildSignedIn(app);
  assert.equal((await page.remove(`/administrators/${other.administratorId}`)).status, 200);
  assertProblem(await theirs.get('/session'), 401, 'not_signed_in');
  for (const id of [stranger.administratorId, other.administratorId, 'x']) {
    assertProblem(await page.remove(`/administrators/${id}`), 404, 'not_found');
    assertProblem(await page.put(`/administrators/${id}`, { role: 'viewer' }), 404, 'not_found');
  }
  assert.equal((await stranger.console.get('/session')).status, 200);
});

test('a colleague’s password is replaced by a one-time password, and all sessions of the colleague end', async () => {
  const { console: page, tenantId, administratorId } = await buildSignedIn(app);
  const other = await buildAdministrator(app, tenantId, { role: 'viewer' });
  const theirs = await logIn(app, other.email);
  const path = `/administrators/${other.administratorId}/reset-password`;
  const answer = await page.post(path, {}, { 'idempotency-key': 'once' });
  assert.equal(answer.status, 200, answer.text);
  const { password, created_at, ...rest } = answer.body.data;
  const { administratorId: administrator_id, email } = other;
  assert.deepEqual(rest, {
    ...{ administrator_id, email, role: 'viewer', project_ids: [] },
    ...{ must_change_password: true, has_totp: false },
  });
  assertProblem(await theirs.get('/session'), 401, 'not_signed_in');
  assertProblem(await browser(app).post('/session', { email, password: testPassword }), 401, 'invalid_login');
  const again = await page.post(path, {}, { 'idempotency-key': 'once' });
  assert.equal(again.body.data.password, password, 'a repeated request gets the first answer');
  assert.equal((await browser(app).post('/session', { email, password })).status, 200);
  assertProblem(await browser(app).post('/session', { email, password }), 401, 'password_used');

  const entries = (await auditOf(app, tenantId)).filter(({ action }) => action === 'administrator.password_reset');
  assert.deepEqual(
    entries.map(({ administrator_id, subject, details }) => [administrator_id, subject, details]),
    [[`${administratorId}`, `${other.administratorId}`, { email, totp: 'keep' }]],
  );
  assert.ok(!JSON.stringify(entries).includes(password));
});

test('nobody resets their own password, a viewer none, and that of another tenant does not exist', async () => {
  const { console: page, tenantId, administratorId } = await buildSignedIn(app);
  const reset = (by: typeof page, id: number, body: object = {}) =>
    by.post(`/administrators/${id}/reset-password`, body);
  assert.equal(refusedWith(await reset(page, administratorId)), 'own_account');
  assert.equal((await page.get('/session')).status, 200);
  const viewer = await buildAdministrator(app, tenantId, { role: 'viewer' });
  assertProblem(await reset(await logIn(app, viewer.email), administratorId), 403, 'insufficient_role');
  const stranger = await buildSignedIn(app);
  assertProblem(await reset(stranger.console, administratorId), 404, 'not_found');
  assert.equal(refusedWith(await reset(page, viewer.administratorId, { totp: 'maybe' })), 'not_allowed');
});

test('a reset removes the second factor only if that is asked for', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const { administratorId, email } = await buildAdministrator(app, tenantId);
  await query(app, `update administrators set totp_secret = 'x' where administrator_id = $1`, [administratorId]);
  const path = `/administrators/${administratorId}/reset-password`;
  const kept = (await page.post(path, {})).body.data;
  assert.equal(kept.has_totp, true);
  assertProblem(await browser(app).post('/session', { email, password: kept.password }), 401, 'totp_required');
  const removed = (await page.post(path, { totp: 'remove' })).body.data;
  assert.equal(removed.has_totp, false);
  assert.equal((await browser(app).post('/session', { email, password: removed.password })).status, 200);
});

test('the audit log shows actor, action, time and address, only to administrators of the tenant', async () => {
  const { console: page, tenantId, administratorId, email, projectId } = await buildSignedIn(app);
  const customer = await page.post('/customers', { project_id: projectId, name: 'Taro', tel1: '+819012345678' });
  await page.post('/customers', { project_id: projectId });
  await page.post('/customers/bulk', { customers: [{ project_id: projectId, name: 'A' }, {}] });
  const other = await buildAdministrator(app, tenantId);
  await (await logIn(app, other.email)).remove('/session');

  const all = await page.get('/audit-log');
  assert.equal(all.status, 200, all.text);
  const audited = all.body.data.map((entry: Record<string, unknown>) => [entry.administrator_email, entry.action]);
  assert.deepEqual(audited, [
    [other.email, 'session.ended'],
    [other.email, 'session.started'],
    [email, 'customers.imported'],
    [email, 'customer.created'],
    [email, 'session.started'],
  ]);
  const { audit_id, at, ...entry } = all.body.data[3];
  assert.deepEqual(entry, {
    ...{ administrator_id: administratorId, administrator_email: email, action: 'customer.created' },
    ...{
      subject: `${customer.body.data.customer_id}`,
      details: { fields: ['project_id', 'name', 'tel1'] },
      ip: '127.0.0.1',
    },
  });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && audit_id > 0);
  assert.deepEqual(all.body.data[2].details, { created: 1, failed: 1 });

  const total = async (filter: string) => (await page.get(`/audit-log?${filter}`)).body.pagination.total;
  const today = new Date().toISOString().slice(0, 10);
  assert.equal(await total(`administrator_id=${other.administratorId}`), 2);
  assert.equal(await total('action=customer.created'), 1);
  assert.equal(await total(`from=${today}&to=${today}`), 5);
  assert.equal(await total('to=2020-01-01'), 0);
  assert.equal(await total(`from=${encodeURIComponent(at)}&action=customer.created`), 1);
  assert.equal(await total(`to=${encodeURIComponent(at)}&action=customer.created`), 0);
  assert.deepEqual((await page.get('/audit-log?page=2&per_page=4')).body.data.length, 1);
  assert.equal(refusedWith(await page.get('/audit-log?from=soon')), 'invalid_format');

  const stranger = await buildSignedIn(app);
  assert.equal((await stranger.console.get('/audit-log')).body.pagination.total, 1);
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  assertProblem(await viewer.get('/audit-log'), 403, 'insufficient_role');
});

test('an empty PUT changes nothing, and is not audited', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app);
  assert.equal((await page.put(`/projects/${projectId}`, {})).status, 200);
  assert.deepEqual(
    (await auditOf(app, tenantId)).map(({ action }) => action),
    ['session.started'],
  );
});

test('nothing in the audit log can be changed, it is kept for 400 days, and a write that cannot be audited is not done', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app);
  for (const sql of [`update audit_log set action = ''`, 'delete from audit_log', 'truncate audit_log'])
    await assert.rejects(query(app, sql), /only ever added to/);
  const insert = `
    insert into audit_log (tenant_id, administrator_id, administrator_email, action, details, ip, at)
    select $1, 1, 'gone@example.com', 'key.created', '{}', '192.0.2.7', now() - days * interval '1 day'
    from unnest(array[399, 401]) days`;
  await query(app, insert, [tenantId]);
  await assert.rejects(query(app, `delete from audit_log where action = 'key.created'`), /kept for 400 days/);
  await forgetAudit(app.db);
  const kept = (await auditOf(app, tenantId)).filter(({ action }) => action === 'key.created');
  assert.deepEqual(
    kept.map(({ at }) => Math.round((Date.now() - at.getTime()) / 86_400_000)),
    [399],
  );
  await query(app, `alter table audit_log add constraint none check (tenant_id <> ${tenantId}) not valid`);
  assert.equal((await page.post('/customers', { project_id: projectId, name: 'Taro' })).status, 500);
  await query(app, 'alter table audit_log drop constraint none');
  assert.equal((await page.get('/customers')).body.pagination.total, 0);
});
