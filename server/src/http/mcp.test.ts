import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { suite, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { atEnd } from '../../test/at-end.ts';
import { buildKey, buildStaff, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { client, startNode, startTestApp, type TestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { scopes as allScopes } from '../platform/caller.ts';
import { createLog } from '../platform/log.ts';

const lines: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
const first = await startTestApp();
const app = await startNode(first.databaseUrl, {}, log);
const limit = 12;
const limited = await startNode(first.databaseUrl, { RATE_LIMIT: limit });

type Document = {
  paths: Record<string, Record<string, { operationId: string; summary: string; 'x-required-scope'?: string }>>;
};
const { paths } = (await client(app).get('/openapi.json')).body as Document;
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
/** They answer with a file and with a stream. */
const withoutTool = ['getRecording', 'streamEvents'];

/** The SDK's own client; `legacy` begins with the handshake of the protocol of 2025. */
async function connect(key: string, { at = app, mode = 'auto' as 'auto' | 'legacy' } = {}) {
  const assistant = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await assistant.connect(
    new StreamableHTTPClientTransport(new URL(`${at.address}/mcp`), { requestInit: { headers } }),
  );
  atEnd(() => assistant.close());
  return assistant;
}

const namesOf = async (assistant: Client) => (await assistant.listTools()).tools.map(({ name }) => name);

type Result = Awaited<ReturnType<Client['callTool']>>;
/** The body that the operation answered with. */
function bodyOf({ content, structuredContent }: Result) {
  const [part] = content;
  assert.ok(part?.type === 'text');
  assert.deepEqual(JSON.parse(part.text), structuredContent);
  return JSON.parse(part.text);
}

async function use(assistant: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await assistant.callTool({ name, arguments: given });
  assert.ok(!result.isError, JSON.stringify(result.content));
  return bodyOf(result).data;
}

async function refusal(assistant: Client, name: string, given: Record<string, unknown> = {}) {
  const result = await assistant.callTool({ name, arguments: given });
  assert.equal(result.isError, true, JSON.stringify(result.content));
  return bodyOf(result).error;
}

async function callers(options: Parameters<typeof buildKey>[2] = {}) {
  const tenant = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const staffId = await buildStaff(app, tenant.tenantId);
  const { key } = await buildKey(app, tenant.tenantId, options);
  const call = { staff_id: staffId, project_id: tenant.projectId, phone_number: '+819012345678' };
  return { ...tenant, key, call };
}

const callsOf = ({ tenantId }: Pick<TestTenant, 'tenantId'>) =>
  query(app, 'select is_test from calls where tenant_id = $1', [tenantId]);

/** Sends a message without the SDK. */
async function post(body: string | object, headers: Record<string, string> = {}, at: TestApp = app) {
  const answer = await fetch(`${at.address}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

for (const mode of ['auto', 'legacy'] as const)
  suite(`an assistant that negotiates the version: ${mode}`, () => {
    test('finds a tool for every operation that answers with JSON', async () => {
      const { key } = await callers();
      const assistant = await connect(key, { mode });
      const { tools } = await assistant.listTools();
      const expected = operations.map(({ operationId }) => operationId).filter((id) => !withoutTool.includes(id));
      assert.deepEqual(tools.map(({ name }) => name).sort(), expected.sort());
      for (const { name, title, description, inputSchema } of tools) {
        assert.equal(title, operations.find(({ operationId }) => operationId === name)?.summary);
        assert.match(description ?? '', /Requires (the `|any valid key)/);
        assert.doesNotMatch(JSON.stringify(inputSchema), /\$ref|"x-/, name);
      }
      const bulk = tools.find(({ name }) => name === 'createCustomers')?.inputSchema.properties ?? {};
      const { items } = bulk.customers as { items: { anyOf: { required: string[] }[] } };
      const required = items.anyOf.map((item) => item.required.toSorted());
      assert.deepEqual(required, [['name', 'project_id'], ['external_id']]);
      assert.match(assistant.getInstructions() ?? '', /Begin with getMe/);
      const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
      assert.equal(assistant.getServerVersion()?.version, manifest.version);
    });

    test('reads and writes with them as with the API', async () => {
      const { key, projectId, api } = await callers();
      const assistant = await connect(key, { mode });
      const created = await use(assistant, 'createCustomer', {
        project_id: projectId,
        name: 'Hanako',
        external_id: 'a b',
      });
      assert.deepEqual(created, (await api.get(`/customers/${created.customer_id}`)).body.data);
      const changed = await use(assistant, 'updateCustomer', {
        customerId: created.customer_id,
        name: 'Hana',
        email: null,
      });
      assert.equal(changed.name, 'Hana');
      assert.deepEqual(await use(assistant, 'getCustomerByExternalId', { externalId: 'a b' }), changed);
      const found = await use(assistant, 'listCustomers', { per_page: 1, q: 'hana', project_id: null });
      assert.deepEqual(
        found.map(({ customer_id }: { customer_id: number }) => customer_id),
        [created.customer_id],
      );
      assert.equal(
        (await use(assistant, 'deleteCustomer', { customerId: created.customer_id })).customer_id,
        created.customer_id,
      );
      assert.equal((await use(assistant, 'getMe')).key.kind, 'test');
    });
  });

