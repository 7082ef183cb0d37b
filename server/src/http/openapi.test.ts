import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { Registry } from 'prom-client';
import { type TSchema, Type } from 'typebox';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildDeliveries } from '../../test/build/build-deliveries.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { follow as openedStream } from '../../test/event-stream.ts';
import { client, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { type AppParts, createApp } from '../app.ts';
import type { CallControl } from '../calls/control-routes.ts';
import { connect } from '../database/connect.ts';
import { eventFollower } from '../events/follow-events.ts';
import { scopes } from '../platform/caller.ts';
import { decodeId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { problemCodes } from '../platform/problem.ts';
import type { RecordingParts } from '../recordings/routes.ts';
import type { WebhookParts } from '../webhooks/routes.ts';
import type { WebhookSending } from '../webhooks/test-routes.ts';
import type { Described } from './described.ts';
import { openApiDocument } from './openapi/document.ts';

const app = await startTestApp();
// biome-ignore lint/suspicious/noExplicitAny: a document of this depth is easier to read than to type
type Any = any;
const document: Any = (await client(app).get('/openapi.json')).body;

type Operation = { name: string; path: string; method: string; operation: Any; pointer: string };
const operations: Operation[] = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
    pointer: `#/paths/${path.replaceAll('/', '~1')}/${method}`,
  })),
);

/** The minimal description of an operation. */
const bare: Described = {
  method: 'GET',
  url: '/things',
  scope: 'reports:read',
  operationId: 'listThings',
  summary: 'List things',
  tag: { name: 'Things', description: 'Things.' },
  answers: {},
};

/** Validates values by schemas of the document, given by their place in it. */
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
ajv.addSchema(document, 'document', undefined, false);

function assertValid(pointer: string, value: unknown, what: string): void {
  const validate = ajv.getSchema(`document${encodeURI(pointer)}`);
  assert.ok(validate, `${pointer} is no schema`);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}

/** Follows a reference, and returns where it leads. */
function follow(pointer: string): { part: Record<string, unknown>; pointer: string } {
  const names = pointer.split('/').slice(1);
  const part = names.reduce((within, name) => within?.[name.replaceAll('~1', '/')], document);
  assert.ok(part, `${pointer} leads nowhere`);
  return typeof part.$ref === 'string' ? follow(part.$ref) : { part, pointer };
}

