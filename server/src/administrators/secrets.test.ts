import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { browser, buildSignedIn, testPassword } from '../../test/browser.ts';
import { query } from '../../test/builders.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';

const lines: string[] = [];
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(`${chunk}`);
    done();
  },
});
const app = await startNode(await createTestDatabase(), {}, createLog('trace', destination));

test('what the console hands out is in one answer, and in no other, no table and no line of the log', async () => {
  const { console: page, tenantId, administratorId } = await buildSignedIn(app, { licenses: ['open_api_advanced'] });
  const answers: string[] = [];
  const post = async (path: string, body?: unknown) => {
    const answer = await page.post(path, body);
    assert.ok(answer.status < 300, answer.text);
    answers.push(answer.text);
    return answer.body.data;
  };
  const { staff_id } = await post('/staff', { name: 'Alice' });
  const { key, key_id } = await post('/keys', { name: 'CRM', kind: 'live', scopes: ['calls:read'] });
  const webhook = await post('/webhooks', { url: 'https://hooks.example.com/', events: ['call.missed'] });
  const handedOut = [
    key,
    (await post(`/keys/${key_id}/rotate`, { overlap_hours: 1 })).key,
    (await post('/administrators', { email: 'another@example.com' })).password,
    (await post(`/staff/${staff_id}/account`)).password,
    webhook.secret,
    (await post(`/webhooks/${webhook.webhook_id}/rotate-secret`)).secret,
    (await post('/session/totp', { password: testPassword })).secret,
  ];
  const typed = ['the secret of a trunk', 'a new password of mine', 'typed into the wrong field'];
  await post('/trunks', { name: 'carrier', host: 'sip.carrier.example', username: 'acme', password: typed[0] });
  await browser(app).post('/session', { email: typed[2], password: testPassword });
  await browser(app).post('/session', { email: 'x@example.com', password: typed[1] });
  await browser(app).post('/session', `{"email": "x", "password": "${typed[1]}"`);
  await browser(app).get(`/session?password=${typed[1]}`);
  const cookie = page.cookie()?.split('=')[1] ?? '';
  await page.put('/session/password', { current_password: testPassword, new_password: typed[1] });
  assert.notEqual(page.cookie()?.split('=')[1], cookie);
  // A failure whose detail repeats the row.
  await query(app, 'alter table api_keys add constraint none check (false) not valid');
  assert.equal((await page.post('/keys', { name: 'CRM', kind: 'live', scopes: ['calls:read'] })).status, 500);
  await query(app, 'alter table api_keys drop constraint none');

  const paths = [
    '/session',
    '/keys',
    '/administrators',
    '/staff',
    `/staff/${staff_id}`,
    '/trunks',
    '/webhooks',
    '/audit-log',
  ];
  const reads = await Promise.all(paths.map(async (path) => (await page.get(path)).text));
  for (const secret of handedOut) {
    assert.ok(secret.length > 20);
    assert.equal(answers.filter((text) => text.includes(secret)).length, 1, 'shown once');
  }
  const tables = await Promise.all(
    ['audit_log', 'sessions', 'log_in_attempts', 'administrators', 'api_keys', 'trunks', 'sip_accounts'].map(
      async (table) => JSON.stringify(await query(app, `select t::text from ${table} t`)),
    ),
  );
  await until(() => lines.some((line) => line.includes('"status":500')));
  const secrets = [...handedOut, ...typed, testPassword, cookie, page.cookie()?.split('=')[1] ?? ''];
  for (const text of [...reads, ...tables, lines.join('')])
    for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 200)}`);

  const line = lines.map((text) => JSON.parse(text)).find(({ route }) => route === '/admin/v1/keys');
  assert.deepEqual([line.tenant_id, line.administrator_id, line.key_id], [tenantId, administratorId, undefined]);
});
