import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { buildKey, buildTenant, query } from '../../../test/builders.ts';
import { sendRaw } from '../../../test/raw-http.ts';
import { assertProblem, client, startNode } from '../../../test/test-app.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { newApiKey } from '../../platform/api-key.ts';
import { createLog } from '../../platform/log.ts';

const lines: string[] = [];
const collect = new Writable({
  write(chunk, _encoding, done) {
    lines.push(`${chunk}`);
    done();
  },
});
const app = await startNode(await createTestDatabase(), {}, createLog('trace', collect));
const { api, key, projectId } = await buildTenant(app);
const anonymous = client(app);

const MiB = 2 ** 20;
const padded = (json: object, bytes: number) => JSON.stringify(json).padEnd(bytes);
const customer = { project_id: projectId, name: 'Taro' };

// 404 and 405

test('an unknown path is 404, with and without a key, for any method and body', async () => {
  for (const path of ['/nothing', '/customers/1/2', '/customers/', '/Customers', '/customers//1', '//customers'])
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const caller of [api, anonymous]) {
        const answer = await caller.send(method, path);
        assert.equal(assertProblem(answer, 404, 'not_found').length, 0);
      }
  assertProblem(await api.post('/nothing', '{'), 404, 'not_found');
  assertProblem(await api.post('/nothing', 'x'.repeat(5 * MiB), { 'content-type': 'text/plain' }), 404, 'not_found');
  assertProblem(await api.post('/nothing', 'x', { 'content-type': 'nonsense' }), 404, 'not_found');
  assert.equal((await api.send('HEAD', '/nothing')).status, 404);
});

test('outside the base path there is no API', async () => {
  for (const path of ['/customers', '/api/customers', '/api/v2/customers', '/api/v1', '/health']) {
    const answer = await fetch(app.address + path, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(answer.status, 404, path);
    await answer.body?.cancel();
  }
});

test('a wrong method is 405 with Allow, before the key and the body are looked at', async () => {
  const allowed = {
    '/customers': 'GET, HEAD, POST',
    '/customers/1': 'DELETE, GET, HEAD, PUT',
    '/customers/bulk': 'POST',
    '/openapi.json': 'GET, HEAD',
  };
  for (const [path, allow] of Object.entries(allowed))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].filter(
      (one) => !allow.includes(one),
    )) {
      const answer = await anonymous.send(method, path);
      if (method === 'HEAD') assert.equal(answer.status, 405);
      else assertProblem(answer, 405, 'method_not_allowed');
      assert.equal(answer.headers.get('allow'), allow, `${method} ${path}`);
    }
  assertProblem(await anonymous.send('PATCH', '/customers', '{'), 405, 'method_not_allowed');
});

test('rare methods are 405 too', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH']) {
    const answer = await sendRaw(app, `${method} /api/v1/customers HTTP/1.1\r\nHost: test\r\n\r\n`);
    assertProblem(answer, 405, 'method_not_allowed');
  }
});

test('HEAD is GET without the body', async () => {
  const get = await api.get('/customers');
  const head = await api.send('HEAD', '/customers');
  assert.equal(head.status, 200);
  assert.equal(head.text, '');
  assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  assert.equal((await anonymous.send('HEAD', '/customers')).status, 401);
});

test('a path id of the wrong form is 404', async () => {
  const forms = [
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    '+1',
    ' 1',
    '1%20',
    'abc',
    '%00',
    '９',
    '9007199254740993',
    '1'.repeat(199),
  ];
  for (const id of [...forms, '1'.repeat(5_000), '%zz', '%ff'])
    for (const method of ['GET', 'PUT']) {
      const answer = await api.send(method, `/customers/${id}`, method === 'PUT' ? {} : undefined);
      assertProblem(answer, 404, 'not_found');
    }
});

test("another tenant's resource is 404 for reading and for writing, and stays as it was", async () => {
  const stranger = await buildTenant(app);
  const created = await stranger.api.post('/customers', { project_id: stranger.projectId, name: 'Hanako' });
  const path = `/customers/${created.body.data.customer_id}`;
  assertProblem(await api.get(path), 404, 'not_found');
  assertProblem(await api.put(path, { name: 'Mine' }), 404, 'not_found');
  assert.deepEqual((await stranger.api.get(path)).body, created.body);
});

