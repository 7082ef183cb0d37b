import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { buildTenant, query } from '../../../test/builders.ts';
import { startCustomApp } from '../../../test/custom-app.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../../test/test-app.ts';
import { CustomerFilters, NewCustomer } from '../../customers/schema.ts';
import { ok, writeOperation } from '../operation.ts';
import { readBody } from './read-input.ts';

const app = await startTestApp({ RATE_LIMIT: 0 }); // Refused bodies count as many requests.
const { api, projectId } = await buildTenant(app);
const customer = { project_id: projectId, name: 'Taro' };

/** The faults of a 422 as `field code`. */
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);
const create = (fields: object) => api.post('/customers', { ...customer, ...fields });
/** For JSON that JSON.stringify cannot write. */
const createRaw = (members: string) => api.post('/customers', `{"project_id":${projectId},"name":"Taro",${members}}`);

test('all faults are reported at once, each with its field, a code and a sentence', async () => {
  const body = {
    project_id: '1',
    nam: 'x',
    tel1: 'abc',
    email: 'nobody',
    notes: 5,
    custom_fields: [],
    external_id: '',
  };
  const answer = await api.post('/customers?dry_run=true', body);
  assert.deepEqual(faultsOf(answer).sort(), [
    'custom_fields invalid_type',
    'dry_run unknown_field',
    'email invalid_format',
    'external_id too_short',
    'nam unknown_field',
    'name required',
    'notes invalid_type',
    'project_id invalid_type',
    'tel1 invalid_format',
  ]);
  for (const { field, message } of answer.body.error.details) {
    assert.ok(message.includes(field), message);
    assert.match(message, /[.?]$/);
  }
});

test('an unknown field is refused with the nearest known one, and without where none is near', async () => {
  const details = assertProblem(await create({ emial: 'a@b', zzzzzzzz: 1 }), 422, 'validation_failed');
  assert.deepEqual(details, [
    {
      field: 'emial',
      code: 'unknown_field',
      message: 'Unknown field "emial". Did you mean "email"?',
      nearest: 'email',
    },
    { field: 'zzzzzzzz', code: 'unknown_field', message: 'Unknown field "zzzzzzzz". Remove it.' },
  ]);
});

test('an unknown query parameter is refused everywhere, with the nearest known one', async () => {
  const [detail] = assertProblem(await api.get('/customers?pag=2'), 422, 'validation_failed');
  assert.deepEqual([detail?.field, detail?.code, detail?.nearest], ['pag', 'unknown_field', 'page']);
  const { customer_id } = (await create({})).body.data;
  assert.deepEqual(faultsOf(await api.get(`/customers/${customer_id}?page=1`)), ['page unknown_field']);
  assert.deepEqual(faultsOf(await api.put(`/customers/${customer_id}?x`, {})), ['x unknown_field']);
  assert.deepEqual(faultsOf(await api.post('/customers/bulk?x=1', { customers: [customer] })), ['x unknown_field']);
  assert.deepEqual(faultsOf(await api.get('/customers?constructor=1&__proto__=2')).sort(), [
    '__proto__ unknown_field',
    'constructor unknown_field',
  ]);
});

test('a query parameter that is given twice is refused', async () => {
  assert.deepEqual(faultsOf(await api.get('/customers?page=1&page=1')), ['page repeated']);
  assert.deepEqual(faultsOf(await api.get('/customers?external_id=a&external_id=b&q=x&q=y')).sort(), [
    'external_id repeated',
    'q repeated',
  ]);
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(faultsOf(await api.get(`/calls?from=${today}&to=${today}&to=${today}`)), ['to repeated']);
});

test('types are strict: "1" is not a number, 1 is not a text, and null is not converted', async () => {
  assert.deepEqual(faultsOf(await create({ project_id: `${projectId}` })), ['project_id invalid_type']);
  assert.deepEqual(faultsOf(await create({ project_id: true })), ['project_id invalid_type']);
  assert.deepEqual(faultsOf(await create({ project_id: 1.5 })), ['project_id invalid_type']);
  assert.deepEqual(faultsOf(await create({ project_id: null })), ['project_id invalid_type']);
  assert.deepEqual(faultsOf(await create({ name: 1 })), ['name invalid_type']);
  assert.deepEqual(faultsOf(await create({ name: null })), ['name invalid_type']);
  assert.deepEqual(faultsOf(await create({ name: ['Taro'] })), ['name invalid_type']);
  assert.deepEqual(faultsOf(await create({ custom_fields: 'x' })), ['custom_fields invalid_type']);
  assert.equal((await createRaw('"notes":null')).status, 201);
  assert.equal((await createRaw(`"project_id":${projectId}.0`)).status, 201);
});

