import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { buildKey, buildTenant, query } from '../../../test/builders.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';
import { forgetOldAnswers } from './idempotency.ts';

const app = await startTestApp();
const sibling = await startNode(app.databaseUrl);

const under = (idempotencyKey: string) => ({ 'idempotency-key': idempotencyKey });
const isReplay = ({ headers }: TestAnswer) => headers.get('idempotent-replayed');

async function countOf(table: string, tenantId: number): Promise<number> {
  const [row] = await query(app, `select count(*)::int from ${table} where tenant_id = $1`, [tenantId]);
  return row?.count;
}

/** Makes the creation of customers in a project wait in the middle of its transaction. */
async function blockProject(projectId: number): Promise<() => Promise<void>> {
  const blocker = new pg.Client({ connectionString: app.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query('select from projects where project_id = $1 for update', [projectId]);
  return () => blocker.end();
}
const waiting = () =>
  query(
    app,
    `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`,
  );
const untilOneWaits = () => until(async () => (await waiting()).length > 0);

test('the same request again gets the first answer, byte for byte, and is done once', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const send = () =>
    api.post('/customers', { project_id: projectId, name: '山田 😀', tel1: '+819012345678' }, under('a'));
  const first = await send();
  assert.equal(first.status, 201);
  assert.equal(isReplay(first), null);
  for (let i = 0; i < 3; i++) {
    const again = await send();
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    assert.equal(isReplay(again), 'true');
    assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
    assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
  }
  assert.equal(await countOf('customers', tenantId), 1);
  assert.equal(await countOf('events', tenantId), 1);
});

test('the other node gives the same answer, and a later change does not alter it', async () => {
  const { api, key, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  const first = await api.post('/customers', customer, under('a'));
  await api.put(`/customers/${first.body.data.customer_id}`, { name: 'Jiro' });
  const again = await client(sibling, key).post('/customers', customer, under('a'));
  assert.equal(again.text, first.text);
  assert.equal(isReplay(again), 'true');
});

test('bulk creation is done once too', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const body = { customers: [{ project_id: projectId, name: 'Taro' }, { project_id: projectId }] };
  const [first, again] = [
    await api.post('/customers/bulk', body, under('a')),
    await api.post('/customers/bulk', body, under('a')),
  ];
  assert.equal(first.status, 207);
  assert.equal(again.status, 207);
  assert.equal(again.text, first.text);
  assert.equal(await countOf('customers', tenantId), 1);
});

test('the same key with another body, byte for byte, or another path is 422 idempotency_key_reused', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  const first = await api.post('/customers', customer, under('a'));
  const others = [
    await api.post('/customers', { ...customer, name: 'Jiro' }, under('a')),
    await api.post('/customers', `${JSON.stringify(customer)} `, under('a')),
    await api.post('/customers/bulk', customer, under('a')),
    await api.post('/customers?x=1', customer, under('a')),
    await api.post('/customers', '{', under('a')),
    await api.post('/customers', undefined, under('a')),
  ];
  for (const answer of others) {
    assert.deepEqual(assertProblem(answer, 422, 'idempotency_key_reused'), []);
    assert.equal(isReplay(answer), null);
  }
  assert.equal((await api.post('/customers', customer, under('a'))).text, first.text);
  assert.equal(await countOf('customers', tenantId), 1);
});

test('refusals of the request itself are kept: 400, 409, 415 and 422', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const taken = { project_id: projectId, name: 'Taro', external_id: 'taken' };
  await api.post('/customers', taken);
  const refused: [status: number, body: unknown, headers?: Record<string, string>][] = [
    [400, '{'],
    [409, taken],
    [415, 'x', { 'content-type': 'text/plain' }],
    [422, { project_id: projectId, name: '' }],
  ];
  for (const [status, body, headers] of refused) {
    const first = await api.post('/customers', body, { ...headers, ...under(`kept ${status}`) });
    assert.equal(first.status, status, first.text);
    const again = await api.post('/customers', body, { ...headers, ...under(`kept ${status}`) });
    assert.equal(again.status, status);
    assert.equal(again.text, first.text);
    assert.equal(isReplay(again), 'true');
  }
  // The first answer stands, even if the request would succeed now.
  await query(app, `update customers set external_id = 'free' where tenant_id = $1`, [tenantId]);
  assert.equal((await api.post('/customers', taken, under('kept 409'))).status, 409);
  assert.equal((await api.post('/customers', taken, under('new'))).status, 201);
});