test('tools say whether they only read', async () => {
  const { tools } = await (await connect((await callers()).key)).listTools();
  const hints = (name: string) => Object.values(tools.find((tool) => tool.name === name)?.annotations ?? {});
  assert.deepEqual(hints('listCalls'), [true, false, true]);
  assert.deepEqual(hints('createCustomer'), [false, false, false]);
  assert.deepEqual(hints('createCustomers'), [false, true, false]);
  assert.deepEqual(hints('upsertCustomer'), [false, true, true]);
  assert.deepEqual(hints('deleteCustomer'), [false, true, true]);
  assert.deepEqual(hints('hangUpCall'), [false, true, false]);
});

test('a key has the tools of its scopes and licenses, and no others', async () => {
  for (const scope of allScopes) {
    const { key } = await callers({ scopes: [scope] });
    const expected = operations
      .filter((operation) => [undefined, scope].includes(operation['x-required-scope'] as typeof scope))
      .map(({ operationId }) => operationId)
      .filter((id) => !withoutTool.includes(id));
    assert.deepEqual((await namesOf(await connect(key))).sort(), expected.sort(), scope);
  }
  const { key, tenantId } = await callers();
  await query(app, 'delete from tenant_licenses where tenant_id = $1', [tenantId]);
  const names = await namesOf(await connect(key));
  assert.ok(names.includes('listCalls') && !names.includes('listWebhooks') && !names.includes('getCallSummary'));
});

test('a tool that the key cannot use is refused as in the API', async () => {
  const { key } = await callers({ scopes: ['calls:read'] });
  const assistant = await connect(key);
  const error = await refusal(assistant, 'createCustomer', { name: 'A' });
  assert.deepEqual([error.code, error.details[0].scope], ['insufficient_scope', 'customers:write']);
  await assert.rejects(assistant.callTool({ name: 'dropTables', arguments: {} }), /There is no tool dropTables/);
});

test('a test key starts a call that rings nothing', async () => {
  const { key, call, tenantId } = await callers();
  const assistant = await connect(key);
  const started = await use(assistant, 'initiateCall', call);
  assert.deepEqual(Object.keys(started), ['call_id', 'status', 'staff_id', 'initiated_at']);
  await until(async () => (await use(assistant, 'getCall', { callId: started.call_id })).ended_at !== null);
  assert.deepEqual(await callsOf({ tenantId }), [{ is_test: true }]);
});