// 415, 413, 400

test('JSON comes as application/json in UTF-8, however that is spelled', async () => {
  const spellings = [
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json;',
  ];
  for (const type of spellings)
    assert.equal((await api.post('/customers', customer, { 'content-type': type })).status, 201, type);
});

test('any other type is 415, also of an empty body', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=shift_jis',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/jsonx',
    'json',
    '/',
    `application/json${' '.repeat(7_000)};${' '.repeat(7_000)}x`,
  ];
  for (const type of types) {
    const answer = await api.post('/customers', customer, { 'content-type': type });
    assertProblem(answer, 415, 'unsupported_media_type');
  }
  assertProblem(await api.post('/customers', '', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  const untyped = `POST /api/v1/customers HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`;
  assertProblem(await sendRaw(app, untyped), 415, 'unsupported_media_type');
});

test('a compressed body is 415', async () => {
  const answer = await api.post('/customers', customer, { 'content-encoding': 'gzip' });
  assertProblem(answer, 415, 'unsupported_media_type');
  for (const none of ['identity', 'Identity', 'IDENTITY', ''])
    assert.equal((await api.post('/customers', customer, { 'content-encoding': none })).status, 201, none);
});

test('a body of 1 MiB is taken and one byte more is 413, counted and chunked alike', async () => {
  const exact = padded(customer, MiB);
  assert.equal((await api.post('/customers', exact)).status, 201);
  assertProblem(await api.post('/customers', `${exact} `), 413, 'payload_too_large');

  const chunked = (body: string) =>
    sendRaw(
      app,
      `POST /api/v1/customers HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
  assert.equal((await chunked(exact)).status, 201);
  assertProblem(await chunked(`${exact} `), 413, 'payload_too_large');

  const created = await api.post('/customers', customer);
  const path = `/customers/${created.body.data.customer_id}`;
  assert.equal((await api.put(path, padded({}, MiB))).status, 200);
  assertProblem(await api.put(path, padded({}, MiB + 1)), 413, 'payload_too_large');
});

test('a bulk body of 4 MiB is taken and one byte more is 413', async () => {
  const exact = padded({ customers: [customer] }, 4 * MiB);
  assert.equal((await api.post('/customers/bulk', exact)).status, 201);
  assertProblem(await api.post('/customers/bulk', `${exact} `), 413, 'payload_too_large');
});

test('a body of the wrong type that is also too large is 415', async () => {
  const answer = await api.post('/customers', 'x'.repeat(2 * MiB), { 'content-type': 'text/plain' });
  assertProblem(answer, 415, 'unsupported_media_type');
});

test('a body that is not a JSON object is 400, and its words are not repeated', async () => {
  const bodies = [
    '',
    ' ',
    '{',
    '{"name":}',
    "{'name':1}",
    '{"a":1}}',
    'null',
    '1',
    '"text"',
    'true',
    '[]',
    '[{}]',
    'NaN',
  ];
  for (const body of [...bodies, '\ufeff', '{"a":1,}', '{"secret":+819012345678', '['.repeat(MiB)]) {
    const answer = await api.post('/customers', body);
    assertProblem(answer, 400, 'malformed_json');
    assert.ok(!answer.text.includes('819012345678') && !answer.text.includes('secret'));
  }
});

test('a body that is not UTF-8 is 400, and a byte order mark does no harm', async () => {
  const invalid = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe3, 0x81]];
  for (const bytes of invalid) {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    assertProblem(await api.post('/customers', body), 400, 'malformed_json');
  }
  assert.equal((await api.post('/customers', `\ufeff${JSON.stringify(customer)}`)).status, 201);
});

// The order of checks

test('each check comes before the next one of the contract', async () => {
  const { tenantId, projectId } = await buildTenant(app);
  const elsewhere = await buildKey(app, tenantId, { allowlist: ['192.0.2.0/24'], scopes: [] });
  const unscoped = await buildKey(app, tenantId, { scopes: ['calls:read'] });
  const scoped = await buildKey(app, tenantId);
  const post = (path: string, with_: string, body: unknown, headers = {}) =>
    client(app, with_).post(path, body, headers);
  const text = { 'content-type': 'text/plain' };

  assertProblem(await post('/nothing', 'wrong', '{', text), 404, 'not_found');
  assertProblem(await post('/openapi.json', 'wrong', '{', text), 405, 'method_not_allowed');
  assertProblem(await post('/customers', newApiKey('test'), '{', text), 401, 'invalid_api_key');
  assertProblem(await post('/customers', elsewhere.key, '{', text), 403, 'ip_not_allowed');
  assertProblem(await post('/customers', unscoped.key, '{', text), 403, 'insufficient_scope');
  assertProblem(await post('/customers', unscoped.key, ' '.repeat(2 * MiB)), 403, 'insufficient_scope');
  assertProblem(await post('/customers', scoped.key, '{', text), 415, 'unsupported_media_type');
  assertProblem(await post('/customers', scoped.key, '{'.repeat(2 * MiB)), 413, 'payload_too_large');
  assertProblem(await post('/customers?x=1', scoped.key, '{'), 400, 'malformed_json');
  assertProblem(await post('/customers', scoped.key, '{', { 'idempotency-key': '' }), 400, 'malformed_json');

  const change = client(app, scoped.key);
  assertProblem(await change.put('/customers/999999?x=1', '{'), 400, 'malformed_json');
  assertProblem(await change.put('/customers/999999?x=1', { nam: 1 }), 404, 'not_found');
  const first = await change.post('/customers', { project_id: projectId, name: 'A', external_id: 'a' });
  const second = await change.post('/customers', { project_id: projectId, name: 'B', external_id: 'b' });
  const path = `/customers/${second.body.data.customer_id}`;
  assertProblem(await change.put(path, { external_id: 'a', nam: 1 }), 422, 'validation_failed');
  const [detail] = assertProblem(await change.put(path, { external_id: 'a' }), 409, 'duplicate_external_id');
  assert.equal(detail?.customer_id, first.body.data.customer_id);
});

test('the rate limit is checked after the address and before the scope', async () => {
  const node = await startNode(app.databaseUrl, { RATE_LIMIT: 1 });
  const { tenantId } = await buildTenant(app);
  const unscoped = client(node, (await buildKey(app, tenantId, { scopes: [] })).key);
  assertProblem(await unscoped.get('/customers'), 403, 'insufficient_scope');
  assertProblem(await unscoped.get('/customers'), 429, 'rate_limited');
  const elsewhere = client(node, (await buildKey(app, tenantId, { allowlist: ['192.0.2.1'] })).key);
  for (let i = 0; i < 3; i++) assertProblem(await elsewhere.get('/customers'), 403, 'ip_not_allowed');
});

// 500

test('a failure of our own is 500 without its cause, which stands in the log under the same request id', async () => {
  await query(app, 'alter table customers rename to hidden');
  const answers = [await api.get('/customers/1'), await api.post('/customers', customer), await api.get('/customers')];
  await query(app, 'alter table hidden rename to customers');
  for (const answer of answers) {
    assert.deepEqual(assertProblem(answer, 500, 'internal_error'), []);
    const shown = answer.text + [...answer.headers].join();
    for (const word of ['relation', 'hidden', 'select', 'insert', 'postgres', '42P01', 'node:', '.ts'])
      assert.ok(!shown.includes(word), `${word} in ${shown}`);
    const logged = lines.filter((line) => line.includes(answer.body.error.request_id)).map((line) => JSON.parse(line));
    const failure = logged.find(({ event }) => event === 'request.failed');
    assert.match(failure.err.message, /relation "customers" does not exist/);
    assert.match(failure.err.stack, /at /);
    assert.equal(failure.request_id, answer.body.error.request_id);
  }
  assert.equal((await api.post('/customers', customer)).status, 201);
});

// Headers of every answer

test('every answer has the security headers', async () => {
  const answers = [await api.get('/customers'), await anonymous.get('/customers'), await api.get('/nothing')];
  answers.push(
    await api.get('/customers/%zz'),
    await api.post('/customers', '{'),
    await api.post('/customers', customer),
  );
  for (const { headers } of answers) {
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('server'), null);
    assert.equal(headers.get('x-powered-by'), null);
  }
});