/** Every object within a value. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

test('the document is valid OpenAPI 3.1, by an independent validator', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  assert.ok(valid, JSON.stringify(errors));
  assert.equal(validator.version, '3.1');
});

test('every reference leads somewhere, and every shared part is referred to', () => {
  const references = [...objectsIn(document)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []));
  for (const reference of references) follow(reference);
  const { securitySchemes, ...shared } = document.components;
  const parts = Object.entries<object>(shared).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  assert.deepEqual(
    parts.filter((part) => !references.includes(part)),
    [],
  );
});

test('keywords of our own stay inside', () => {
  const names = new Set([...objectsIn(document)].flatMap((part) => Object.keys(part)));
  const own = [...names].filter((name) => name.startsWith('x-') || name.startsWith('~'));
  assert.deepEqual(own.sort(), ['x-required-license', 'x-required-scope']);
});

test('every operation states its scope, in words and for programs', () => {
  for (const { name, operation } of operations) {
    const scope = operation['x-required-scope'];
    if (operation.tags[0] === 'Directory') {
      assert.equal(scope, undefined, name);
      assert.ok(operation.description.includes('Requires any valid key'), name);
      assert.deepEqual(operation.security, [{ apiKey: [] }], name);
      continue;
    }
    assert.ok(scopes.includes(scope), name);
    assert.ok(operation.description.includes(`Requires the \`${scope}\` scope`), name);
    assert.deepEqual(operation.security, [{ apiKey: [scope] }], name);
    assert.ok(document.components.securitySchemes.apiKey.description.includes(`\`${scope}\``), name);
  }
});

const headersOfItsOwn: Record<string, string[]> = {
  'GET /events/stream': ['Last-Event-ID'],
  'GET /calls/{callId}/recording': ['Range', 'If-Range', 'If-None-Match'],
};

test('every operation has an id of its own, a known tag, and all placeholders of its path among its parameters', () => {
  const tags = document.tags.map(({ name }: { name: string }) => name);
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, operations.length);
  for (const { name, path, operation, pointer } of operations) {
    assert.ok(operation.summary, name);
    for (const tag of operation.tags) assert.ok(tags.includes(tag), name);
    const parameters = operation.parameters.map((_: unknown, i: number) => follow(`${pointer}/parameters/${i}`).part);
    for (const parameter of parameters) assert.ok(parameter.description, `${name} ${parameter.name}`);
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, placeholder]) => placeholder);
    const named = parameters.filter((parameter: { in: string }) => parameter.in === 'path');
    assert.deepEqual(
      named.map((parameter: { name: string }) => parameter.name),
      placeholders,
      name,
    );
    const headers = parameters.flatMap((parameter: { in: string; name: string }) =>
      parameter.in === 'header' ? [parameter.name] : [],
    );
    const ofItsOwn = name.startsWith('POST') ? ['Idempotency-Key'] : (headersOfItsOwn[name] ?? []);
    assert.deepEqual(headers, [...ofItsOwn, 'X-Request-ID'], name);
  }
});

test('every body and every answer has an example, and every example keeps to its schema', () => {
  const checkExamples = (media: string, what: string) => {
    const { part } = follow(media);
    const named = Object.keys(part.examples ?? {}).map((name) => follow(`${media}/examples/${name}`).part.value);
    const examples = part.example === undefined ? named : [part.example, ...named];
    assert.ok(examples.length > 0, `${what} has no example`);
    for (const example of examples) assertValid(`${media}/schema`, example, what);
  };
  for (const { name, operation, pointer } of operations) {
    if (operation.requestBody) checkExamples(`${pointer}/requestBody/content/application~1json`, name);
    for (const status of Object.keys(operation.responses)) {
      const response = follow(`${pointer}/responses/${status}`);
      if (status === '304') continue; // It has no body.
      const [type = ''] = Object.keys(response.part.content as object);
      checkExamples(`${response.pointer}/content/${type.replace('/', '~1')}`, `${name} ${status}`);
    }
  }
});

test('every field of the shared schemas is described', () => {
  const undescribed = Object.entries<{ properties?: Record<string, object> }>(document.components.schemas).flatMap(
    ([schema, { properties = {} }]) =>
      Object.entries(properties).flatMap(([name, field]) =>
        'description' in field || '$ref' in field || 'properties' in field ? [] : [`${schema}.${name}`],
      ),
  );
  assert.deepEqual(undescribed, []);
});

test('the introduction names every scope and every code', () => {
  for (const word of [...scopes, ...problemCodes]) assert.ok(document.info.description.includes(`\`${word}\``), word);
  assert.ok(!document.info.description.includes('{{'));
  assert.deepEqual(document.components.schemas.Error.properties.error.properties.code.enum, problemCodes);
});

test('a field that a body must have is never described as ignored', () => {
  const bodies = operations.flatMap(({ name, operation, pointer }) =>
    operation.requestBody ? [{ name, at: `${pointer}/requestBody/content/application~1json/schema` }] : [],
  );
  assert.ok(bodies.length > 5);
  for (const { name, at } of bodies) {
    const { required = [], properties } = follow(at).part as { required?: string[]; properties: Record<string, Any> };
    for (const field of required) assert.notEqual(properties[field].readOnly, true, `${name}: ${field}`);
  }
});

test('ignored fields and other names of fields are documented', () => {
  const { NewCustomer } = document.components.schemas;
  assert.match(NewCustomer.properties.kana.description, /`name_kana`/);
  assert.equal(NewCustomer.properties.created_at.readOnly, true);
  assert.deepEqual(NewCustomer.properties.tel1.type, ['string', 'null']);
  assert.deepEqual(NewCustomer.required.toSorted(), ['name', 'project_id']);
});

test('an item of a bulk request needs either a project and a name or an external id', () => {
  const { NewCustomers, BulkChange } = document.components.schemas;
  assert.deepEqual(NewCustomers.properties.customers.items.anyOf, [
    { $ref: '#/components/schemas/NewCustomer' },
    { $ref: '#/components/schemas/BulkChange' },
  ]);
  assert.deepEqual(BulkChange.required, ['external_id']);
});

test('an operation that needs a license says so', () => {
  const { paths }: Any = openApiDocument([{ ...bare, license: 'open_api_advanced' }]);
  const { get } = paths['/things'];
  assert.equal(get['x-required-license'], 'open_api_advanced');
  assert.match(get.description, /Requires the `reports:read` scope and the `open_api_advanced` license\./);
  assert.deepEqual(get.responses[403], {
    $ref: '#/components/responses/IpNotAllowedOrInsufficientScopeOrLicenseRequired',
  });
});

test('two different schemas with one title are refused', () => {
  const titled = (schema: TSchema) => ({ ...bare, answers: { 200: { description: '', schema, example: {} } } });
  const same = titled(Type.String({ title: 'Thing' }));
  openApiDocument([same, same]);
  assert.throws(
    () => openApiDocument([same, titled(Type.Integer({ title: 'Thing' }))]),
    /Two different schemas.*Thing/,
  );
});

test('the document has exactly the routes that the app has under /api/v1', async () => {
  // The address is never used: no route is called.
  const db = connect('postgres://127.0.0.1/none', { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  const unused = {
    calls: {} as CallControl,
    recordings: {} as RecordingParts,
    persons: {} as AppParts['persons'],
    webhooks: {} as WebhookParts & WebhookSending,
    administration: {} as AppParts['administration'],
    registry: new Registry(),
  };
  const parts = {
    db,
    ...unused,
    events: eventFollower(db),
    log: createLog('silent'),
    verifyKey: async () => undefined,
    limits: {},
  };
  const idle = await createApp({ ...parts, trustedProxies: [], isDraining: () => false });
  await idle.ready();
  const routes = routesIn(idle.printRoutes({ commonPrefix: false }))
    .filter((route) => route.includes(' /api/v1/') && !route.startsWith('HEAD '))
    .map((route) => route.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}'));
  await idle.close();
  await db.close();
  assert.deepEqual(document.servers[0].url, '/api/v1');
  const documented = operations.map(({ name }) => name);
  // The OpenAPI document does not list itself.
  assert.deepEqual(routes.sort(), [...documented, 'GET /openapi.json'].sort());
});

/** "POST /api/v1/customers" and so on, from the tree that Fastify draws of its routes. */
function routesIn(tree: string): string[] {
  const parts: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? [];
      parts.splice(indent.length / 4, parts.length, part);
      return methods.split(', ').map((method) => `${method} ${parts.join('')}`);
    });
}

