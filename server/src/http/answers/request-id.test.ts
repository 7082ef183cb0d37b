import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildTenant, query } from '../../../test/builders.ts';
import { sendRaw } from '../../../test/raw-http.ts';
import { client, startTestApp } from '../../../test/test-app.ts';
import { requestId } from './request-id.ts';

const app = await startTestApp();
const { api, key, projectId } = await buildTenant(app);
const uuidv7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const customer = JSON.stringify({ project_id: projectId, name: 'Taro' });

/** One request for each kind of answer, as the lines after `Host`. */
const requests: Record<string, [status: number, line: string, fields?: string[], body?: string]> = {
  'a success': [200, 'GET /api/v1/customers', [`Authorization: Bearer ${key}`]],
  'a creation': [201, 'POST /api/v1/customers', [`Authorization: Bearer ${key}`], customer],
  'an unknown path': [404, 'GET /nothing'],
  'a path that cannot be decoded': [404, 'GET /api/v1/customers/%zz', [`Authorization: Bearer ${key}`]],
  'a path with far too long an id': [404, `GET /api/v1/customers/${'1'.repeat(300)}`, [`Authorization: Bearer ${key}`]],
  'an unknown resource': [404, 'GET /api/v1/customers/999999', [`Authorization: Bearer ${key}`]],
  'a wrong method': [405, 'PATCH /api/v1/customers'],
  'a missing key': [401, 'GET /api/v1/customers'],
  'a wrong key': [401, 'GET /api/v1/customers', ['Authorization: Bearer nonsense']],
  'broken JSON': [400, 'POST /api/v1/customers', [`Authorization: Bearer ${key}`], '{'],
  'a fault': [422, 'POST /api/v1/customers', [`Authorization: Bearer ${key}`], '{}'],
  'too large a body': [413, 'POST /api/v1/customers', [`Authorization: Bearer ${key}`], ' '.repeat(2 ** 20 + 1)],
  'a health check': [200, 'GET /health/live'],
  'the metrics': [200, 'GET /metrics'],
  'an unmet expectation': [200, 'GET /api/v1/customers', [`Authorization: Bearer ${key}`, 'Expect: tea']],
};

const send = (line: string, fields: string[] = [], body = '') => {
  const length = body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : [];
  return sendRaw(app, `${[`${line} HTTP/1.1`, 'Host: test', ...fields, ...length].join('\r\n')}\r\n\r\n${body}`);
};

for (const [name, [status, line, fields = [], body]] of Object.entries(requests)) {
  test(`the answer to ${name} carries a request id of its own, or the one that was sent`, async () => {
    const fresh = await send(line, fields, body);
    assert.equal(fresh.status, status, fresh.text);
    assert.match(fresh.headers.get('x-request-id') ?? '', uuidv7);
    if (status >= 400) assert.equal(fresh.body.error.request_id, fresh.headers.get('x-request-id'));

    const echoed = await send(line, [...fields, 'X-Request-ID: my-own.Id_1'], body);
    assert.equal(echoed.headers.get('x-request-id'), 'my-own.Id_1');
    if (status >= 400) assert.equal(echoed.body.error.request_id, 'my-own.Id_1');
  });
}

test('a failure of the server carries a request id', async () => {
  await query(app, 'alter table customers rename to hidden');
  const fresh = await api.get('/customers/1');
  const echoed = await api.get('/customers/1', { 'x-request-id': 'mine' });
  await query(app, 'alter table hidden rename to customers');
  assert.equal(fresh.status, 500);
  assert.match(fresh.headers.get('x-request-id') ?? '', uuidv7);
  assert.equal(echoed.headers.get('x-request-id'), 'mine');
});

test('two requests never get the same id', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => client(app).get('/customers')));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, 50);
});

test('an id of 1 to 128 letters, digits, dots, underscores and hyphens is echoed', async () => {
  const everyCharacter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-';
  for (const id of ['a', '-', 'a'.repeat(128), everyCharacter]) {
    const answer = await client(app).get('/customers', { 'x-request-id': id });
    assert.equal(answer.headers.get('x-request-id'), id);
  }
});

test('an id of 129 characters, of none or with any other character is replaced', async () => {
  const broken = ['a'.repeat(129), '', 'a b', 'a/b', 'a,b', 'a\tb', '"a"', '<script>', 'a;b', 'ä'];
  for (const id of broken) {
    const answer = await send('GET /nothing', [`X-Request-ID: ${id}`]);
    assert.match(answer.headers.get('x-request-id') ?? '', uuidv7, id);
  }
  const twice = await send('GET /nothing', ['X-Request-ID: a', 'X-Request-ID: b']);
  assert.match(twice.headers.get('x-request-id') ?? '', uuidv7);
});

test('for any input, the id is safe to repeat', () => {
  const alphabet = fc.constantFrom(...'aZ09._-', ' ', '\n', '\r', '\0', ':', 'é', '"');
  fc.assert(
    fc.property(fc.string({ unit: alphabet, maxLength: 200 }), (sent) => {
      const id = requestId({ headers: { 'x-request-id': sent } });
      assert.match(id, /^[A-Za-z0-9._-]{1,128}$/);
      assert.equal(id === sent, /^[A-Za-z0-9._-]{1,128}$/.test(sent));
    }),
  );
});