test('numbers that are too large to store are refused', async () => {
  for (const number of ['9'.repeat(17), '9'.repeat(400), '-1', `-${'9'.repeat(400)}`])
    assert.deepEqual(faultsOf(await api.get(`/customers?page=${number}`)), ['page out_of_range']);
  assert.deepEqual(faultsOf(await create({ project_id: 2 ** 53 })), ['project_id out_of_range']);
  assert.deepEqual(faultsOf(await create({ project_id: 0 })), ['project_id out_of_range']);
  assert.deepEqual(faultsOf(await create({ project_id: -5 })), ['project_id out_of_range']);
  assert.deepEqual(faultsOf(await createRaw('"project_id":1e400')), ['project_id out_of_range']);
  assert.deepEqual(faultsOf(await createRaw(`"project_id":${'9'.repeat(100_000)}`)), ['project_id out_of_range']);
  assert.deepEqual(faultsOf(await createRaw('"custom_fields":{"a":[1,-1e400]}')), ['custom_fields.a[1] out_of_range']);
});

test('NUL and half a surrogate pair are refused anywhere, in values and in names', async () => {
  for (const broken of ['\\u0000', '\\ud800', '\\udc00', 'a\\udc00\\ud800b']) {
    assert.deepEqual(faultsOf(await createRaw(`"notes":"a${broken}"`)), ['notes invalid_characters']);
    assert.deepEqual(faultsOf(await createRaw(`"external_id":"${broken}b"`)), ['external_id invalid_characters']);
    assert.deepEqual(faultsOf(await createRaw(`"custom_fields":{"a":{"b":["${broken}"]}}`)), [
      'custom_fields.a.b[0] invalid_characters',
    ]);
    assert.equal(faultsOf(await createRaw(`"custom_fields":{"${broken}":1}`)).length, 1);
    assert.equal(faultsOf(await createRaw(`"custom_fields":{"a":[{"${broken}":{}}]}`)).length, 1);
    assert.equal(faultsOf(await createRaw(`"${broken}":1`)).length, 1);
  }
  assert.deepEqual(faultsOf(await api.get('/customers?q=a%00b')), ['q invalid_characters']);
  assert.deepEqual(faultsOf(await api.get('/customers?external_id=%00')), ['external_id invalid_characters']);
  for (const broken of ['%ed%a0%80', '%ff', '%c0%af', '%', '%zz', 'a%e3%81'])
    assert.deepEqual(faultsOf(await api.get(`/customers?q=${broken}`)), ['q invalid_characters']);
  assert.deepEqual(faultsOf(await api.get('/customers?%ff=1')), ['\ufffd unknown_field']);
  const { customer_id } = (await create({})).body.data;
  assert.deepEqual(faultsOf(await api.put(`/customers/${customer_id}`, '{"name":"a\\u0000"}')), [
    'name invalid_characters',
  ]);
});

test('a whole surrogate pair is a character like any other', async () => {
  const answer = await createRaw('"notes":"\\ud83d\\ude00","custom_fields":{"\\ud83d\\ude00":"😀"}');
  assert.equal(answer.body.data.notes, '😀');
  assert.deepEqual(answer.body.data.custom_fields, { '😀': '😀' });
});