test('401 and 403 are not kept', async () => {
  const { tenantId, projectId } = await buildTenant(app);
  const { key, keyId } = await buildKey(app, tenantId, { scopes: ['customers:read'] });
  const send = (with_: string) =>
    client(app, with_).post('/customers', { project_id: projectId, name: 'Taro' }, under('a'));
  assertProblem(await send(key), 403, 'insufficient_scope');
  assertProblem(await send('nonsense'), 401, 'invalid_api_key');
  await query(app, `update api_keys set scopes = '{customers:write}' where key_id = $1`, [keyId]);
  const answer = await until(async () => {
    const answer = await send(key);
    return answer.status !== 403 && answer;
  });
  assert.equal((answer as TestAnswer).status, 201);
  assert.equal(isReplay(answer as TestAnswer), null);
});

test('429 is not kept', async () => {
  const limited = await startNode(app.databaseUrl, { RATE_LIMIT: 1 });
  const { api, key, tenantId, projectId } = await buildTenant(limited);
  await api.get('/customers');
  const send = (node: { address: string }) =>
    client(node, key).post('/customers', { project_id: projectId, name: 'Taro' }, under('a'));
  assertProblem(await send(limited), 429, 'rate_limited');
  assert.equal(await countOf('kept_answers', tenantId), 0);
  const answer = await send(app);
  assert.equal(answer.status, 201);
  assert.equal(isReplay(answer), null);
});

test('a failure of the server is not kept', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const send = () => api.post('/customers', { project_id: projectId, name: 'Taro' }, under('a'));
  await query(app, 'alter table events rename to hidden');
  assertProblem(await send(), 500, 'internal_error');
  await query(app, 'alter table hidden rename to events');
  assert.equal(await countOf('kept_answers', tenantId), 0);
  assert.equal(await countOf('customers', tenantId), 0);
  const answer = await send();
  assert.equal(answer.status, 201, answer.text);
  assert.equal(isReplay(answer), null);
});

test('each API key has idempotency keys of its own, also within a tenant', async () => {
  const one = await buildTenant(app);
  const two = await buildTenant(app);
  const sister = client(app, (await buildKey(app, one.tenantId)).key);
  const first = await one.api.post('/customers', { project_id: one.projectId, name: 'Taro' }, under('shared'));
  const second = await sister.post('/customers', { project_id: one.projectId, name: 'Taro' }, under('shared'));
  const third = await two.api.post('/customers', { project_id: two.projectId, name: 'Hanako' }, under('shared'));
  for (const answer of [first, second, third]) {
    assert.equal(answer.status, 201, answer.text);
    assert.equal(isReplay(answer), null);
  }
  assert.equal(await countOf('customers', one.tenantId), 2);
  assert.equal(await countOf('customers', two.tenantId), 1);
  const again = await two.api.post('/customers', { project_id: two.projectId, name: 'Hanako' }, under('shared'));
  assert.equal(again.text, third.text);
});

test('twenty equal requests at once on two nodes make one customer', async () => {
  const { key, tenantId, projectId } = await buildTenant(app);
  const send = (i: number) =>
    client(i % 2 ? app : sibling, key).post('/customers', { project_id: projectId, name: 'Taro' }, under('storm'));
  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)));
  const created = answers.filter(({ status }) => status === 201);
  assert.equal(created.filter((answer) => isReplay(answer) === null).length, 1);
  assert.equal(new Set(created.map(({ text }) => text)).size, 1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    assertProblem(answer, 409, 'idempotency_in_progress');
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  }
  assert.equal(await countOf('customers', tenantId), 1);
  assert.equal((await send(0)).text, created[0]?.text);
});

test('many concurrent requests with two different bodies never do anything twice', async () => {
  const { key, tenantId, projectId } = await buildTenant(app);
  for (let round = 0; round < 10; round++) {
    const send = (i: number) =>
      client(i % 2 ? app : sibling, key).post(
        '/customers',
        { project_id: projectId, name: i % 3 ? 'A' : 'B' },
        under(`${round}`),
      );
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => send(i)));
    assert.ok(answers.every(({ status }) => [201, 409, 422].includes(status)));
    assert.equal(await countOf('customers', tenantId), round + 1);
  }
});

