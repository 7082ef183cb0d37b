import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant } from '../../test/builders.ts';
import { startCustomApp } from '../../test/custom-app.ts';
import { openConnection, requestHead, sendRaw } from '../../test/raw-http.ts';
import { assertProblem, client } from '../../test/test-app.ts';

const app = await startCustomApp({});
const { api, key, projectId } = await buildTenant(app);
const head = (line: string, ...fields: string[]) => requestHead(key, line, ...fields);

const ownHeaders = ['cache-control', 'content-security-policy', 'referrer-policy', 'x-content-type-options'];

test('what is not HTTP is answered 400 in the envelope, and the connection is closed', async () => {
  const garbage = ['\x16\x03\x01\x02\r\n\r\n', 'GET\r\n\r\n', 'FOO / HTTP/1.1\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n'];
  for (const bytes of [...garbage, head('POST /api/v1/customers', 'Content-Length: x'), head('GET /', 'A B: c')]) {
    const connection = await openConnection(app);
    connection.write(bytes);
    const answer = await connection.answer();
    assertProblem(answer, 400, 'malformed_request');
    assert.equal(answer.headers.get('connection'), 'close');
    for (const name of ownHeaders) assert.ok(answer.headers.has(name), name);
    assert.equal(await connection.ended(), '');
  }
});

test('a request that could be read in two ways is refused', async () => {
  const body = '{"name":"smuggled"}';
  const smuggling = ['Transfer-Encoding: chunked', `Content-Length: ${body.length}`];
  assertProblem(await sendRaw(app, head('POST /api/v1/customers', ...smuggling) + body), 400, 'malformed_request');
});

test('HTTP/1.1 without a Host header is answered 400, HTTP/1.0 is served', async () => {
  assertProblem(await sendRaw(app, 'GET /health/live HTTP/1.1\r\n\r\n'), 400, 'malformed_request');
  assert.equal((await sendRaw(app, 'GET /health/live HTTP/1.0\r\n\r\n')).status, 200);
});

test('headers of 16 KiB are taken and larger ones are answered 431', async () => {
  const withHeaders = (bytes: number) => {
    const small = head('GET /api/v1/customers', 'X-Padding: ');
    return small.replace('X-Padding: ', `X-Padding: ${'x'.repeat(bytes - small.length)}`);
  };
  assert.equal((await sendRaw(app, withHeaders(16_000))).status, 200);
  assertProblem(await sendRaw(app, withHeaders(16_500)), 431, 'headers_too_large');
  assertProblem(await sendRaw(app, withHeaders(3_000_000)), 431, 'headers_too_large');
  assertProblem(await sendRaw(app, head(`GET /${'x'.repeat(17_000)}`)), 431, 'headers_too_large');
});

test('a chunk that is none is answered 400 with the own request id of the client', async () => {
  const connection = await openConnection(app);
  connection.write(head('POST /api/v1/customers', 'X-Request-ID: chunky', 'Transfer-Encoding: chunked'));
  connection.write('zz\r\n');
  const answer = await connection.answer();
  assertProblem(answer, 400, 'malformed_request');
  assert.equal(answer.headers.get('x-request-id'), 'chunky');
  assert.equal(await connection.ended(), '');
});

test('garbage after a whole request does not take its answer away', async () => {
  const connection = await openConnection(app);
  connection.write(`${head('GET /api/v1/customers')}\x01\x02\r\n\r\n`);
  const answer = await connection.answer();
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await connection.ended(), '');
});

test('garbage after an answered request is answered on its own', async () => {
  const connection = await openConnection(app);
  connection.write(head('GET /api/v1/customers', 'X-Request-ID: first'));
  assert.equal((await connection.answer()).headers.get('x-request-id'), 'first');
  connection.write('\x01\x02\r\n\r\n');
  const second = await connection.answer();
  assertProblem(second, 400, 'malformed_request');
  assert.notEqual(second.headers.get('x-request-id'), 'first');
});

test('a client that leaves in the middle of its body creates nothing and harms nobody', async () => {
  const connection = await openConnection(app);
  const body = JSON.stringify({ project_id: projectId, name: 'Half' });
  connection.write(head('POST /api/v1/customers', 'Content-Type: application/json', `Content-Length: ${body.length}`));
  connection.write(body.slice(0, -1));
  connection.close();
  assert.equal((await api.get('/customers')).body.pagination.total, 0);
});

test('pipelined requests are answered in order', async () => {
  const connection = await openConnection(app);
  connection.write(['one', 'two', 'three'].map((id) => head('GET /api/v1/customers', `X-Request-ID: ${id}`)).join(''));
  for (const id of ['one', 'two', 'three']) assert.equal((await connection.answer()).headers.get('x-request-id'), id);
});

test('a client that reads only when it has sent everything still learns that it was too much', async () => {
  const size = 5_000_000;
  const fields = ['Content-Type: application/json'];
  const counted = head('POST /api/v1/customers', ...fields, `Content-Length: ${size}`) + ' '.repeat(size);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const chunked = `${head('POST /api/v1/customers', ...fields, 'Transfer-Encoding: chunked') + chunk.repeat(80)}0\r\n\r\n`;
  for (const bytes of [counted, chunked]) {
    const connection = await openConnection(app);
    connection.write(bytes);
    connection.write(head('GET /api/v1/customers'));
    assertProblem(await connection.answer(), 413, 'payload_too_large');
    assert.equal((await connection.answer()).status, 200);
  }
});

test('a client in good order is not bothered by all of this', async () => {
  assert.equal((await client(app, key).get('/customers')).status, 200);
});