/** Asserts that the document declares an answer: its status, body, code and headers. */
function assertForeseen(name: string, answer: TestAnswer): void {
  const found = operations.find((operation) => operation.name === name);
  assert.ok(found, name);
  const what = `${name} ${answer.status}`;
  const response = follow(`${found.pointer}/responses/${answer.status}`);
  assertValid(`${response.pointer}/content/application~1json/schema`, answer.body, what);
  const { headers, content } = response.part as {
    headers: Record<string, unknown>;
    content: { 'application/json': { examples?: Record<string, unknown> } };
  };
  const declared = Object.keys(headers).map((header) => header.toLowerCase());
  const ofInterest = /^(x-request-id|ratelimit.*|retry-after|www-authenticate|idempotent-replayed|allow)$/;
  for (const header of answer.headers.keys())
    if (ofInterest.test(header)) assert.ok(declared.includes(header), `${what} does not tell of ${header}`);
  const { code } = answer.body.error ?? {};
  if (code) assert.ok(Object.keys(content['application/json'].examples ?? {}).includes(code), `${what} ${code}`);
}

const seen: string[] = [];
function foresee(name: string, answer: TestAnswer, status: number): TestAnswer {
  assert.equal(answer.status, status, answer.text);
  assertForeseen(name, answer);
  seen.push(`${name} ${status}`);
  return answer;
}