test('a live key starts calls only if it was created for assistants, and its scopes decide about the rest', async () => {
  const { key, call, tenantId } = await callers({ kind: 'live' });
  const assistant = await connect(key);
  const names = await namesOf(assistant);
  const ofScope = operations.filter((operation) => operation['x-required-scope'] === 'calls:initiate');
  assert.ok(ofScope.length >= 5);
  for (const { operationId } of ofScope)
    assert.equal(names.includes(operationId), operationId !== 'initiateCall', operationId);
  const error = await refusal(assistant, 'initiateCall', call);
  assert.deepEqual([error.code, error.details[0].code], ['insufficient_scope', 'assistants_not_allowed']);
  assert.match(error.message, /may not start live calls with this key.*"may be used by assistants"/);
  assert.deepEqual(await callsOf({ tenantId }), []);
  assert.ok(names.includes('listCalls') && names.includes('createCustomer'));

  const permitted = await connect((await buildKey(app, tenantId, { kind: 'live', allowsAssistants: true })).key);
  assert.ok((await namesOf(permitted)).includes('initiateCall'));
  const { call_id: callId } = await use(permitted, 'initiateCall', call);
  assert.equal((await use(assistant, 'updateCall', { callId, note: 'By an assistant' })).note, 'By an assistant');
  assert.ok((await use(assistant, 'hangUpCall', { callId })).ended_at);
  assert.deepEqual(await callsOf({ tenantId }), [{ is_test: false }]);

  const withoutScope = { kind: 'live', scopes: ['calls:read'], allowsAssistants: true } as const;
  const reader = await connect((await buildKey(app, tenantId, withoutScope)).key);
  assert.ok(!(await namesOf(reader)).includes('initiateCall'));
  assert.equal((await refusal(reader, 'initiateCall', call)).details[0].scope, 'calls:initiate');
});

test('an operation refuses with all faults at once, and with the id of the message', async () => {
  const { key } = await callers();
  const assistant = await connect(key);
  const error = await refusal(assistant, 'initiateCall', { staff_id: 'x', phone_nunber: '1' });
  assert.equal(error.code, 'validation_failed');
  const fields = error.details.map(({ field }: { field: string }) => field).sort();
  assert.deepEqual(fields, ['phone_number', 'phone_nunber', 'project_id', 'staff_id']);
  const unknown = await refusal(assistant, 'listCalls', { from: '2026-13-01', to: 'x', stauts: 'busy' });
  assert.ok(
    unknown.details.some(({ code, field }: Record<string, string>) => code === 'unknown_field' && field === 'stauts'),
  );
  const missing = await refusal(assistant, 'getCall');
  assert.deepEqual(missing.details, [{ field: 'callId', code: 'required', message: 'callId is required.' }]);

  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getCall', arguments: { callId: 'x' } } };
  const answer = await post(call, { ...bearer(key), 'x-request-id': 'my-own-id' });
  assert.equal(answer.headers.get('x-request-id'), 'my-own-id');
  assert.match(answer.text, /not_found.*my-own-id/);
  await until(() => lines.filter(({ request_id }) => request_id === 'my-own-id').length === 2);
  const routes = lines
    .filter(({ request_id }) => request_id === 'my-own-id')
    .map(({ route, status }) => [route, status]);
  assert.deepEqual(routes, [
    ['/api/v1/calls/:callId', 404],
    ['/mcp', 200],
  ]);
});

test('a repeated creation with the same idempotency_key happens once', async () => {
  const { key, call, tenantId } = await callers();
  const assistant = await connect(key);
  const once = () => use(assistant, 'initiateCall', { ...call, idempotency_key: 'once' });
  assert.deepEqual(await once(), await once());
  assert.equal((await callsOf({ tenantId })).length, 1);
  const other = { ...call, phone_number: '+819000000000', idempotency_key: 'once' };
  assert.equal((await refusal(assistant, 'initiateCall', other)).code, 'idempotency_key_reused');
});

test('an idempotency_key is the same one as in a header, in any script', async () => {
  const { key, projectId } = await callers();
  const assistant = await connect(key);
  const customer = { project_id: projectId, name: 'A' };
  const create = async (idempotency_key: string) =>
    (await use(assistant, 'createCustomer', { ...customer, idempotency_key })).customer_id;
  const keys = ['一番', 'あいう', 'BDF', '田中', '0-'];
  const ids = await Promise.all(keys.map(create));
  assert.equal(new Set(ids).size, keys.length);
  assert.equal(await create('あいう'), ids[1]);
});

