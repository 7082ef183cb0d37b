import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, buildSignedIn } from '../../test/browser.ts';
import { buildKey, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';

const app = await startTestApp();
const hour = 3_600_000;
const codesOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const statusWith = async (key: string) => (await client(app, key).get('/customers')).status;

test('a key is created, works, and is shown this once', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const sent = { name: 'CRM', kind: 'live', scopes: ['customers:write', 'customers:read'], allowlist: ['127.0.0.0/8'] };
  const answer = await page.post('/keys', { ...sent, expires_at: '2099-01-01' });
  assert.equal(answer.status, 201, answer.text);
  const { key, ...shown } = answer.body.data;
  assert.match(key, /^tl_live_\w{49}$/);
  const { key_id, created_at, ...rest } = shown;
  assert.deepEqual(rest, {
    ...sent,
    ...{ scopes: ['customers:read', 'customers:write'], hint: `tl_live_…${key.slice(-4)}` },
    ...{ expires_at: '2099-01-01T00:00:00.000Z', revoked_at: null, last_used_at: null, replaced_by: null },
    allows_assistants: false,
  });
  assert.equal(await statusWith(key), 200);

  const list = await page.get('/keys');
  assert.deepEqual(list.body.data.at(-1), { ...shown, last_used_at: list.body.data.at(-1).last_used_at });
  const [, entry] = await auditOf(app, tenantId);
  assert.deepEqual([entry?.action, entry?.subject, entry?.details.name], ['key.created', `${key_id}`, 'CRM']);
  const everything = JSON.stringify([list.body, await auditOf(app, tenantId)]);
  assert.ok(!everything.includes(key) && !everything.includes(key.slice(8)));
});

test('an impossible key is refused with its faults', async () => {
  const { console: page } = await buildSignedIn(app);
  assert.deepEqual(codesOf(await page.post('/keys', { kind: 'demo', scopes: [], expires_at: 'soon' })).sort(), [
    'expires_at invalid_format',
    'kind not_allowed',
    'name required',
    'scopes too_few',
  ]);
  const good = { name: 'CRM', kind: 'test', scopes: ['calls:read'] };
  assert.deepEqual(codesOf(await page.post('/keys', { ...good, expires_at: '2020-01-01' })), [
    'expires_at out_of_range',
  ]);
  assert.deepEqual(codesOf(await page.post('/keys', { ...good, allowlist: ['10.0.0.0/99'] })), [
    'allowlist invalid_format',
  ]);
});

test('a revoked key is refused, and keeps the time of its revocation', async () => {
  const { console: page, key, keyId } = await buildSignedIn(app);
  const revoked = await page.post(`/keys/${keyId}/revoke`);
  assert.equal(revoked.status, 200, revoked.text);
  await until(async () => (await statusWith(key)) === 401);
  const again = await page.post(`/keys/${keyId}/revoke`);
  assert.equal(again.body.data.revoked_at, revoked.body.data.revoked_at);
  assert.deepEqual(codesOf(await page.post(`/keys/${keyId}/rotate`, { overlap_hours: 1 })), ['key_id not_active']);
});

test('a rotated key has a successor that may do the same, and is good until the overlap is over', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const options = { kind: 'live', scopes: ['customers:read'], allowlist: ['127.0.0.1'] } as const;
  const { key, keyId } = await buildKey(app, tenantId, { ...options, allowlist: ['127.0.0.1'] });
  const answer = await page.post(`/keys/${keyId}/rotate`, { overlap_hours: 24 });
  assert.equal(answer.status, 201, answer.text);
  const { key: next, key_id, ...shown } = answer.body.data;
  assert.deepEqual([shown.kind, shown.scopes, shown.allowlist, shown.expires_at], [...Object.values(options), null]);
  assert.deepEqual([await statusWith(key), await statusWith(next)], [200, 200]);
  const before = (await page.get('/keys')).body.data.find((one: { key_id: number }) => one.key_id === keyId);
  assert.equal(before.replaced_by, key_id);
  assert.ok(Math.abs(Date.parse(before.expires_at) - Date.now() - 24 * hour) < 60_000);
  assert.deepEqual(codesOf(await page.post(`/keys/${keyId}/rotate`, { overlap_hours: 24 })), [
    'key_id already_rotated',
  ]);

  const third = await page.post(`/keys/${key_id}/rotate`, { overlap_hours: 0 });
  await until(async () => (await statusWith(next)) === 401);
  assert.deepEqual([await statusWith(key), await statusWith(third.body.data.key)], [200, 200]);
  for (const overlap_hours of [-1, 169, 1.5, null])
    assertProblem(await page.post(`/keys/${key_id}/rotate`, { overlap_hours }), 422, 'validation_failed');
});

