import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { fromBase32 } from '../../test/base32.ts';
import { browser, testPassword } from '../../test/browser.ts';
import { buildEverything, testMode, trunkPassword } from '../../test/build/build-everything.ts';
import { query } from '../../test/builders.ts';
import { consoleOperations, withIds } from '../../test/console-operations.ts';
import { startNode } from '../../test/test-app.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { createLog } from '../platform/log.ts';

/** A secret as text, and its bytes as PostgreSQL prints a bytea column. */
function spellings(secret: string): string[] {
  const bytes: Buffer[] = [Buffer.from(secret)];
  if (secret.startsWith('whsec_')) bytes.push(Buffer.from(secret.slice(6), 'base64'));
  if (/^[A-Z2-7]+$/.test(secret)) bytes.push(fromBase32(secret));
  return [secret, ...bytes.map((plain) => plain.toString('hex'))];
}

const lines: string[] = [];
const destination = new Writable({
  write(chunk, _encoding, done) {
    lines.push(`${chunk}`);
    done();
  },
});
const app = await startNode(await createTestDatabase(), {}, createLog('trace', destination));

test('a secret that the console issues is in one answer, and in no other answer, table or log line', async () => {
  const { console: page, tenantId, administratorId, ids, answers, secrets: handedOut } = await buildEverything(app);
  const typed = [trunkPassword, 'a new password of mine', 'typed into the wrong field'];
  await browser(app).post('/session', { email: typed[2], password: testPassword });
  await browser(app).post('/session', { email: 'x@example.com', password: typed[1] });
  await browser(app).post('/session', `{"email": "x", "password": "${typed[1]}"`);
  await browser(app).get(`/session?password=${typed[1]}`);
  const cookie = page.cookie()?.split('=')[1] ?? '';
  await page.put('/session/password', { current_password: testPassword, new_password: typed[1] });
  assert.notEqual(page.cookie()?.split('=')[1], cookie);
  // A failure whose detail contains the row.
  await query(app, 'alter table api_keys add constraint none check (false) not valid');
  assert.equal((await page.post('/keys', { name: 'CRM', kind: 'live', scopes: ['calls:read'] })).status, 500);
  await query(app, 'alter table api_keys drop constraint none');

  const day = new Date().toISOString().slice(0, 10);
  const needed: Record<string, string> = {
    '/calls': `?from=${day}&to=${day}`,
    '/call-signs': `?call_ids=${ids.callId}`,
  };
  // A stream never ends; it carries the same bodies as webhooks.
  const gets = (await consoleOperations(app)).filter(
    ({ method, path }) => method === 'GET' && path !== '/events/stream',
  );
  assert.ok(gets.length > 15, `${gets.length}`);
  const reads = await Promise.all(
    gets.map(async ({ path }) => {
      const answer = await page.get(`${withIds(path, ids)}${needed[path] ?? ''}`, testMode);
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      return answer.text;
    }),
  );
  for (const secret of handedOut) {
    assert.ok(secret.length > 20);
    assert.equal(answers.filter((text) => text.includes(secret)).length, 1, 'shown once');
  }
  const names = await query(app, `select tablename from pg_tables where schemaname = 'public'`);
  assert.ok(names.length > 20, `${names.length}`);
  const tables = await Promise.all(
    names.map(async ({ tablename }) => JSON.stringify(await query(app, `select t::text from ${tablename} t`))),
  );
  await until(() => lines.some((line) => line.includes('"status":500')));
  const secrets = [...handedOut, ...typed, testPassword, cookie, page.cookie()?.split('=')[1] ?? ''];
  for (const text of [...reads, ...tables, lines.join('')])
    for (const secret of secrets.flatMap(spellings))
      assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 200)}`);

  const line = lines.map((text) => JSON.parse(text)).find(({ route }) => route === '/admin/v1/keys');
  assert.deepEqual([line.tenant_id, line.administrator_id, line.key_id], [tenantId, administratorId, undefined]);
});