test('a name in a path leads to no other operation', async () => {
  const { key, tenantId, projectId } = await callers();
  const assistant = await connect(key);
  for (const callId of ['..', '.', '../customers', '%2e%2e', 'a/../b', '\ud800', '?x=1', '#'])
    assert.equal((await refusal(assistant, 'getCall', { callId })).code, 'not_found', callId);
  await use(assistant, 'createCustomer', { project_id: projectId, name: 'A' });
  assert.equal((await refusal(assistant, 'deleteCustomer', { customerId: '' })).code, 'validation_failed');
  const [{ count } = {}] = await query(app, 'select count(*)::int from customers where tenant_id = $1', [tenantId]);
  assert.equal(count, 1);
});

test("another tenant's resources are not there", async () => {
  const [owner, stranger] = [await callers(), await callers()];
  const { call_id: callId } = await use(await connect(owner.key), 'initiateCall', owner.call);
  const assistant = await connect(stranger.key);
  for (const name of ['getCall', 'hangUpCall'])
    assert.equal((await refusal(assistant, name, { callId })).code, 'not_found');
  const day = new Date().toISOString().slice(0, 10);
  assert.deepEqual(await use(assistant, 'listCalls', { from: day, to: day }), []);
  assert.equal((await refusal(assistant, 'initiateCall', owner.call)).code, 'validation_failed');
});

test('a message with its operation counts as one request against the limit of the key', async () => {
  const { key } = await callers();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getMe', arguments: {} } };
  const answers = [];
  for (let i = 0; i < limit + 2; i++) answers.push(await post(call, bearer(key), limited));
  const remaining = answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]));
  assert.deepEqual(
    remaining.slice(0, limit),
    Array.from({ length: limit }, (_, i) => limit - 1 - i),
  );
  for (const { status, text } of answers.slice(0, limit)) assert.ok(status === 200 && !text.includes('rate_limited'));
  const refused = answers.find(({ status }) => status === 429) ?? assert.fail('Every message was admitted.');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(JSON.parse(refused.text).error.code, 'rate_limited');
});

test('the allowlist of a key holds for its operations too', async () => {
  const { tenantId } = await callers();
  const elsewhere = await buildKey(app, tenantId, { allowlist: ['192.0.2.7'] });
  const here = await buildKey(app, tenantId, { allowlist: ['127.0.0.1', '::1'] });
  assert.equal((await post(listing, bearer(elsewhere.key))).status, 403);
  assert.equal((await use(await connect(here.key), 'getMe')).key.key_id, here.keyId);
});

test('without a key, or with a revoked one, the answer is 401 and says how to authenticate', async () => {
  const missing = await post(listing);
  assert.deepEqual([missing.status, missing.headers.get('www-authenticate')], [401, 'Bearer']);
  const { key, keyId } = await buildTenant(app);
  assert.equal((await post(listing, bearer(key))).status, 200);
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  await until(async () => (await post(listing, bearer(key))).status === 401);
  const revoked = await post(listing, bearer(key));
  assert.equal(revoked.headers.get('www-authenticate'), 'Bearer error="invalid_token"');
});

test('a page of another site is refused, whatever name it gave this server', async () => {
  const headers = bearer((await callers()).key);
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', `http://rebound.example:1`])
    assert.equal((await post(listing, { ...headers, origin, host: new URL(app.address).host })).status, 403, origin);
  for (const origin of ['http://localhost:6274', 'http://127.0.0.1:8080', 'http://[::1]'])
    assert.equal((await post(listing, { ...headers, origin })).status, 200, origin);
});

