import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant } from '../../../test/builders.ts';
import { startCustomApp } from '../../../test/custom-app.ts';
import { openConnection, requestHead, sendRaw } from '../../../test/raw-http.ts';
import { assertProblem, client } from '../../../test/test-app.ts';

const app = await startCustomApp({});
const { api, key, projectId } = await buildTenant(app);
const head = (line: string, ...fields: string[]) => requestHead(key, line, ...fields);

const ownHeaders = ['cache-control', 'content-security-policy', 'referrer-policy', 'x-content-type-options'];

test('bytes that are not HTTP are answered 400 in the envelope, and the connection is closed', async () => {
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

test('a method that Node parses but does not list is answered 400 with all headers', async () => {
  for (const path of ['/api/v1/customers', '/nothing', '/admin/v1/calls/xHTTP/1.1']) {
    const answer = await sendRaw(app, `PRI ${path}\r\nHost: test\r\n\r\n`);
    assertProblem(answer, 400, 'malformed_request');
    for (const name of ownHeaders) assert.ok(answer.headers.has(name), name);
  }
});

test('a request that could be read in two ways is refused, and nothing behind it is read', async () => {
  const body = JSON.stringify({ project_id: projectId, name: 'Smuggled' });
  const length = `Content-Length: ${body.length}`;
  const framings = [
    ['Transfer-Encoding: chunked', length],
    [length, 'Transfer-Encoding: chunked'],
    [length, length],
    [length, 'Content-Length: 3'],
    [`Content-Length: ${body.length}, ${body.length}`],
    [`Content-Length: +${body.length}`],
    ['Content-Length: -1'],
    ['Content-Length: 0x10'],
    ['Content-Length: 99999999999999999999999'],
    ['Transfer-Encoding: identity'],
    ['Transfer-Encoding: chunked, identity'],
    ['Transfer-Encoding: xchunked'],
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding : chunked'],
    ['X-A: b\r\n Transfer-Encoding: chunked', length],
    ['X-A: b\rTransfer-Encoding: chunked', length],
    ['X-A: b\nTransfer-Encoding: chunked', length],
    ['X-A: b\0', length],
  ];
  for (const fields of framings) {
    const connection = await openConnection(app);
    connection.write(head('POST /api/v1/customers', 'Content-Type: application/json', ...fields) + body);
    connection.write(head('POST /api/v1/customers', 'Content-Type: application/json', length) + body);
    const answer = await connection.answer();
    assertProblem(answer, 400, 'malformed_request');
    assert.equal(answer.headers.get('connection'), 'close', `${fields}`);
    assert.equal(await connection.ended(), '', `${fields}`);
  }
  assert.equal((await api.get('/customers')).body.pagination.total, 0);
});

test('chunks are read by the letter', async () => {
  const body = JSON.stringify({ project_id: projectId + 1, name: 'Chunked' });
  const size = body.length.toString(16);
  const send = (chunks: string) =>
    sendRaw(
      app,
      head('POST /api/v1/customers', 'Content-Type: application/json', 'Transfer-Encoding: chunked') + chunks,
    );
  const good = [
    `${size}\r\n${body}\r\n0\r\n\r\n`,
    `${size};a="b"\r\n${body}\r\n0\r\nX-Trailer: a\r\n\r\n`,
    `1\r\n{\r\n00${(body.length - 1).toString(16)}\r\n${body.slice(1)}\r\n0\r\n\r\n`,
  ];
  for (const chunks of good) assertProblem(await send(chunks), 422, 'validation_failed');
  const broken = [
    `${size}\n${body}\n0\n\n`,
    `${size}\r\n${body}XX0\r\n\r\n`,
    `${size} \r\n${body}\r\n0\r\n\r\n`,
    `0x${size}\r\n${body}\r\n0\r\n\r\n`,
    `-1\r\n${body}`,
    '\r\n0\r\n\r\n',
    'fffffffffffffffff\r\n',
    `${size};${'x'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`,
  ];
  for (const chunks of broken) assertProblem(await send(chunks), 400, 'malformed_request');
  const trailers = `${size}\r\n${body}\r\n0\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`;
  assertProblem(await send(trailers), 431, 'headers_too_large');
});

test('a thousand header fields are too many, however small; none is dropped in silence', async () => {
  const many = Array.from({ length: 1_000 }, () => 'a:');
  const body = JSON.stringify({ project_id: projectId + 1, name: 'Many' });
  const fields = ['Content-Type: application/json', ...many, `Content-Length: ${body.length}`];
  assertProblem(await sendRaw(app, head('POST /api/v1/customers', ...fields) + body), 431, 'headers_too_large');
  assert.equal((await sendRaw(app, head('GET /api/v1/customers', ...many.slice(100)))).status, 200);
});

test('a path is compared when it is decoded, and once', async () => {
  const at = (path: string) => sendRaw(app, head(`GET ${path}`));
  assert.equal((await at('/api/v1/%63ustomers')).status, 200);
  const elsewhere = [
    '/api/v1%2Fcustomers',
    '/api/v1/customers%2F1',
    '/api/v1/customers/1%2F2',
    '/api/v1/%2563ustomers',
  ];
  const odd = ['/api/v1/../v1/customers', '/api/v1/./customers', '//api/v1/customers', '/api/v1/customers;page=2'];
  const undecodable = ['%00', '%', '%zz', '%c0%af', '%ff', '%ed%a0%80', '1%00'].map((id) => `/api/v1/customers/${id}`);
  for (const path of [...elsewhere, ...odd, ...undecodable]) assertProblem(await at(path), 404, 'not_found');
});

test('a refused request does not harm those behind it on the same connection', async () => {
  const post = (body: string, ...fields: string[]) =>
    head('POST /api/v1/customers', `Content-Length: ${Buffer.byteLength(body)}`, ...fields) + body;
  const json = 'Content-Type: application/json';
  const refused: [request: string, status: number, code: string][] = [
    [post('{', json), 400, 'malformed_json'],
    [post('\ufeff{"a":', json), 400, 'malformed_json'],
    [post('GET / HTTP/1.1\r\n\r\n', 'Content-Type: text/plain'), 415, 'unsupported_media_type'],
    [post('{"__proto__":{"name":"x"},"constructor":1}', json), 422, 'validation_failed'],
    [head('GET /api/v1/customers', 'Host: other'), 400, 'malformed_request'],
    [`${head('GET /nothing', 'Content-Length: 5')}GET /`, 404, 'not_found'],
    [`${head('DELETE /api/v1/customers', 'Content-Length: 5')}GET /`, 405, 'method_not_allowed'],
    [`${head('TRACE /api/v1/customers', 'Content-Length: 5')}GET /`, 405, 'method_not_allowed'],
    [post('{}', json).replace(key, 'wrong'), 401, 'invalid_api_key'],
  ];
  const connection = await openConnection(app);
  connection.write(refused.map(([request]) => request + head('GET /api/v1/customers', 'X-Request-ID: next')).join(''));
  for (const [, status, code] of refused) {
    assertProblem(await connection.answer(), status, code);
    const next = await connection.answer();
    assert.equal(next.status, 200, next.text);
    assert.equal(next.headers.get('x-request-id'), 'next');
  }
});

test('HTTP/1.1 without a Host header is answered 400, HTTP/1.0 is served', async () => {
  assertProblem(await sendRaw(app, 'GET /health/live HTTP/1.1\r\n\r\n'), 400, 'malformed_request');
  assert.equal((await sendRaw(app, 'GET /health/live HTTP/1.0\r\n\r\n')).status, 200);
});

test('a request that names two hosts, or none that could be one, is answered 400', async () => {
  const from = (...fields: string[]) =>
    sendRaw(app, `${['GET /health/live HTTP/1.1', ...fields].join('\r\n')}\r\n\r\n`);
  const several = [
    ['Host: test', 'Host: test'],
    ['Host: test', 'A: host', 'HOST: other'],
  ];
  const invalid = [
    'a b',
    'a/b',
    'user@host',
    'a:b',
    'a:1:2',
    '::1',
    '[::1',
    '[x]',
    'http://test',
    'a?b',
    'a#b',
    'a\\b',
  ];
  for (const fields of [...several, ...invalid.map((host) => [`Host: ${host}`])])
    assertProblem(await from(...fields), 400, 'malformed_request');
  for (const host of [
    '',
    'test',
    'my_service:8080',
    'test:',
    'a.b.',
    '127.0.0.1:80',
    '[::1]:8080',
    '[::FFFF:127.0.0.1]',
  ])
    assert.equal((await from(`Host: ${host}`, 'A: host', 'X-Forwarded-Host: x')).status, 200, host);
  const old = await sendRaw(app, 'GET /health/live HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n');
  assertProblem(old, 400, 'malformed_request');
});

test('CONNECT is answered 400 in the envelope, and the connection is closed', async () => {
  for (const target of ['example.com:443', '/api/v1/customers']) {
    const connection = await openConnection(app);
    connection.write(`CONNECT ${target} HTTP/1.1\r\nHost: example.com\r\nX-Request-ID: tunnel\r\n\r\n\x16\x03\x01`);
    const answer = await connection.answer();
    assertProblem(answer, 400, 'malformed_request');
    assert.equal(answer.headers.get('x-request-id'), 'tunnel');
    assert.equal(answer.headers.get('connection'), 'close');
    for (const name of ownHeaders) assert.ok(answer.headers.has(name), name);
    assert.equal(await connection.ended(), '');
  }
});

test('CONNECT behind another request does not take its answer away', async () => {
  const connection = await openConnection(app);
  connection.write(`${head('GET /api/v1/customers')}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`);
  assert.equal((await connection.answer()).status, 200);
  assert.equal(await connection.ended(), '');
});

test('a client that resets its CONNECT harms no other client', async () => {
  for (let i = 0; i < 20; i++) {
    const connection = await openConnection(app);
    connection.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
    connection.write('x'.repeat(100_000));
    connection.close();
  }
  assert.equal((await api.get('/customers')).status, 200);
});

test('a target may be a whole address', async () => {
  const at = (line: string) => sendRaw(app, head(line));
  for (const base of ['http://test', 'HTTP://other.example:81', 'https://test']) {
    assert.equal((await at(`GET ${base}/api/v1/customers?page=2`)).body.pagination.current_page, 2);
    assertProblem(await at(`DELETE ${base}/api/v1/customers`), 405, 'method_not_allowed');
    assertProblem(await at(`GET ${base}/api/v1/customers/bulk`), 405, 'method_not_allowed');
    assertProblem(await at(`GET ${base}/nothing?/api/v1/customers`), 404, 'not_found');
    assert.equal((await at(`GET ${base}`)).headers.get('location'), '/docs');
    assert.equal((await at(`GET ${base}?x=/api/v1/customers`)).headers.get('location'), '/docs');
  }
  for (const line of ['GET *', 'OPTIONS *', 'GET ftp://test/api/v1/customers'])
    assertProblem(await at(line), 404, 'not_found');
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

test("a malformed chunk is answered 400 with the client's own request id", async () => {
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

test('a client that leaves in the middle of its body creates nothing and harms no other client', async () => {
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

test('a client that reads only after sending everything still gets the 413', async () => {
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