test('the answers of the customers endpoints match the document', async () => {
  const { api, projectId, tenantId, key } = await buildTenant(app);
  const reading = client(app, (await buildKey(app, tenantId, { scopes: ['customers:read'] })).key);
  const elsewhere = client(app, (await buildKey(app, tenantId, { allowlist: ['192.0.2.1/32'] })).key);
  const customer = {
    project_id: projectId,
    name: '山田 太郎',
    external_id: 'a',
    kana: 'ヤマダ',
    tel1: '+819012345678',
  };

  const create = 'POST /customers';
  const once = { 'idempotency-key': 'k' };
  const created = foresee(create, await api.post('/customers', customer, once), 201);
  const replayed = foresee(create, await api.post('/customers', customer, once), 201);
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  foresee(create, await api.post('/customers', { ...customer, name: 'Another' }, once), 422);
  foresee(create, await api.post('/customers', customer), 409);
  foresee(create, await api.post('/customers', { nam: '', tel1: 5, project_id: 0 }), 422);
  foresee(create, await api.post('/customers', '{'), 400);
  foresee(create, await api.post('/customers', '{}', { 'content-type': 'text/plain' }), 415);
  foresee(create, await api.post('/customers', `{"notes":"${'n'.repeat(1_100_000)}"}`), 413);
  foresee(create, await reading.post('/customers', customer), 403);
  foresee(create, await elsewhere.post('/customers', customer), 403);
  foresee(create, await client(app).post('/customers', customer), 401);
  foresee(create, await client(app, `${key}x`).post('/customers', customer), 401);

  const bulk = 'POST /customers/bulk';
  const items = (...externalIds: string[]) => ({
    customers: externalIds.map((external_id) => ({ ...customer, external_id })),
  });
  foresee(bulk, await api.post('/customers/bulk', items('b', 'c')), 201);
  foresee(bulk, await api.post('/customers/bulk', items('c', 'd')), 207);
  foresee(bulk, await api.post('/customers/bulk', items('c', 'd')), 422);
  foresee(bulk, await api.post('/customers/bulk', { ...items('c', 'd'), on_duplicate: 'update' }), 200);

  const list = 'GET /customers';
  foresee(list, await api.get('/customers?per_page=2&sort=desc&q=山田'), 200);
  foresee(list, await api.get('/customers?page=0&pages=1'), 422);
  foresee(list, await client(app).get('/customers'), 401);

  const path = `/customers/${created.body.data.customer_id}`;
  foresee('GET /customers/{customerId}', await api.get(path), 200);
  foresee('GET /customers/{customerId}', await api.get('/customers/none'), 404);
  foresee('GET /customers/{customerId}', await api.get(`${path}?fields=name`), 422);

  const change = 'PUT /customers/{customerId}';
  foresee(change, await api.put(path, { ...created.body.data, name: 'Taro', tel1: null }), 200);
  foresee(change, await api.put(path, { external_id: 'b' }), 409);
  foresee(change, await api.put(path, { project_id: projectId + 1 }), 422);
  foresee(change, await api.put('/customers/999999', {}), 404);

  const [readOne, upsert] = ['GET', 'PUT'].map((method) => `${method} /customers/by-external-id/{externalId}`);
  const byExternalId = '/customers/by-external-id/e';
  foresee(readOne ?? '', await api.get(byExternalId), 404);
  foresee(upsert ?? '', await api.put(byExternalId, { ...customer, external_id: 'e' }), 201);
  foresee(upsert ?? '', await api.put(byExternalId, { notes: 'x' }), 200);
  foresee(upsert ?? '', await api.put(byExternalId, { external_id: 'f' }), 422);
  foresee(readOne ?? '', await api.get(byExternalId), 200);

  const remove = 'DELETE /customers/{customerId}';
  foresee(remove, await reading.send('DELETE', path), 403);
  foresee(remove, await api.send('DELETE', path), 200);
  foresee(remove, await api.send('DELETE', path), 404);
});