test('NUL and half a surrogate pair are refused in ignored fields too', async () => {
  for (const broken of ['"\\u0000"', '"\\ud800"', '["a",{"b":"\\udc00"}]', '{"\\u0000":1}'])
    for (const name of ['customer_id', 'created_at', 'updated_at']) {
      const [fault = '', ...others] = faultsOf(await createRaw(`"${name}":${broken}`));
      assert.match(fault, new RegExp(`^${name}.* invalid_characters$`, 's'));
      assert.deepEqual(others, []);
      const item = `{"project_id":${projectId},"name":"Taro","${name}":${broken}}`;
      const inBulk = await api.post('/customers/bulk', `{"customers":[${item},${JSON.stringify(customer)}]}`);
      assert.equal(inBulk.body.data.results[0].error.details[0].field, `customers[0].${fault.split(' ')[0]}`);
    }
});

test('in bulk a NUL or an endless nesting harms only its own item', async () => {
  const deep = `{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
  const items = [
    '{}',
    '{"external_id":"x\\u0000"}',
    '{"external_id":"\\ud800"}',
    `{"custom_fields":${deep}}`,
    '[[[[]]]]',
    'null',
  ];
  const customers = items.map((item) =>
    item.replace(/^\{/, `{"project_id":${projectId},"name":"Taro",`).replace(',}', '}'),
  );
  const answer = await api.post('/customers/bulk', `{"customers":[${customers.join()}]}`);
  assert.equal(answer.status, 207, answer.text);
  const results: { status: string; error: { details: { field: string; code: string }[] } | null }[] =
    answer.body.data.results;
  assert.deepEqual(
    results.map(({ error }) => error?.details.map(({ field, code }) => `${field} ${code}`).join()),
    [
      undefined,
      'customers[1].external_id invalid_characters',
      'customers[2].external_id invalid_characters',
      `customers[3].custom_fields.a${'[0]'.repeat(63)} too_deep`,
      'customers[4] invalid_type',
      'customers[5] invalid_type',
    ],
  );
});

test('nesting is taken 64 levels deep and refused beyond, however deep it is', async () => {
  const nested = (levels: number) => `"custom_fields":{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  assert.equal((await createRaw(nested(64))).status, 201);
  for (const levels of [65, 1_000, 500_000]) {
    const [fault, ...others] = faultsOf(await createRaw(nested(levels)));
    assert.match(`${fault}`, / too_deep$/);
    assert.ok(
      others.every((other) => other === 'custom_fields too_large'),
      `${others}`,
    );
  }
  const objects = `"custom_fields":${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`;
  assert.match(`${faultsOf(await createRaw(objects))[0]}`, / too_deep$/);
});

test('a nesting of two million levels is refused cheaply', async () => {
  const deep = '['.repeat(2_000_000) + ']'.repeat(2_000_000);
  const started = process.cpuUsage();
  const answer = await api.post('/customers/bulk', `{"customers":[${JSON.stringify(customer)},{"notes":${deep}}]}`);
  const { user, system } = process.cpuUsage(started);
  assert.equal(answer.status, 207, answer.text.slice(0, 1_000));
  assert.deepEqual(answer.body.data.results[1].error.details.map(({ code }: { code: string }) => code).sort(), [
    'invalid_type',
    'required',
    'required',
  ]);
  assert.ok(user + system < 500_000, `${user + system} µs`);
});

test('brackets in text are not nesting, and a broken body stays broken after the cut', async () => {
  const text = JSON.stringify(`${'['.repeat(1_000)}"\\"${'{'.repeat(1_000)}\\`);
  const kept = await createRaw(`"custom_fields":{"a":${text},${text}:[${text}],"b":[]}`);
  assert.equal(kept.status, 201, kept.text);
  assert.deepEqual(kept.body.data.custom_fields, JSON.parse(`{"a":${text},${text}:[${text}],"b":[]}`));
  const nested = (inner: string) => `"notes":${'['.repeat(300)}${inner}${']'.repeat(300)}`;
  assert.deepEqual(faultsOf(await createRaw(nested('"]"'))), ['notes invalid_type']);
  for (const broken of ['[', ']', '"', '"\\"', '{}}'])
    assertProblem(await createRaw(nested(broken)), 400, 'malformed_json');
  assertProblem(await api.post('/customers', `{"a":${'['.repeat(300)}`), 400, 'malformed_json');
});

// Every fault once

const wrongValues = [
  '""',
  '" "',
  '"x"',
  '"@"',
  `"${'x'.repeat(20_000)}"`,
  `"${'😀'.repeat(300)}"`,
  '"\\u0000"',
  '"\\ud800"',
  `"${'\\u0000'.repeat(20_000)}"`,
  '0',
  '-1',
  '1.5',
  '9007199254740992',
  '1e400',
  '-1e400',
  'true',
  'null',
  '[]',
  '{}',
  '["\\u0000"]',
  '{"a":"\\u0000"}',
  '{"a":1e400}',
  '["@",1e400]',
  `{"a":"${'x'.repeat(20_000)}"}`,
  `{"a":"${'x'.repeat(20_000)}\\u0000"}`,
  `${'['.repeat(100)}${']'.repeat(100)}`,
];

test('each fault of a field is reported once, in a sentence that says what to do', async () => {
  const { customer_id } = (await create({})).body.data;
  for (const name of [...Object.keys(NewCustomer.properties), 'kana', 'customer_id', 'unknown']) {
    const place = name === 'kana' ? 'name_kana' : name;
    const members = wrongValues.map((wrong) => `"${name}":${wrong}`);
    // The last of two members with one name counts.
    const bodies = members.map((member) => `{"project_id":${projectId},"name":"Taro",${member}}`);
    for (const body of bodies) assertReportedOnce(await api.post('/customers', body), place);
    for (const member of members) assertReportedOnce(await api.put(`/customers/${customer_id}`, `{${member}}`), place);
    const bulk = await api.post('/customers/bulk', `{"customers":[${[JSON.stringify(customer), ...bodies].join()}]}`);
    for (const { index, error } of bulk.body.data.results)
      if (error) assertOne(error.details, `customers[${index}].${place}`);
  }
});

test('each fault inside a field is reported, unless the field itself is at fault', async () => {
  const broken = '{"a":["\\u0000",1e400],"b":{"c":"\\ud800"}}';
  assert.deepEqual(faultsOf(await createRaw(`"custom_fields":${broken}`)), [
    'custom_fields.a[0] invalid_characters',
    'custom_fields.a[1] out_of_range',
    'custom_fields.b.c invalid_characters',
  ]);
  assert.deepEqual(faultsOf(await createRaw(`"notes":${broken}`)), ['notes invalid_type']);
});

test('each fault of the list of a bulk request is reported once', async () => {
  for (const wrong of wrongValues.filter((value) => !value.startsWith('["@",')))
    assertReportedOnce(await api.post('/customers/bulk', `{"customers":${wrong}}`), 'customers');
});

test('each fault of a query parameter is reported once', async () => {
  const numbers = ['0', '-1', '1.5', '1e3', '9'.repeat(17), '9'.repeat(400)];
  const texts = ['', '%20', '+', 'x', '%00', '%ff', '%', '%ED%A0%80', 'x'.repeat(300), 'true', '2026-02-30'];
  for (const name of ['page', 'per_page', 'sort', ...Object.keys(CustomerFilters)])
    for (const value of [...numbers, ...texts]) {
      assertReportedOnce(await api.get(`/customers?${name}=${value}`), name);
      assertReportedOnce(await api.get(`/customers?${name}=${value}&${name}=${value}`), name);
    }
});

function assertReportedOnce(answer: TestAnswer, field: string): void {
  if (answer.status < 300 || answer.status === 409) return;
  assertOne(assertProblem(answer, 422, 'validation_failed'), field);
}

/** One fault, in the field or inside it. */
function assertOne(details: Record<string, unknown>[], field: string): void {
  const reported = JSON.stringify(details);
  assert.equal(details.length, 1, reported);
  assert.ok(`${details[0]?.field}`.startsWith(field), `${field}: ${reported}`);
  assert.match(`${details[0]?.message}`, / must |: send |Send |Remove|rename/, reported);
}

test('50,000 unknown fields cost little and get a short answer', async () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`field${i}`, 1]));
  const started = performance.now();
  const details = assertProblem(await api.post('/customers', body), 422, 'validation_failed');
  assert.ok(performance.now() - started < 20_000);
  assert.ok(details.length <= 60, `${details.length} details`);
  const more = details.find(({ message }) => /49950 more unknown fields/.test(`${message}`));
  assert.equal(more?.field, 'field50');
  assert.ok(details.some(({ field, code }) => field === 'name' && code === 'required'));
});

