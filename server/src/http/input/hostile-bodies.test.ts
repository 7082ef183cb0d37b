import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, buildAdministrator, logIn, testPassword } from '../../../test/browser.ts';
import { buildTenant, query } from '../../../test/builders.ts';
import { openConnection, requestHead } from '../../../test/raw-http.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';

// Bodies made to cost more than they should. `npm run bench -- attacks` measures their cost.

const app = await startTestApp({ RATE_LIMIT: 0 });
// Started before the tests, which keep this process too busy to connect in time.
const limited = await startNode(app.databaseUrl, { RATE_LIMIT: 100 });
const { api, projectId, key } = await buildTenant(app);
const KiB = 1024;
const customer = { project_id: projectId, name: 'Taro' };
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join()}}`;
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const assertSmall = ({ text }: TestAnswer) =>
  assert.ok(Buffer.byteLength(text) <= 256 * KiB, `${text.length} characters`);

// Cost

/** The least of several runs: CPU milliseconds of this process, including the client. */
async function cost(path: string, text: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 4; i++) {
    const before = process.cpuUsage();
    assertSmall(await api.post(path, text));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

test('hundreds of thousands of keys, objects or unknown names cost little more than as many bytes of text', async () => {
  const unknown = (i: number) => `{${Array.from({ length: 60 }, (_, j) => `"${'n'.repeat(54)}${i}-${j}":0`).join()}}`;
  const bodies = {
    '/customers/bulk': [
      `{"customers":[{"project_id":${projectId},"name":"a","custom_fields":${keys(350_000)}}]}`,
      `{"customers":[${Array.from({ length: 500 }, (_, i) => unknown(i)).join()}]}`,
    ],
    '/customers': [keys(92_000), `{"custom_fields":{"a":[${'{},'.repeat(340_000)}0]}}`],
    '/calls/initiate': [keys(92_000)],
  };
  for (const [path, texts] of Object.entries(bodies))
    for (const text of texts) {
      const [hostile, harmless] = [await cost(path, text), await cost(path, `{"x":"${'x'.repeat(text.length - 8)}"}`)];
      const message = `${path} ${text.slice(0, 40)}: ${hostile} ms, and ${harmless} ms for a text of that length`;
      assert.ok(hostile < 12 * harmless, message);
    }
});

// Answers

test('a far too large object is refused with that fault only, in single requests and in bulk', async () => {
  const large = keys(90_000);
  assert.deepEqual(faultsOf(await api.post('/customers', `{"custom_fields":${large},"name":"a"}`)).sort(), [
    'custom_fields too_large',
    'project_id required',
  ]);
  assert.deepEqual(faultsOf(await api.post('/customers', `{"project_id":${projectId},"name":${large}}`)), [
    'name invalid_type',
  ]);
  const call = `{"phone_number":"+819012345678","staff_id":1,"project_id":${projectId},"metadata":${large}}`;
  assert.ok(faultsOf(await api.post('/calls/initiate', call)).includes('metadata too_large'));
  const item = `{"project_id":${projectId},"name":"a","custom_fields":${large}}`;
  const bulk = await api.post('/customers/bulk', `{"customers":[${item},${JSON.stringify(customer)}]}`);
  assert.equal(bulk.status, 207, bulk.text);
  const [refused, created] = bulk.body.data.results;
  assert.deepEqual(
    refused.error.details.map(({ field, code }: Record<string, string>) => `${field} ${code}`),
    ['customers[0].custom_fields too_large'],
  );
  assert.equal(created.status, 'created');
});

test('a name that is repeated hundreds of times is refused, and nothing of it is stored', async () => {
  const repeated = `{"project_id":${projectId},${'"name":"a",'.repeat(300)}"notes":"b"}`;
  assert.deepEqual(faultsOf(await api.post('/customers', repeated)), ['body too_many']);
  const inFields = `{"project_id":${projectId},"name":"a","custom_fields":{${'"a":0,'.repeat(20_000)}"b":1}}`;
  assert.deepEqual(faultsOf(await api.post('/customers', inFields)), ['custom_fields too_large']);
});

test('one fault in each of 500 items is reported for each of them', async () => {
  const customers = Array.from({ length: 500 }, (_, i) => ({ project_id: projectId, nmae: `${i}`, name: `${i}` }));
  const details = assertProblem(await api.post('/customers/bulk', { customers }), 422, 'validation_failed');
  assert.deepEqual(
    details.map(({ field, nearest }) => [field, nearest]),
    customers.map((_, i) => [`customers[${i}].nmae`, 'name']),
  );
});

test('with more faults than fit into an answer, each item reports some, and how many were omitted', async () => {
  const names = Array.from({ length: 60 }, (_, j) => [`${'n'.repeat(58)}${j + 10}`, 0]);
  const bad = { ...customer, ...Object.fromEntries(names) };
  const none = await api.post('/customers/bulk', { customers: Array(500).fill(bad) });
  assertSmall(none);
  const details = assertProblem(none, 422, 'validation_failed');
  const items = new Set(details.map(({ field }) => /^customers\[\d+\]/.exec(`${field}`)?.[0]));
  assert.equal(items.size, 500);
  assert.ok(details.some(({ code, message }) => code === 'more_faults' && /\d+ more faults/.test(`${message}`)));

  const some = await api.post('/customers/bulk', { customers: [customer, ...Array(499).fill(bad)] });
  assertSmall(some);
  assert.equal(some.status, 207);
  const { results, created, failed } = some.body.data;
  assert.deepEqual([created, failed, results.length], [1, 499, 500]);
  for (const { error } of results.slice(1)) {
    assert.equal(error.code, 'validation_failed');
    assert.equal(error.details.at(-1).code, 'more_faults');
  }
});

test('a few items report all their faults if others have none', async () => {
  const names = Array.from({ length: 40 }, (_, j) => [`x${j}`, 0]);
  const bad = { ...customer, ...Object.fromEntries(names) };
  const answer = await api.post('/customers/bulk', { customers: [bad, ...Array(20).fill(customer), bad] });
  const { results } = answer.body.data;
  assert.deepEqual([results[0].error.details.length, results[21].error.details.length], [40, 40]);
});

test('long paths and long values make no long answer', async () => {
  const nested = (name: string) => {
    let text = '"\\u0000"';
    for (let depth = 0; depth < 60; depth++) text = `{"${name}${depth}":${text}}`;
    return text;
  };
  const paths = Array.from({ length: 5 }, (_, i) => `"${i}":${nested('深'.repeat(60))}`).join();
  assertSmall(await api.post('/customers', `{"custom_fields":{${paths}}}`));
  const items = Array.from({ length: 100 }, () => `{"name":"a","custom_fields":{"a":${nested('深'.repeat(60))}}}`);
  assertSmall(await api.post('/customers/bulk', `{"customers":[${items.join()}]}`));
  const mixed = await api.post('/customers/bulk', `{"customers":[${JSON.stringify(customer)},${items.join()}]}`);
  assert.equal(mixed.status, 207);
  assertSmall(mixed);
  const long = await api.post('/customers/bulk', { customers: [customer, { external_id: 'x'.repeat(1_000_000) }] });
  assertSmall(long);
  assert.equal(long.body.data.results[1].external_id, null);
});

test('a bulk of 4 MiB is created as a whole, with all that it holds', async () => {
  const custom_fields = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`key ${i}`, i]));
  const customers = Array.from({ length: 500 }, (_, i) => ({ ...customer, external_id: `whole-${i}`, custom_fields }));
  const answer = await api.post('/customers/bulk', { customers });
  assert.equal(answer.status, 201, answer.text.slice(0, 1_000));
  const { customer_id } = answer.body.data.results[499];
  assert.deepEqual((await api.get(`/customers/${customer_id}`)).body.data.custom_fields, custom_fields);
});

test('free-form fields are stored and answered unchanged, with any texts beside them', async () => {
  const tricky = {
    ...{ ...customer, notes: '"custom_fields":0 \\"custom_fields\\":0', company_name: '$& $1' },
    custom_fields: { '"custom_fields":0': '$&', list: [null, { a: "$'" }] },
  };
  const answer = await api.post('/customers/bulk', { customers: [customer, tricky] });
  assert.equal(answer.status, 201, answer.text);
  const { customer_id } = answer.body.data.results[1];
  const { data: kept } = (await api.get(`/customers/${customer_id}`)).body;
  const sql = `select data from events where (data ->> 'customer_id')::int8 = $1`;
  for (const found of [kept, ...(await query(app, sql, [customer_id])).map(({ data }) => data)])
    assert.deepEqual(
      [found.notes, found.company_name, found.custom_fields],
      [tricky.notes, tricky.company_name, tricky.custom_fields],
    );
});

// Their senders have to wait

const remaining = (answer: TestAnswer) => Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);

test('a refused body counts as a request per 16 KiB, and its sender must soon wait', async () => {
  const sender = await buildTenant(limited);
  const refused = () => sender.api.post('/customers', `{"name":"${'x'.repeat(512 * KiB)}"}`);
  const first = await refused();
  assertProblem(first, 422, 'validation_failed');
  assert.equal(remaining(first), 100 - 1 - 32);
  for (let i = 0; i < 3; i++) assertProblem(await refused(), 422, 'validation_failed');
  const answer = await refused();
  assertProblem(answer, 429, 'rate_limited');
  assert.equal(remaining(answer), 0);
  const wait = Number(answer.headers.get('retry-after'));
  assert.ok(wait > 0 && wait <= 61, `${wait}`);
  assertProblem(await sender.api.get('/customers'), 429, 'rate_limited');
  assert.equal((await (await buildTenant(limited)).api.get('/customers')).status, 200, 'nobody else waits');
});

test('small refusals and large bodies that are taken count once', async () => {
  const sender = await buildTenant(limited);
  assertProblem(await sender.api.post('/customers', {}), 422, 'validation_failed');
  const large = JSON.stringify({ project_id: sender.projectId, name: 'Taro' }).padEnd(900 * KiB);
  const taken = await sender.api.post('/customers', large);
  assert.equal(taken.status, 201);
  assert.equal(remaining(taken), 98);
});

test('the refused part of a bulk request counts', async () => {
  const sender = await buildTenant(limited);
  const good = { project_id: sender.projectId, name: 'Taro', notes: 'x'.repeat(9_000) };
  const bulk = async (customers: object[]) => remaining(await sender.api.post('/customers/bulk', { customers }));
  assert.equal(await bulk(Array(50).fill(good)), 99);
  // 450 kB, half of it refused.
  const half = await bulk([...Array(25).fill(good), ...Array(25).fill({ ...good, project_id: -1 })]);
  assert.ok(half <= 98 - 13 && half >= 98 - 15, `${half}`);
});

test('the cost of a refused body counts on every node', async () => {
  const sibling = await startNode(app.databaseUrl, { RATE_LIMIT: 10_000 });
  const sender = await buildTenant(limited);
  for (let i = 0; i < 4; i++) await sender.api.post('/customers', `{"name":"${'x'.repeat(512 * KiB)}"}`);
  const elsewhere = client(sibling, sender.key);
  let asked = 0;
  await until(async () => {
    asked++;
    return 10_000 - remaining(await elsewhere.get('/customers')) >= asked + 100;
  });
});

test('a refused body is dropped slowly, its answer comes first, and the connection serves the next request', async () => {
  const connection = await openConnection(app);
  const size = 2 * 1024 * KiB;
  connection.write(
    requestHead(key, 'POST /api/v1/customers', 'Content-Type: application/json', `Content-Length: ${size}`),
  );
  connection.write('x'.repeat(64 * KiB));
  assertProblem(await connection.answer(), 413, 'payload_too_large');
  const answered = performance.now();
  connection.write('x'.repeat(size - 64 * KiB));
  connection.write(requestHead(key, 'GET /api/v1/customers'));
  assert.equal((await connection.answer()).status, 200);
  // Never faster than 64 KiB every 20 ms.
  assert.ok(performance.now() - answered > 300);
});

// Requests without a session

test('the body of a log-in has 8 KiB at most, and a larger one is not counted as an attempt', async () => {
  const large = await browser(app).post('/session', JSON.stringify({ email: 'a@b', password: 'x' }).padEnd(9 * KiB));
  assertProblem(large, 413, 'payload_too_large');
  assert.match(large.body.error.message, /8 KiB/);
  assert.deepEqual(await query(app, 'select from log_in_attempts'), []);
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const page = await logIn(app, email);
  const escaped = `{"current_password":"${'\\ud83d\\ude00'.repeat(200)}","new_password":"${'\\ud83d\\ude00'.repeat(200)}"}`;
  assert.deepEqual(faultsOf(await page.put('/session/password', escaped)), ['current_password wrong_password']);
  assertProblem(await page.put('/session/password', escaped.padEnd(9 * KiB)), 413, 'payload_too_large');
  assertProblem(await page.post('/keys', '{}'.padEnd(65 * KiB)), 413, 'payload_too_large');
});

test('after fifty bodies from one place that are no log-in the next is 429, and people there sign in as before', async () => {
  const proxied = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.1'] });
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const from = (address: string, body: unknown) =>
    browser(proxied).post('/session', body, { 'x-forwarded-for': address });
  for (let i = 0; i < 49; i++) assertProblem(await from('192.0.2.50', { email }), 422, 'validation_failed');
  assertProblem(await from('192.0.2.50', '{'), 400, 'malformed_json');
  const refused = await from('192.0.2.50', { email });
  assertProblem(refused, 429, 'rate_limited');
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait > 800 && wait <= 900, `${wait}`);
  assertProblem(await from('192.0.2.50', '{'), 429, 'rate_limited');
  assertProblem(await from('192.0.2.51', '{'), 400, 'malformed_json');
  assert.equal((await from('192.0.2.50', { email, password: testPassword })).status, 200);
});

test('a flood of log-ins that are refused hardly reaches the database, and ends with its reason', async () => {
  const proxied = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.1'] });
  const { email } = await buildAdministrator(app, (await buildTenant(app)).tenantId);
  const from = (address: string, body: unknown) =>
    browser(proxied).post('/session', body, { 'x-forwarded-for': address });
  const right = { email, password: testPassword };
  const attemptsMade = async () => {
    const [row] = await query(app, `select last_value::int from log_in_attempts_attempt_id_seq`);
    return row?.last_value;
  };
  const floods = {
    'bodies that are no log-in': ['unreadable 192.0.2.60', '192.0.2.60', () => '{'],
    'log-ins of anybody': ['192.0.2.61', '192.0.2.61', (i: number) => ({ email: `${i}@example.com`, password: 'x' })],
  } as const;
  for (const [name, [network, address, body]] of Object.entries(floods)) {
    const sql = `
      insert into log_in_attempts (subject_hash, network) select sha256(n::text::bytea), $1 from generate_series(1, 50) n`;
    await query(app, sql, [network]);
    const [before, started] = [await attemptsMade(), performance.now()];
    for (let i = 0; i < 20; i++)
      for (const answer of await Promise.all(Array.from({ length: 20 }, (_, j) => from(address, body(20 * i + j))))) {
        assertProblem(answer, 429, 'rate_limited');
        assert.ok(Number(answer.headers.get('retry-after')) > 800);
      }
    const seconds = Math.ceil((performance.now() - started) / 1_000) + 1;
    const made = (await attemptsMade()) - before;
    // 20 in each second, and as many as were in progress by then.
    assert.ok(made <= 40 * seconds, `${name}: ${made} in ${seconds} s`);

    assert.equal((await from('192.0.2.62', right)).status, 200, 'other places sign in');
    await query(app, 'delete from log_in_attempts where network = $1', [network]);
    await until(async () => (await from(address, right)).status === 200);
  }
});