test('the answers of the never-call list match the document', async () => {
  const { api, tenantId } = await buildTenant(app);
  const reading = client(app, (await buildKey(app, tenantId, { scopes: ['customers:read'] })).key);
  const number = '+819012345678';
  foresee('POST /blocked-numbers', await api.post('/blocked-numbers', { number }), 201);
  foresee('POST /blocked-numbers', await api.post('/blocked-numbers', { number }), 200);
  foresee('POST /blocked-numbers', await api.post('/blocked-numbers', { number: 'x' }), 422);
  foresee('GET /blocked-numbers', await api.get('/blocked-numbers'), 200);
  foresee('GET /blocked-numbers', await api.get('/blocked-numbers?number=x'), 422);
  const remove = 'DELETE /blocked-numbers/{number}';
  foresee(remove, await reading.send('DELETE', '/blocked-numbers/%2B819012345678'), 403);
  foresee(remove, await api.send('DELETE', '/blocked-numbers/%2B819012345678'), 200);
  foresee(remove, await api.send('DELETE', '/blocked-numbers/%2B819012345678'), 404);
});

test('the answers of the calls endpoints match the document', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
  const call = { phone_number: '+819012345678', staff_id, project_id: projectId, external_id: 'a', metadata: { b: 1 } };

  const initiate = 'POST /calls/initiate';
  const started = foresee(initiate, await api.post('/calls/initiate', call), 200);
  foresee(initiate, await api.post('/calls/initiate', call), 409);
  foresee(initiate, await api.post('/calls/initiate', { ...call, phone_number: 'x', staff_id: 0 }), 422);
  const path = `/calls/${started.body.data.call_id}`;
  foresee('POST /calls/{callId}/hangup', await api.post(`${path}/hangup`), 200);
  foresee('POST /calls/{callId}/hangup', await live.post(`${path}/hangup`), 404);

  const [connected] = await buildCalls(app, { tenantId, projectId }, [{ staffId: staff_id, customerId: 1 }]);
  const recording = { status: 'ready', duration_seconds: 60, size_bytes: 9, channels: 2 };
  await query(app, 'update calls set recording = $2 where call_id = $1', [decodeId('call', `${connected}`), recording]);
  foresee('POST /calls/{callId}/analyze', await api.post(`/calls/${connected}/analyze`), 200);
  foresee('POST /calls/{callId}/analyze', await api.post(`/calls/${connected}/analyze?from=end`), 422);
  const [talking] = await buildCalls(app, { tenantId, projectId }, [{ staffId: staff_id, goesOn: true }]);
  for (const verb of ['hold', 'resume', 'recording/pause', 'recording/resume']) {
    const name = `POST /calls/{callId}/${verb}`;
    foresee(name, await api.post(`/calls/${talking}/${verb}`), 200);
    foresee(name, await api.post(`/calls/${connected}/${verb}`), 409);
    foresee(name, await live.post(`/calls/${talking}/${verb}`), 404);
  }
  const annotate = 'PUT /calls/{callId}';
  const writer = client(app, (await buildKey(app, tenantId, { scopes: ['calls:initiate'] })).key);
  foresee(annotate, await api.put(path, { note: 'n', tags: ['a'], outcome: 'o', metadata: null }), 200);
  foresee(annotate, await writer.put(`/calls/${connected}`, { tags: ['a'] }), 200);
  foresee(annotate, await api.put(path, { tags: ['a', 'a'] }), 422);
  foresee(annotate, await live.put(path, {}), 404);
  const get = 'GET /calls/{callId}';
  foresee(get, await api.get(path), 200);
  foresee(get, await api.get(`/calls/${talking}`), 200);
  foresee(get, await api.get(`/calls/${connected}`), 200);
  foresee(get, await api.get('/calls/none'), 404);

  const list = 'GET /calls';
  const period = `from=${new Date().toISOString().slice(0, 10)}&to=${new Date().toISOString().slice(0, 10)}`;
  foresee(list, await api.get(`/calls?${period}&status=connected,canceled&sort=asc`), 200);
  foresee(list, await api.get('/calls?from=2020-01-01&status=completed'), 422);
});