test('a name of a megabyte is not sent back whole', async () => {
  const answer = await api.post('/customers', { ['x'.repeat(1_000_000)]: 1 });
  assert.equal(assertProblem(answer, 422, 'validation_failed').length, 3);
  assert.ok(answer.text.length < 2_000);
});

test('a hundred thousand NULs, or a million numbers, are refused cheaply', async () => {
  const nuls = `"custom_fields":{"a":[${Array(100_000).fill('"\\u0000"').join()}]}`;
  assert.ok((await createRaw(nuls)).text.length < 20_000);
  const numbers = `"custom_fields":{"a":[${Array(500_000).fill(0).join()}]}`;
  const started = performance.now();
  assert.deepEqual(faultsOf(await createRaw(numbers)), ['custom_fields too_large']);
  assert.ok(performance.now() - started < 20_000);
});

test('names that mean something to JavaScript are names like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    assert.deepEqual(faultsOf(await createRaw(`"${name}":{"is_admin":true}`)), [`${name} unknown_field`]);
  const fields = '{"__proto__":{"a":1},"constructor":null,"toJSON":"x","then":1}';
  const answer = await createRaw(`"custom_fields":${fields}`);
  assert.equal(answer.status, 201, answer.text);
  assert.ok(answer.text.includes(`"custom_fields":${fields}`), answer.text);
});

