import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { Type } from 'typebox';
import { buildKey, buildTenant, query } from '../../../test/builders.ts';
import { startCustomApp } from '../../../test/custom-app.ts';
import { assertProblem, client, startNode, startTestApp } from '../../../test/test-app.ts';
import { newApiKey } from '../../platform/api-key.ts';
import { type Scope, scopes } from '../../platform/caller.ts';
import { ok, readOperation } from '../operation.ts';

const app = await startTestApp();
const { api, key, tenantId, projectId } = await buildTenant(app);

/** A GET from an address of this machine to another one. */
async function getFrom(
  { address }: { address: string },
  withKey: string,
  { localAddress, host, forwarded = [] }: { localAddress?: string; host?: string; forwarded?: string[] },
): Promise<{ status: number | undefined; body: string }> {
  const headers = { authorization: `Bearer ${withKey}`, 'x-forwarded-for': forwarded };
  const port = new URL(address).port;
  const [answer] = (await once(
    get({ host: host ?? '127.0.0.1', port, path: '/api/v1/customers', headers, localAddress, agent: false }),
    'response',
  )) as [IncomingMessage];
  return { status: answer.statusCode, body: (await answer.toArray()).join('') };
}

test('without "Authorization: Bearer" it is 401 missing_api_key, and says what to send', async () => {
  const headers = [undefined, '', 'Bearer', 'Bearer ', `Basic ${btoa('a:b')}`, key, `Token ${key}`, `bearer${key}`];
  for (const authorization of headers) {
    const answer = await client(app).get('/customers', authorization === undefined ? {} : { authorization });
    assertProblem(answer, 401, 'missing_api_key');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  }
});

test('the scheme is read in any case', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
    assert.equal((await client(app).get('/customers', { authorization: `${scheme} ${key}` })).status, 200);
});