test('the answers of the recording endpoint match the document', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const staff_id = await buildStaff(app, tenantId);
  const call = { phone_number: '+819012345678', staff_id, project_id: projectId };
  const { call_id } = (await api.post('/calls/initiate', call)).body.data;
  const ended = await until(async () => {
    const answer = await api.get(`/calls/${call_id}`);
    return answer.body.data.ended_at && answer;
  });
  foresee('GET /calls/{callId}', ended, 200);

  const name = 'GET /calls/{callId}/recording';
  const path = `/calls/${call_id}/recording`;
  const { content } = document.paths['/calls/{callId}/recording'].get.responses[200];
  const types = await Promise.all(
    ['wav', 'mp3'].map(async (format) => (await api.get(`${path}?format=${format}`)).headers.get('content-type')),
  );
  assert.deepEqual(Object.keys(content), types);
  assert.equal((await api.get(path, { range: 'bytes=0-9' })).status, 206);
  seen.push(`${name} 200`, `${name} 206`);
  const held = await api.get(path, { 'if-none-match': '*' });
  assert.deepEqual([held.status, held.text], [304, '']);
  assert.ok(document.paths['/calls/{callId}/recording'].get.responses[304]);
  foresee(name, await api.get(path, { range: 'bytes=999999999-' }), 416);
  foresee(name, await api.get(`${path}?format=ogg`), 422);
  foresee(name, await api.get('/calls/none/recording'), 404);

  const remove = 'DELETE /calls/{callId}/recording';
  const [talking] = await buildCalls(app, { tenantId, projectId }, [{ staffId: staff_id, goesOn: true }]);
  foresee(remove, await api.send('DELETE', `/calls/${talking}/recording`), 404);
  foresee(remove, await api.send('DELETE', path), 200);
  foresee(remove, await api.send('DELETE', path), 404);
});

test('the answers of the reports endpoints match the document', async () => {
  const { api, projectId, tenantId } = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const staffId = await buildStaff(app, tenantId);
  const calls = [{ staffId, staffTalkMs: 1, customerTalkMs: 2 }, { status: 'busy' as const }];
  const [talked] = await buildCalls(app, { tenantId, projectId }, calls);
  await api.put(`/calls/${talked}`, { tags: ['a'], outcome: 'o' });
  const unlicensed = (await buildTenant(app)).api;
  for (const path of ['/reports/summary', '/reports/calls', '/reports/users', '/reports/tags']) {
    foresee(`GET ${path}`, await api.get(path), 200);
    foresee(`GET ${path}`, await api.get(`${path}?from=2020-01-01&staff_id=x`), 422);
    foresee(`GET ${path}`, await unlicensed.get(path), 403);
  }
});

test('the answers of the directory match the document', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const staffId = await buildStaff(app, tenantId);
  foresee('GET /me', await api.get('/me'), 200);
  foresee('GET /me', await client(app).get('/me'), 401);
  for (const [name, id] of [['staff', staffId] as const, ['projects', projectId] as const]) {
    foresee(`GET /${name}`, await api.get(`/${name}?per_page=10`), 200);
    foresee(`GET /${name}`, await api.get(`/${name}?is_active=1`), 422);
    const one = `GET /${name}/{${name === 'staff' ? 'staffId' : 'projectId'}}`;
    foresee(one, await api.get(`/${name}/${id}`), 200);
    foresee(one, await api.get(`/${name}/0`), 404);
  }
});

test('the answers of the event stream match the document', async () => {
  const { api, key } = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const name = 'GET /events/stream';
  foresee(name, await api.get('/events/stream?types=none', { 'last-event-id': 'none' }), 422);
  foresee(name, await (await buildTenant(app)).api.get('/events/stream'), 403);
  const stream = await openedStream(app, key);
  const { content } = document.paths['/events/stream'].get.responses[200];
  assert.deepEqual(Object.keys(content), [stream.headers.get('content-type')]);
  seen.push(`${name} 200`);
  for (let i = 1; i < 10; i++) await openedStream(app, key);
  foresee(name, await api.get('/events/stream'), 429);
});