test('output-only fields are ignored, so that an answer can be written back', async () => {
  const read = (await create({ external_id: 'round-trip' })).body.data;
  const { external_id, ...copy } = read;
  const created = await api.post('/customers', { ...copy, customer_id: 'nonsense', created_at: 5 });
  assert.equal(created.status, 201, created.text);
  assert.notEqual(created.body.data.customer_id, read.customer_id);
  assert.notEqual(created.body.data.created_at, 5);
  const changed = await api.put(`/customers/${read.customer_id}`, {
    ...read,
    name: 'Jiro',
    customer_id: 1,
    updated_at: 'x',
  });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual({ ...changed.body.data, updated_at: 0 }, { ...read, name: 'Jiro', updated_at: 0 });
});

test('an immutable field may be repeated and not changed', async () => {
  const { customer_id } = (await create({})).body.data;
  assert.equal((await api.put(`/customers/${customer_id}`, { project_id: projectId })).status, 200);
  assert.deepEqual(faultsOf(await api.put(`/customers/${customer_id}`, { project_id: projectId + 1 })), [
    'project_id immutable',
  ]);
});

test('PUT changes only the fields sent, null clears, and {} changes nothing', async () => {
  const before = (await create({ notes: 'Note', email: 'taro@example.com', custom_fields: { a: 1 } })).body.data;
  const path = `/customers/${before.customer_id}`;
  assert.deepEqual((await api.put(path, {})).body.data, before);
  const cleared = (await api.put(path, { notes: null })).body.data;
  assert.deepEqual({ ...cleared, updated_at: 0 }, { ...before, notes: null, updated_at: 0 });
  assert.deepEqual(faultsOf(await api.put(path, { name: null })), ['name invalid_type']);
});

test('text loses the white space around it, and none inside of custom_fields', async () => {
  const sent = { name: ' \t 山田\u3000太郎 \u3000\n', notes: '  a  b  ', custom_fields: { ' key ': ' value ' } };
  const { name, notes, custom_fields } = (await create(sent)).body.data;
  assert.deepEqual(
    { name, notes, custom_fields },
    { name: '山田\u3000太郎', notes: 'a  b', custom_fields: { ' key ': ' value ' } },
  );
  assert.deepEqual(faultsOf(await create({ name: ' \u3000 ' })), ['name too_short']);
  assert.equal((await create({ name: ` ${'x'.repeat(255)} ` })).status, 201);
});

test('lengths count code points', async () => {
  assert.equal((await create({ name: '😀'.repeat(255) })).status, 201);
  assert.deepEqual(faultsOf(await create({ name: '😀'.repeat(256) })), ['name too_long']);
  assert.equal((await create({ name: 'が'.repeat(255) })).status, 201);
});

