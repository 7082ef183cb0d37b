import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildTenant } from '../../../test/builders.ts';
import { startCustomApp } from '../../../test/custom-app.ts';
import { openConnection, requestHead } from '../../../test/raw-http.ts';
import { assertProblem } from '../../../test/test-app.ts';

const app = await startCustomApp({ patience: { headersMs: 1_000, requestMs: 2_000 } });
const { key } = await buildTenant(app);

test('a client that never finishes its headers, or never begins, is answered 408', async () => {
  for (const bytes of ['', 'GET /api/v1/customers HTTP/1.1\r\nHost: te']) {
    const connection = await openConnection(app);
    connection.write(bytes);
    assertProblem(await connection.answer(), 408, 'request_timeout');
    assert.equal(await connection.ended(), '');
  }
});

test('a client that never finishes its body is answered 408 with its own request id', async () => {
  const connection = await openConnection(app);
  connection.write(requestHead(key, 'POST /api/v1/customers', 'X-Request-ID: slow', 'Content-Length: 100'));
  connection.write('{"name":');
  const answer = await connection.answer();
  assertProblem(answer, 408, 'request_timeout');
  assert.equal(answer.headers.get('x-request-id'), 'slow');
  assert.equal(answer.headers.get('connection'), 'close');
  assert.equal(await connection.ended(), '');
});

test('a client that is slow after its answer is cut off without a second one', async () => {
  const connection = await openConnection(app);
  connection.write('POST /api/v1/customers HTTP/1.1\r\nHost: test\r\nContent-Length: 100\r\n\r\n{');
  assertProblem(await connection.answer(), 401, 'missing_api_key');
  assert.equal(await connection.ended(), '');
});