test('the answers of the webhooks endpoints match the document', async () => {
  const { api, projectId, tenantId } = await buildTenant(app, { licenses: ['open_api_advanced'] });
  const unlicensed = (await buildTenant(app)).api;
  const filters = { project_ids: [projectId], call_status: ['busy'] };
  const webhook = { url: 'https://hooks.example.com/', events: ['customer.created'], filters };

  const create = 'POST /webhooks';
  const once = { 'idempotency-key': 'w' };
  const created = foresee(create, await api.post('/webhooks', webhook, once), 201);
  foresee(create, await api.post('/webhooks', webhook, once), 201);
  foresee(create, await api.post('/webhooks', { ...webhook, url: 'http://localhost', filters: { x: 1 } }), 422);
  foresee(create, await unlicensed.post('/webhooks', webhook), 403);
  foresee('GET /webhooks', await api.get('/webhooks'), 200);
  foresee('GET /webhooks', await api.get('/webhooks?per_page=0'), 422);

  const [path, pattern] = [`/webhooks/${created.body.data.webhook_id}`, '/webhooks/{webhookId}'];
  foresee(`GET ${pattern}`, await api.get(path), 200);
  foresee(`GET ${pattern}`, await unlicensed.get(path), 403);
  foresee(`PUT ${pattern}`, await api.put(path, { ...created.body.data, label: null }), 200);
  foresee(`PUT ${pattern}`, await api.put(path, { events: [] }), 422);
  foresee(`POST ${pattern}/rotate-secret`, await api.post(`${path}/rotate-secret`), 200);
  foresee(`POST ${pattern}/test`, await api.post(`${path}/test`), 200);

  const ref = { tenantId, webhookId: created.body.data.webhook_id };
  const [delivery] = await buildDeliveries(app, ref, { status: 'failed', at: new Date(Date.now() - 60_000) });
  foresee(`GET ${pattern}/deliveries`, await api.get(`${path}/deliveries?status=failed`), 200);
  foresee(`GET ${pattern}/deliveries`, await api.get(`${path}/deliveries?status=lost`), 422);
  const retry = `POST ${pattern}/deliveries/{deliveryId}/retry`;
  foresee(retry, await api.post(`${path}/deliveries/${delivery}/retry`), 202);
  foresee(retry, await api.post(`${path}/deliveries/none/retry`), 404);
  foresee(`POST ${pattern}/replay`, await api.post(`${path}/replay`, { since: '2026-01-01', status: 'all' }), 202);
  foresee(`POST ${pattern}/replay`, await api.post(`${path}/replay`, {}), 422);

  foresee(`DELETE ${pattern}`, await api.send('DELETE', path), 200);
  foresee(`DELETE ${pattern}`, await api.send('DELETE', path), 404);
});

test('every success that the document promises was seen', () => {
  const promised = operations.flatMap(({ name, operation }) =>
    Object.keys(operation.responses).flatMap((status) => (status < '300' ? [`${name} ${status}`] : [])),
  );
  assert.deepEqual(
    promised.filter((answer) => !seen.includes(answer)),
    [],
  );
});

test('a key beyond its rate gets the 429 of the document', async () => {
  const limited = await startTestApp({ RATE_LIMIT: 1 });
  const { api } = await buildTenant(limited);
  await api.get('/customers');
  const refused = await api.get('/customers');
  assert.equal(refused.status, 429);
  assertForeseen('GET /customers', refused);
});

test('a client that already has the document does not get it again', async () => {
  const first = await client(app).get('/openapi.json');
  assert.equal(first.headers.get('cache-control'), 'no-cache');
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  const again = await client(app).get('/openapi.json', { 'if-none-match': `"other", ${etag}` });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal((await client(app).get('/openapi.json', { 'if-none-match': '"other"' })).status, 200);
});
