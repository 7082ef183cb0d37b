import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf, browser, buildAdministrator, buildSignedIn, logIn } from '../../../test/browser.ts';
import { buildCalls } from '../../../test/build/build-calls.ts';
import { buildStaff, query } from '../../../test/builders.ts';
import { consoleOperations } from '../../../test/console-operations.ts';
import { assertProblem, client, startNode, startTestApp } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';

const app = await startTestApp();
const licenses = ['open_api_advanced'];
const ours = app.address;

/** A request as a page of any origin could make a browser send it, with the cookie. */
function sent(
  cookie: string | undefined,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
) {
  return fetch(`${app.address}/admin/v1${path}`, {
    method,
    headers: { cookie: cookie ?? '', ...headers },
    ...(body && { body }),
  });
}

test('a request that another origin can make a browser send is 403 cross_site_request, and nothing is done', async () => {
  const { console: page, projectId, tenantId } = await buildSignedIn(app);
  const body = JSON.stringify({ project_id: projectId, name: 'Taro' });
  const json = { 'content-type': 'application/json' };
  const marked = { ...json, 'x-trunkline-console': '1' };
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'];
  const refused: Record<string, string>[] = [
    json,
    ...forms.map((type) => ({ 'content-type': type })),
    { ...json, 'x-trunkline-console': '0' },
    { ...json, 'x-trunkline-console': '' },
    { ...json, origin: ours },
    { ...marked, origin: 'https://evil.example' },
    { ...marked, origin: 'null' },
    { ...marked, origin: '' },
    { ...marked, origin: ours.replace('http:', 'https:') },
    { ...marked, origin: `${ours}.evil.example` },
    { ...marked, origin: 'http://127.0.0.1' },
  ];
  for (const headers of refused) {
    const answer = await sent(page.cookie(), 'POST', '/customers', headers, body);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.equal(JSON.parse(await answer.text()).error.code, 'cross_site_request');
  }
  for (const method of ['PUT', 'DELETE'])
    assert.equal((await sent(page.cookie(), method, '/session', json)).status, method === 'PUT' ? 405 : 403);
  assert.equal((await sent(undefined, 'POST', '/session', json, '{}')).status, 403, 'nobody is signed in by others');
  assert.equal((await sent(page.cookie(), 'GET', '/customers', { origin: 'https://evil.example' })).status, 403);
  assert.equal((await page.get('/customers')).body.pagination.total, 0);

  for (const headers of [marked, { ...marked, origin: ours }])
    assert.equal((await sent(page.cookie(), 'POST', '/customers', headers, body)).status, 201);
  assert.equal((await auditOf(app, tenantId)).filter(({ action }) => action === 'customer.created').length, 2);
});

test('no header, field or parameter overrides the method', async () => {
  const { console: page, tenantId } = await buildSignedIn(app);
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    assert.equal((await sent(page.cookie(), 'GET', '/session', { [name]: 'DELETE' })).status, 200, name);
  assertProblem(await page.get('/session?_method=DELETE'), 422, 'validation_failed');
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-trunkline-console': '1' };
  const posted = await sent(page.cookie(), 'POST', '/session/log-out-everywhere', form, '_method=DELETE');
  assert.equal(posted.status, 415, 'nor does a form do what a page of ours does');
  assert.equal((await page.get('/session')).status, 200);
  assert.equal((await auditOf(app, tenantId)).length, 1);
});

test('no other origin is ever allowed by CORS', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-trunkline-console',
  };
  const answer = await sent(undefined, 'OPTIONS', '/session', headers);
  assert.equal(answer.status, 405);
  for (const name of answer.headers.keys()) assert.doesNotMatch(name, /^access-control-/);
});

test('PUBLIC_URL is our own origin too, behind a proxy that is not trusted', async () => {
  const node = await startNode(app.databaseUrl, { PUBLIC_URL: 'https://calls.example' });
  const { email } = await buildSignedIn(app);
  const page = await logIn(node, email);
  assert.match(page.cookie() ?? '', /^__Host-/, 'and its cookie is for TLS alone');
  assert.equal((await page.remove('/session')).status, 200);
  assertProblem(
    await browser(node).post('/session', {}, { origin: 'https://calls.example' }),
    422,
    'validation_failed',
  );
  assertProblem(
    await browser(node).post('/session', {}, { origin: 'http://calls.example' }),
    403,
    'cross_site_request',
  );
});