test('a text that is far too long is refused like one that is a little too long, and no rule is checked on all of it', async () => {
  for (const name of ['x'.repeat(511), `x${'😀'.repeat(300)}`, 'x'.repeat(900_000)])
    assert.deepEqual(faultsOf(await create({ name })), ['name too_long']);
  for (const email of [`${'x'.repeat(900_000)}\0`, `${'x'.repeat(600)}\ud83d`, `\0${'x'.repeat(600)}`])
    assert.deepEqual(faultsOf(await create({ email })), ['email invalid_characters']);
  assert.equal(
    (await create({ name: ` ${' '.repeat(2_000)}Taro` })).status,
    201,
    'white space around it does not count',
  );

  // Checking the pattern takes quadratic time: half a minute for this text.
  const schema = Type.Object({ text: Type.String({ maxLength: 10, pattern: 'a+b' }) });
  const started = performance.now();
  const { faults } = readBody(schema, { text: 'a'.repeat(300_000) });
  assert.deepEqual(
    faults.map(({ field, code }) => `${field} ${code}`),
    ['text too_long'],
  );
  assert.ok(performance.now() - started < 5_000);
});

test('timestamps are RFC 3339 in UTC with milliseconds', async () => {
  const { created_at, updated_at } = (await create({})).body.data;
  for (const time of [created_at, updated_at]) {
    assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Math.abs(Date.parse(time) - Date.now()) < 60_000);
  }
});

test('a refused request leaves nothing behind', async () => {
  const tenant = await buildTenant(app);
  await tenant.api.post('/customers', { project_id: tenant.projectId, name: 'x', nam: 1 });
  await tenant.api.post('/customers/bulk', { customers: [{ project_id: tenant.projectId, name: '' }] });
  for (const table of ['customers', 'customer_count_changes', 'customer_counts', 'events']) {
    const [row] = await query(app, `select count(*)::int from ${table} where tenant_id = $1`, [tenant.tenantId]);
    assert.equal(row?.count, 0, table);
  }
});

test('any JSON gets 201 or 422 and never a failure', async () => {
  const anything = fc.dictionary(
    fc.oneof(
      fc.constantFrom('name', 'tel1', 'email', 'notes', 'custom_fields', 'external_id', 'kana'),
      fc.string({ unit: 'binary' }),
    ),
    fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.string({ unit: 'binary' })),
    { maxKeys: 6 },
  );
  await fc.assert(
    fc.asyncProperty(anything, async (fields) => {
      const answer = await create(fields);
      assert.ok([201, 409, 422].includes(answer.status), `${answer.status} ${JSON.stringify(fields)}`);
      for (const { field, code, message } of answer.body.error?.details ?? [])
        assert.ok(typeof field === 'string' && typeof code === 'string' && typeof message === 'string');
    }),
    { numRuns: 150 },
  );
});

test('a POST that needs no body accepts none, {} and no content type, and still refuses unknown fields', async () => {
  const bodiless = await startCustomApp({}, (db) => [
    writeOperation(db, {
      method: 'POST',
      url: '/api/v1/ring',
      scope: 'calls:initiate',
      operationId: 'ring',
      summary: 'Something without a body',
      tag: { name: 'Test', description: 'Of a test.' },
      answers: { 200: { description: 'Fine.', schema: Type.Object({}), example: {} } },
      audit: { action: 'test.rung', subject: 'none' },
      write: async () => ok({}),
    }),
  ]);
  const { api, key } = await buildTenant(bodiless);
  assert.equal((await api.post('/ring')).status, 200);
  assert.equal((await api.post('/ring', {})).status, 200);
  assert.equal((await api.post('/ring', '')).status, 200);
  assert.equal((await api.post('/ring', undefined, { 'idempotency-key': 'a' })).status, 200);
  const untyped = await fetch(`${bodiless.address}/api/v1/ring`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new Blob(['{}']),
  });
  assert.equal(untyped.status, 200);
  assert.deepEqual(faultsOf(await api.post('/ring', { volume: 11 })), ['volume unknown_field']);
  assertProblem(await api.post('/ring', '['), 400, 'malformed_json');
  assertProblem(await api.post('/ring', 'loud', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
});