test('malformed, unknown, revoked and expired keys get one and the same answer', async () => {
  const revoked = await buildKey(app, tenantId);
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [revoked.keyId]);
  const expired = await buildKey(app, tenantId, { expiresAt: new Date(Date.now() - 1) });
  const wrong = {
    malformed: 'nonsense',
    'of two words': `${key} ${key}`,
    truncated: key.slice(0, -1),
    'with a wrong checksum': `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
    'of the other kind': key.replace('tl_test_', 'tl_live_'),
    unknown: newApiKey('test'),
    revoked: revoked.key,
    expired: expired.key,
    endless: 'x'.repeat(10_000),
  };
  const answers = await Promise.all(
    Object.values(wrong).map((one) => client(app, one).get('/customers', { 'x-request-id': 'same' })),
  );
  for (const answer of answers) {
    assertProblem(answer, 401, 'invalid_api_key');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
    assert.equal(answer.text, answers[0]?.text);
    assert.deepEqual([...answer.headers.keys()].sort(), [...(answers[0]?.headers.keys() ?? [])].sort());
  }
});

test('a key that expires later works until then', async () => {
  const lasting = await buildKey(app, tenantId, { expiresAt: new Date(Date.now() + 3_600_000) });
  assert.equal((await client(app, lasting.key).get('/customers')).status, 200);
});

test('each endpoint wants its scope, and 403 names the one that is missing', async () => {
  const endpoints: [method: string, path: string, scope: Scope][] = [
    ['POST', '/customers', 'customers:write'],
    ['POST', '/customers/bulk', 'customers:write'],
    ['GET', '/customers', 'customers:read'],
    ['HEAD', '/customers', 'customers:read'],
    ['GET', '/customers/1', 'customers:read'],
    ['PUT', '/customers/1', 'customers:write'],
  ];
  const allBut = new Map<Scope, string>();
  for (const scope of scopes)
    allBut.set(scope, (await buildKey(app, tenantId, { scopes: scopes.filter((one) => one !== scope) })).key);
  for (const [method, path, scope] of endpoints)
    for (const [missing, key] of allBut) {
      const answer = await client(app, key).send(method, path, method.startsWith('P') ? {} : undefined);
      if (missing !== scope) assert.notEqual(answer.status, 403, `${method} ${path} without ${missing}`);
      else if (method === 'HEAD') assert.equal(answer.status, 403);
      else {
        const [detail] = assertProblem(answer, 403, 'insufficient_scope');
        assert.equal(detail?.scope, scope);
        assert.ok(`${detail?.message}`.includes(scope));
      }
    }
});

test('a licensed endpoint requires the license of the tenant, after the scope', async () => {
  const licensed = await startCustomApp({}, (db) => [
    readOperation(db, {
      method: 'GET',
      url: '/api/v1/licensed',
      scope: 'reports:read',
      license: 'open_api_advanced',
      operationId: 'getLicensed',
      summary: 'Something licensed',
      tag: { name: 'Test', description: 'Of a test.' },
      answers: { 200: { description: 'Fine.', schema: Type.Object({}), example: {} } },
      read: async () => ok({}),
    }),
  ]);
  const without = await buildTenant(licensed);
  const holder = await buildTenant(licensed, { licenses: ['open_api_advanced'] });
  const [detail] = assertProblem(await without.api.get('/licensed'), 403, 'license_required');
  assert.equal(detail?.license, 'open_api_advanced');
  assert.equal((await holder.api.get('/licensed')).status, 200);
  const unscoped = await buildKey(licensed, without.tenantId, { scopes: ['calls:read'] });
  assertProblem(await client(licensed, unscoped.key).get('/licensed'), 403, 'insufficient_scope');
});

test('a key with an allowlist is 403 from any other address', async () => {
  const { key } = await buildKey(app, tenantId, { allowlist: ['127.0.0.2', '192.0.2.0/24'] });
  assertProblem(await client(app, key).get('/customers'), 403, 'ip_not_allowed');
  assert.equal((await getFrom(app, key, { localAddress: '127.0.0.2' })).status, 200);
  assert.equal((await getFrom(app, key, { localAddress: '127.0.0.3' })).status, 403);
});

test('an allowlist takes ranges, and an empty one allows every address', async () => {
  const range = await buildKey(app, tenantId, { allowlist: ['127.0.0.0/30'] });
  assert.equal((await getFrom(app, range.key, { localAddress: '127.0.0.3' })).status, 200);
  assert.equal((await getFrom(app, range.key, { localAddress: '127.0.0.4' })).status, 403);
  const open = await buildKey(app, tenantId, { allowlist: [] });
  assert.equal((await getFrom(app, open.key, { localAddress: '127.0.0.4' })).status, 200);
});

test('on a socket for both families IPv4 callers match IPv4 ranges and IPv6 callers IPv6 ones', async () => {
  const node = await startNode(app.databaseUrl, { HOST: '::' });
  const v4 = (await buildKey(app, tenantId, { allowlist: ['127.0.0.0/8'] })).key;
  const mapped = (await buildKey(app, tenantId, { allowlist: ['::ffff:127.0.0.1'] })).key;
  const v6 = (await buildKey(app, tenantId, { allowlist: ['::1'] })).key;
  const allV6 = (await buildKey(app, tenantId, { allowlist: ['::/0'] })).key;
  assert.equal((await getFrom(node, v4, { host: '127.0.0.1' })).status, 200);
  assert.equal((await getFrom(node, mapped, { host: '127.0.0.1' })).status, 200);
  assert.equal((await getFrom(node, v6, { host: '127.0.0.1' })).status, 403);
  assert.equal((await getFrom(node, allV6, { host: '127.0.0.1' })).status, 403);
  assert.equal((await getFrom(node, v4, { host: '::1' })).status, 403);
  assert.equal((await getFrom(node, v6, { host: '::1' })).status, 200);
  assert.equal((await getFrom(node, allV6, { host: '::1' })).status, 200);
});

test('X-Forwarded-For of an untrusted sender counts for nothing', async () => {
  const { key } = await buildKey(app, tenantId, { allowlist: ['192.0.2.7'] });
  assert.equal((await getFrom(app, key, { forwarded: ['192.0.2.7'] })).status, 403);
  assert.equal((await getFrom(app, key, { forwarded: ['192.0.2.7', '192.0.2.7'] })).status, 403);
  assert.equal((await getFrom(app, key, { forwarded: ['192.0.2.7:1234'] })).status, 403);
});

test('behind trusted proxies the caller is the last address that no trusted proxy has', async () => {
  const node = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] });
  const v4 = (await buildKey(app, tenantId, { allowlist: ['192.0.2.7'] })).key;
  const v6 = (await buildKey(app, tenantId, { allowlist: ['2001:db9::/32'] })).key;
  const statusOf = async (key: string, ...forwarded: string[]) => (await getFrom(node, key, { forwarded })).status;

  assert.equal(await statusOf(v4, '192.0.2.7'), 200);
  assert.equal(await statusOf(v4, '192.0.2.7, 10.1.2.3'), 200);
  assert.equal(await statusOf(v4, '192.0.2.7, 10.1.2.3, 2001:db8::1'), 200);
  assert.equal(await statusOf(v4, '192.0.2.7', '10.1.2.3'), 200);
  assert.equal(await statusOf(v4, '::ffff:192.0.2.7'), 200);
  assert.equal(await statusOf(v4, ' ,192.0.2.7 ,, 10.1.2.3, '), 200);
  assert.equal(await statusOf(v6, '2001:db9::5, 10.0.0.1'), 200);
  assert.equal(await statusOf(v6, '2001:DB9:0:0::5'), 200);

  // Some proxies add the port.
  assert.equal(await statusOf(v4, '192.0.2.7:1234'), 200);
  assert.equal(await statusOf(v4, '192.0.2.7:1234, 10.1.2.3:80, [2001:db8::1]:443'), 200);
  assert.equal(await statusOf(v6, '[2001:db9::5]:443'), 200);
  assert.equal(await statusOf(v4, '192.0.2.8:1234'), 403);
  assert.equal(await statusOf(v4, '192.0.2.7:1234, 198.51.100.9:1234'), 403);

  // Entries that the caller wrote itself stand to the left of its own address.
  assert.equal(await statusOf(v4, '192.0.2.7, 198.51.100.9'), 403);
  assert.equal(await statusOf(v4, '192.0.2.7, 198.51.100.9, 10.1.2.3'), 403);
  assert.equal(await statusOf(v4), 403);
  for (const garbage of ['unknown', '192.0.2.7:x', '192.0.2', '"192.0.2.7"', '0xC0000207', '192.0.2.7;', ',', '::'])
    assert.equal(await statusOf(v4, garbage), 403, garbage);
  assert.equal(await statusOf(v4, '192.0.2.7, unknown'), 403);
  assert.equal(await statusOf(v4, '9'.repeat(10_000)), 403);
});

test('a proxy that is not trusted is itself the caller', async () => {
  const node = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.2'] });
  const { key } = await buildKey(app, tenantId, { allowlist: ['192.0.2.7'] });
  const forwarded = ['192.0.2.7'];
  assert.equal((await getFrom(node, key, { localAddress: '127.0.0.2', forwarded })).status, 200);
  assert.equal((await getFrom(node, key, { localAddress: '127.0.0.3', forwarded })).status, 403);
});

test('every address may be trusted as a proxy', async () => {
  const node = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['0.0.0.0/0', '::/0'] });
  const { key } = await buildKey(app, tenantId, { allowlist: ['192.0.2.7'] });
  assert.equal((await getFrom(node, key, { forwarded: ['192.0.2.7, 198.51.100.9'] })).status, 200);
});

test('a key gives access only to its own tenant', async () => {
  const stranger = await buildTenant(app);
  const mine = await api.post('/customers', { project_id: projectId, name: 'Mine' });
  assert.equal(mine.status, 201, mine.text);
  assert.deepEqual((await stranger.api.get('/customers')).body.data, []);
  const theirProject = await api.post('/customers', { project_id: stranger.projectId, name: 'Theirs' });
  const [detail] = assertProblem(theirProject, 422, 'validation_failed');
  assert.equal(detail?.code, 'project_not_found');
});