test('messages that are none are refused, and the next ones answered', async () => {
  const headers = bearer((await callers()).key);
  const refused = async (body: string | object, status: number, code: number, extra: Record<string, string> = {}) => {
    const answer = await post(body, { ...headers, ...extra });
    assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 80)}: ${answer.text}`);
    assert.equal(JSON.parse(answer.text).error.code, code, answer.text);
  };
  await refused('{', 400, -32700);
  await refused('', 400, -32700);
  await refused('"text"', 400, -32600);
  await refused({ jsonrpc: '1.0', id: 1, method: 'tools/list' }, 400, -32600);
  await refused([listing, listing], 400, -32600);
  await refused(` \n${JSON.stringify(Array.from({ length: 2_000 }, () => listing))}`, 400, -32600);
  for (const before of [' '.repeat(2_000), '\u{feff}'])
    await refused(`${before}${JSON.stringify([listing, listing])}`, 400, -32600);
  await refused(listing, 415, -32000, { 'content-type': 'text/plain' });
  await refused(listing, 406, -32000, { accept: 'text/html' });
  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const nested = await post(deep, headers);
  assert.ok(nested.status === 200 || nested.status === 400, `${nested.status} ${nested.text}`);
  const large = await post({ ...listing, params: { x: 'x'.repeat(300 * 1024) } }, headers);
  assert.equal(large.status, 413);
  assert.match(large.text, /payload_too_large.*256 KiB/);
  assert.equal((await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).status, 202);
  assert.match((await post({ ...listing, method: 'no/such' }, headers)).text, /-32601/);
  assert.equal((await post(listing, headers)).status, 200);
});

/** As a client without `fetch`, which always sends the header. */
async function typeAccepted(key: string, accept: string | undefined, message: object) {
  const headers = { ...bearer(key), 'content-type': 'application/json', ...(accept !== undefined && { accept }) };
  const sent = request(`${app.address}/mcp`, { method: 'POST', headers }).end(JSON.stringify(message));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, type: answer.headers['content-type'], body: await text(answer) };
}

test('a client that reads no streams gets JSON, and one that reads both gets a stream', async () => {
  const { key } = await callers();
  const json = [undefined, '*/*', 'application/*', 'application/json', 'text/html, */*;q=0.1', 'Application/JSON'];
  for (const accept of [...json, 'application/json, text/event-stream;q=0']) {
    const { status, type, body } = await typeAccepted(key, accept, listing);
    assert.equal(status, 200, `${accept}`);
    assert.match(type ?? '', /^application\/json\b/, `${accept}`);
    assert.ok(JSON.parse(body).result.tools.length > 20, `${accept}`);
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'getMe', arguments: {} } };
    assert.equal(JSON.parse((await typeAccepted(key, accept, call)).body).result.isError, false);
    const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
    assert.equal((await typeAccepted(key, accept, notice)).status, 202);
  }
  for (const accept of ['application/json, text/event-stream', 'text/event-stream, */*']) {
    const { status, type, body } = await typeAccepted(key, accept, listing);
    assert.deepEqual([status, type], [200, 'text/event-stream'], `${accept}`);
    assert.match(body, /^event: message\ndata: /);
  }
  for (const accept of ['text/html', 'text/event-stream', 'application/json;q=0, */*', 'application/json;q=0.0'])
    assert.equal((await typeAccepted(key, accept, listing)).status, 406, `${accept}`);
});

test('arguments that hide surprises are refused by the operation', async () => {
  const { key, projectId } = await callers();
  const assistant = await connect(key);
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`field_${i}`, i]));
  assert.equal(
    (await refusal(assistant, 'createCustomer', { project_id: projectId, name: 'A', ...many })).code,
    'validation_failed',
  );
  assert.equal(
    (await refusal(assistant, 'createCustomer', { project_id: projectId, name: 'A\u0000' })).code,
    'validation_failed',
  );
  assert.equal((await refusal(assistant, 'listCustomers', { q: { a: 1 }, page: [1, 2] })).code, 'validation_failed');
  let deep: unknown = 1;
  for (let i = 0; i < 5_000; i++) deep = [deep];
  assert.equal((await refusal(assistant, 'listCustomers', { q: deep })).code, 'validation_failed');
  for (const idempotency_key of ['x\r\ny: z', 'x\0']) {
    const { code } = await refusal(assistant, 'createCustomer', { project_id: projectId, name: 'A', idempotency_key });
    assert.equal(code, 'validation_failed');
  }
});

test('only POST is served', async () => {
  const { key } = await callers();
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const answer = await fetch(`${app.address}/mcp`, { method, headers: bearer(key) });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method);
  }
});

test('no stream stays open, and any node answers any message', async () => {
  const { key } = await callers();
  const assistant = await connect(key);
  await assert.rejects(assistant.listen({ toolsListChanged: true }), /[Ss]ubscription/);
  for (const at of [app, first, app, first]) assert.equal((await post(listing, bearer(key), at)).status, 200);
});