test('a key may be used by assistants only if that was asked for, and so may its successor', async () => {
  const { console: page } = await buildSignedIn(app);
  const good = { name: 'Assistant', kind: 'live', scopes: ['calls:initiate'] };
  const { data: plain } = (await page.post('/keys', good)).body;
  const { data: permitted } = (await page.post('/keys', { ...good, allows_assistants: true })).body;
  assert.deepEqual([plain.allows_assistants, permitted.allows_assistants], [false, true]);
  for (const before of [plain, permitted]) {
    const { data: next } = (await page.post(`/keys/${before.key_id}/rotate`, { overlap_hours: 1 })).body;
    assert.equal(next.allows_assistants, before.allows_assistants);
  }
  assert.deepEqual(codesOf(await page.post('/keys', { ...good, allows_assistants: 'yes' })), [
    'allows_assistants invalid_type',
  ]);
});

test('a key of some days is followed by one of as many, and an overlap never makes a key last longer', async () => {
  const { console: page, keyId } = await buildSignedIn(app);
  await query(
    app,
    `update api_keys set created_at = now() - interval '89 days', expires_at = now() + interval '1 day' where key_id = $1`,
    [keyId],
  );
  const { data } = (await page.post(`/keys/${keyId}/rotate`, { overlap_hours: 168 })).body;
  assert.ok(Math.abs(Date.parse(data.expires_at) - Date.now() - 90 * 24 * hour) < 60_000);
  const before = (await page.get('/keys')).body.data.find((one: { key_id: number }) => one.key_id === keyId);
  assert.ok(Math.abs(Date.parse(before.expires_at) - Date.now() - 24 * hour) < 60_000);
});

test('one of two concurrent rotations happens', async () => {
  const { console: page, keyId } = await buildSignedIn(app);
  const answers = await Promise.all([1, 2].map(() => page.post(`/keys/${keyId}/rotate`, { overlap_hours: 1 })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422]);
});

test('a repeated request gets its key again, and the stored answer is encrypted', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  const sent = { name: 'CRM', kind: 'test', scopes: ['calls:read'] };
  const [first, again] = [
    await page.post('/keys', sent, { 'idempotency-key': 'k' }),
    await page.post('/keys', sent, { 'idempotency-key': 'k' }),
  ];
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
  const kept = await query(app, 'select * from kept_answers where tenant_id = $1', [tenantId]);
  assert.equal(kept.length, 1);
  assert.ok(!JSON.stringify(kept).includes(first.body.data.key.slice(8)));
});

test('keys of another tenant are not there, and a viewer only looks', async () => {
  const { keyId, key } = await buildSignedIn(app);
  const stranger = await buildSignedIn(app);
  for (const path of [`/keys/${keyId}/revoke`, `/keys/${keyId}/rotate`, '/keys/x/revoke'])
    assertProblem(
      await stranger.console.post(path, path.endsWith('rotate') ? { overlap_hours: 1 } : undefined),
      404,
      'not_found',
    );
  assert.equal((await stranger.console.get('/keys')).body.pagination.total, 1);
  assert.equal(await statusWith(key), 200);
  const viewer = await buildSignedIn(app, { role: 'viewer' });
  assert.equal((await viewer.console.get('/keys')).status, 200);
  assertProblem(await viewer.console.post(`/keys/${viewer.keyId}/revoke`), 403, 'insufficient_role');
  assertProblem(await viewer.console.post('/keys', {}), 403, 'insufficient_role');
});