test('while the first request is being handled the same key is 409 idempotency_in_progress, on every node', async () => {
  const { api, key, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  const release = await blockProject(projectId);
  const first = api.post('/customers', customer, under('slow'));
  await untilOneWaits();
  for (const node of [app, sibling]) {
    const answer = await client(node, key).post('/customers', customer, under('slow'));
    assertProblem(answer, 409, 'idempotency_in_progress');
    assert.equal(answer.headers.get('retry-after'), '1');
    assertProblem(await client(node, key).post('/customers', {}, under('slow')), 409, 'idempotency_in_progress');
  }
  await release();
  const answer = await first;
  assert.equal(answer.status, 201);
  assert.equal((await api.post('/customers', customer, under('slow'))).text, answer.text);
});

test('a request that is killed before it commits leaves nothing, not even its key', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const send = () => api.post('/customers', { project_id: projectId, name: 'Taro' }, under('killed'));
  const release = await blockProject(projectId);
  const first = send();
  await untilOneWaits();
  for (const { pid } of await waiting()) await query(app, 'select pg_terminate_backend($1)', [pid]);
  assertProblem(await first, 503, 'unavailable');
  await release();
  for (const table of ['customers', 'events', 'kept_answers']) assert.equal(await countOf(table, tenantId), 0, table);
  const again = await send();
  assert.equal(again.status, 201, again.text);
  assert.equal(isReplay(again), null);
  assert.equal(await countOf('customers', tenantId), 1);
});

test('an answer is kept for 24 hours, and then the key is new', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const send = (name: string) => api.post('/customers', { project_id: projectId, name }, under('old'));
  const first = await send('Taro');
  const age = (interval: string) =>
    query(app, `update kept_answers set created_at = now() - $2::interval where tenant_id = $1`, [tenantId, interval]);
  await age('23 hours 59 minutes');
  assert.equal((await send('Taro')).text, first.text);
  assertProblem(await send('Jiro'), 422, 'idempotency_key_reused');
  await age('24 hours 1 second');
  const second = await send('Jiro');
  assert.equal(second.status, 201, second.text);
  assert.equal(isReplay(second), null);
  assert.equal((await send('Jiro')).text, second.text);
});

test('old answers are forgotten, and no others', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  for (const key of ['old', 'new']) await api.post('/customers', { project_id: projectId, name: 'Taro' }, under(key));
  const sql = `update kept_answers set created_at = now() - interval '25 hours' where tenant_id = $1 and idempotency_key = 'old'`;
  await query(app, sql, [tenantId]);
  await forgetOldAnswers(app.db);
  const kept = await query(app, 'select idempotency_key from kept_answers where tenant_id = $1', [tenantId]);
  assert.deepEqual(kept, [{ idempotency_key: 'new' }]);
});

test('a key has 1 to 255 characters; any other is reported among the faults', async () => {
  const { api, projectId } = await buildTenant(app);
  const customer = { project_id: projectId, name: 'Taro' };
  for (const key of ['x', 'x'.repeat(255), 'with spaces, "quotes" and/or ;', 'é'.repeat(255)]) {
    assert.equal((await api.post('/customers', customer, under(key))).status, 201, key);
    assert.equal(isReplay(await api.post('/customers', customer, under(key))), 'true', key);
  }
  // `fetch` takes one character for each byte.
  const utf8 = (key: string) => Buffer.from(key).toString('latin1');
  for (const key of ['注文-1', 'あ', '😀'.repeat(255)]) {
    assert.equal((await api.post('/customers', customer, under(utf8(key)))).status, 201, key);
    assert.equal(isReplay(await api.post('/customers', customer, under(utf8(key)))), 'true', key);
  }
  for (const key of ['', '   ', 'x'.repeat(256), utf8('あ'.repeat(256))]) {
    const [fault] = assertProblem(await api.post('/customers', customer, under(key)), 422, 'validation_failed');
    assert.deepEqual([fault?.field, fault?.code], ['Idempotency-Key', 'invalid_format']);
    const faults = assertProblem(await api.post('/customers', {}, under(key)), 422, 'validation_failed');
    assert.deepEqual(
      faults.map(({ field }) => field),
      ['Idempotency-Key', 'project_id', 'name'],
    );
  }
});

test('only a POST takes an Idempotency-Key', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  const { customer_id } = (await api.post('/customers', { project_id: projectId, name: 'Taro' })).body.data;
  for (const name of ['Jiro', 'Saburo']) {
    const answer = await api.put(`/customers/${customer_id}`, { name }, under('a'));
    assert.equal(answer.body.data.name, name);
    assert.equal(isReplay(answer), null);
  }
  assert.equal((await api.put(`/customers/${customer_id}`, {}, under('x'.repeat(256)))).status, 200);
  assert.equal((await api.get('/customers', under('a'))).status, 200);
  assert.equal(await countOf('kept_answers', tenantId), 0);
});

test('without a key nothing is kept and every request is done', async () => {
  const { api, tenantId, projectId } = await buildTenant(app);
  for (let i = 0; i < 2; i++) await api.post('/customers', { project_id: projectId, name: 'Taro' });
  assert.equal(await countOf('customers', tenantId), 2);
  assert.equal(await countOf('kept_answers', tenantId), 0);
});