test('no operation is done without a session, with only a key, with a first password, or with too small a role', async () => {
  const { key, tenantId } = await buildSignedIn(app, { licenses });
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  const newcomer = await logIn(app, (await buildAdministrator(app, tenantId, { mustChange: true })).email);
  const operations = (await consoleOperations(app)).filter(({ role }) => role !== 'anybody');
  assert.ok(operations.length > 50, `${operations.length}`);
  for (const { method, path: template, role } of operations) {
    const path = template.replace(/\{\w+\}/g, '0');
    const isRead = method === 'GET';
    const body = isRead ? undefined : {};
    const what = `${method} ${path}`;
    assertProblem(await browser(app).send(method, path, body), 401, 'not_signed_in');
    const authorization = `Bearer ${key}`;
    assertProblem(await browser(app).send(method, path, body, { authorization }), 401, 'not_signed_in');
    if (!isRead) {
      const unmarked = await viewer.send(method, path, body, { 'x-trunkline-console': '' });
      assertProblem(unmarked, 403, 'cross_site_request');
    }
    if (role === 'administrator') assertProblem(await viewer.send(method, path, body), 403, 'insufficient_role');
    if (!path.startsWith('/session'))
      assertProblem(await newcomer.send(method, path, body), 403, 'password_change_required');
    else assert.ok(isRead || role === 'viewer', what);
  }
});

test('operations for administrators only do not exist for keys', async () => {
  const { key } = await buildSignedIn(app);
  for (const path of ['/session', '/keys', '/administrators', '/audit-log', '/numbers', '/trunks'])
    assertProblem(await client(app, key).get(path), 404, 'not_found');
  for (const path of ['/staff', '/staff/1', '/projects', '/projects/1'])
    for (const method of ['POST', 'PUT', 'DELETE'])
      assertProblem(await client(app, key).send(method, path, {}), 405, 'method_not_allowed');
});

test('unknown paths and wrong methods are refused before everything else', async () => {
  assertProblem(await browser(app).get('/nothing'), 404, 'not_found');
  assertProblem(await browser(app).put('/session', {}), 405, 'method_not_allowed');
});

test('a viewer reads, and every write is 403 insufficient_role', async () => {
  const { console: page, projectId, tenantId } = await buildSignedIn(app, { role: 'viewer', licenses });
  for (const path of ['/customers', '/reports/summary', '/reports/users', '/session'])
    assert.equal((await page.get(path)).status, 200, path);
  const writes: [method: string, path: string][] = [
    ['POST', '/customers'],
    ['POST', '/customers/bulk'],
    ['PUT', '/customers/1'],
    ['POST', '/calls/initiate'],
    ['POST', '/calls/call_x/hangup'],
    ['POST', '/webhooks'],
    ['DELETE', '/webhooks/1'],
    ['POST', '/webhooks/1/rotate-secret'],
    ['POST', '/webhooks/1/replay'],
    ['GET', '/webhooks'],
  ];
  for (const [method, path] of writes) {
    const answer = await page.send(
      method,
      path,
      method === 'GET' ? undefined : { project_id: projectId, name: 'Taro' },
    );
    assertProblem(answer, 403, 'insufficient_role');
  }
  assert.deepEqual(
    (await auditOf(app, tenantId)).map(({ action }) => action),
    ['session.started'],
  );
});

test('a role that is taken away is gone with the next request of an open session', async () => {
  const { console: page, administratorId, projectId } = await buildSignedIn(app);
  const customer = { project_id: projectId, name: 'Taro' };
  assert.equal((await page.post('/customers', customer)).status, 201);
  await query(app, `update administrators set role = 'viewer' where administrator_id = $1`, [administratorId]);
  assertProblem(await page.post('/customers', customer), 403, 'insufficient_role');
  await query(app, 'delete from administrators where administrator_id = $1', [administratorId]);
  assertProblem(await page.get('/customers'), 401, 'not_signed_in');
});

test('a license that the tenant lacks is required in the console too', async () => {
  const { console: page } = await buildSignedIn(app);
  assertProblem(await page.get('/reports/summary'), 403, 'license_required');
});

test('reads of the console are those of the API, byte for byte, in the mode that is asked for', async () => {
  const { console: page, api, tenantId, projectId } = await buildSignedIn(app, { licenses });
  const staffId = await buildStaff(app, tenantId);
  const customer = (await api.post('/customers', { project_id: projectId, name: 'Taro' })).body.data;
  const [callId] = await buildCalls(app, { tenantId, projectId }, [
    { staffId, customerId: customer.customer_id },
    { status: 'busy' },
  ]);
  const webhook = (await api.post('/webhooks', { url: 'https://hooks.example.com/', events: ['call.missed'] })).body
    .data;
  const day = new Date().toISOString().slice(0, 10);
  const paths = [
    '/customers',
    `/customers/${customer.customer_id}`,
    `/calls?from=${day}&to=${day}`,
    `/calls/${callId}`,
    '/reports/summary',
    '/reports/calls',
    '/reports/users',
    '/webhooks',
    `/webhooks/${webhook.webhook_id}`,
    `/webhooks/${webhook.webhook_id}/deliveries`,
  ];
  for (const path of paths) {
    const expected = (await api.get(path)).text;
    assert.equal((await page.get(path, { 'x-trunkline-mode': 'test' })).text, expected, path);
    assert.equal((await page.get(`${path}${path.includes('?') ? '&' : '?'}mode=test`)).text, expected, path);
  }
  assert.equal((await page.get(`/calls?from=${day}&to=${day}`)).body.pagination.total, 0, 'live calls are others');
  assertProblem(await page.get(`/calls/${callId}`), 404, 'not_found');
  const [fault] = assertProblem(await page.get('/customers?mode=both'), 422, 'validation_failed');
  assert.equal(fault?.field, 'X-Trunkline-Mode');
  assertProblem(await api.get('/customers?mode=test'), 422, 'validation_failed');
});

test('a call started in test mode is a test call, is audited, and reaches the stream of a viewer', async () => {
  const { console: page, tenantId, projectId } = await buildSignedIn(app, { licenses });
  const viewer = await logIn(app, (await buildAdministrator(app, tenantId, { role: 'viewer' })).email);
  const leaving = new AbortController();
  const stream = await fetch(`${app.address}/admin/v1/events/stream?mode=test&types=call.initiated`, {
    headers: { cookie: viewer.cookie() ?? '' },
    signal: leaving.signal,
  });
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  let received = '';
  const reading = (async () => {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) received += chunk;
  })().catch(() => {});

  const staff_id = await buildStaff(app, tenantId);
  const call = { phone_number: '+819012345678', staff_id, project_id: projectId };
  const started = await page.post('/calls/initiate', call, { 'x-trunkline-mode': 'test' });
  assert.equal(started.status, 200, started.text);
  const { call_id } = started.body.data;
  await until(() => received.includes(call_id));
  const [, , entry] = await auditOf(app, tenantId);
  assert.deepEqual([entry?.action, entry?.subject, entry?.details], ['call.started', call_id, { mode: 'test' }]);
  assert.equal((await page.get(`/calls/${call_id}?mode=test`)).body.data.test, true);
  await until(async () => (await page.get(`/calls/${call_id}?mode=test`)).body.data.recording);
  const recording = await viewer.get(`/calls/${call_id}/recording?mode=test&format=mp3`, { range: 'bytes=0-9' });
  assert.deepEqual([recording.status, recording.headers.get('content-type')], [206, 'audio/mpeg']);

  await viewer.remove('/session');
  await until(() => reading.then(() => true)); // A stream ends with its session.
  leaving.abort();
});

test('an Idempotency-Key belongs to the administrator across sessions, and another mode is another request', async () => {
  const { console: page, email, tenantId, projectId, key } = await buildSignedIn(app);
  const once = { 'idempotency-key': 'k' };
  const customer = { project_id: projectId, name: 'Taro' };
  const first = await page.post('/customers', customer, once);
  const again = await (await logIn(app, email)).post('/customers', customer, once);
  assert.deepEqual([again.text, again.headers.get('idempotent-replayed')], [first.text, 'true']);
  assert.equal((await client(app, key).post('/customers', customer, once)).headers.get('idempotent-replayed'), null);
  const colleague = await logIn(app, (await buildAdministrator(app, tenantId)).email);
  assert.equal((await colleague.post('/customers', customer, once)).headers.get('idempotent-replayed'), null);
  const otherMode = await page.post('/customers', customer, { ...once, 'x-trunkline-mode': 'test' });
  assertProblem(otherMode, 422, 'idempotency_key_reused');
  const created = (await auditOf(app, tenantId)).filter(({ action }) => action === 'customer.created');
  assert.equal(created.length, 2, 'what is not done again is not written down again');
});

test('requests of an administrator are counted over all sessions, apart from those of keys', async () => {
  const limited = await startNode(app.databaseUrl, { RATE_LIMIT: 3 });
  const { email, key } = await buildSignedIn(app);
  const [one, two] = [await logIn(limited, email), await logIn(limited, email)];
  for (const page of [one, two, one]) assert.equal((await page.get('/customers')).status, 200);
  const refused = await two.get('/customers');
  assertProblem(refused, 429, 'rate_limited');
  assert.match(refused.body.error.message, /^Your limit is 3 requests per minute/);
  assert.equal(refused.headers.get('ratelimit-policy'), '"requests";q=3;w=60');
  assert.equal((await client(limited, key).get('/customers')).status, 200);
});

test('an open stream ends with an unused session, and neither the stream nor opening it again keeps the session alive', async () => {
  const { tenantId, administratorId } = await buildSignedIn(app, { licenses });
  // A session that no request has used, so no node writes a later use of it to the database.
  const token = `left-open-${process.pid}`;
  const sql = `
    insert into sessions (tenant_id, administrator_id, token_hash, last_used_at, expires_at)
    values ($1, $2, sha256(convert_to($3, 'UTF8')), now() - interval '11:59:54', now() + interval '1 day')`;
  await query(app, sql, [tenantId, administratorId, token]);
  const cookie = `trunkline_session=${token}`;
  const open = () => fetch(`${app.address}/admin/v1/events/stream`, { headers: { cookie } });
  const stream = await open();
  assert.equal(stream.status, 200);
  await (await open()).body?.cancel();
  await stream.text();
  assert.equal((await open()).status, 401);
});
