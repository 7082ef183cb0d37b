import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildProject, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { foldCustomerCounts } from './fold-customer-counts.ts';

const app = await startTestApp();

const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

async function eventsOf(tenantId: number) {
  return query(app, 'select type, is_test, data from events where tenant_id = $1 order by event_id', [tenantId]);
}

test('a customer is created with everything it can have and read back the same', async () => {
  const { api, projectId } = await buildTenant(app);
  const sent = {
    project_id: projectId,
    external_id: 'crm-1',
    name: '山田 太郎',
    name_kana: 'ヤマダ タロウ',
    tel1: '+819012345678',
    tel2: '+81312345678',
    tel3: '+15550101234',
    email: 'taro@example.com',
    company_name: '株式会社サンプル',
    address: '東京都千代田区1-1',
    notes: 'Prefers mornings.\nSpeaks English.',
    custom_fields: { rank: ' gold ', nested: { list: [1, 2.5, null, true] } },
  };
  const created = await api.post('/customers', sent);
  assert.equal(created.status, 201, created.text);
  const { customer_id, created_at, updated_at, ...echoed } = created.body.data;
  assert.deepEqual(echoed, sent);
  assert.ok(Number.isSafeInteger(customer_id));
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.equal(updated_at, created_at);

  const read = await api.get(`/customers/${customer_id}`);
  assert.equal(read.status, 200);
  assert.deepEqual(read.body, created.body);
});

test('a customer needs only a name and a project, and absent fields read as null', async () => {
  const { api, projectId } = await buildTenant(app);
  const created = await api.post('/customers', { project_id: projectId, name: 'A' });
  assert.equal(created.status, 201);
  const { customer_id, created_at, updated_at, ...rest } = created.body.data;
  assert.deepEqual(rest, {
    project_id: projectId,
    name: 'A',
    external_id: null,
    name_kana: null,
    tel1: null,
    tel2: null,
    tel3: null,
    email: null,
    company_name: null,
    address: null,
    notes: null,
    custom_fields: null,
  });
});

test('all faults of a new customer are reported at once', async () => {
  const { api } = await buildTenant(app);
  const answer = await api.post('/customers', {
    project_id: 999_999,
    nmae: 'typo',
    external_id: '',
    tel1: 'call me',
    tel2: 12,
    email: 'nobody',
    custom_fields: [],
  });
  assert.deepEqual(faultsOf(answer).sort(), [
    'custom_fields invalid_type',
    'email invalid_format',
    'external_id too_short',
    'name required',
    'nmae unknown_field',
    'project_id project_not_found',
    'tel1 invalid_format',
    'tel2 invalid_type',
  ]);
  const unknown = answer.body.error.details.find(({ code }: { code: string }) => code === 'unknown_field');
  assert.match(unknown.message, /"name"/);
});

test('lengths are counted in code points and at their exact borders', async () => {
  const { api, projectId } = await buildTenant(app);
  const emoji = '📞';
  const good = await api.post('/customers', {
    project_id: projectId,
    name: emoji.repeat(255),
    external_id: emoji.repeat(255),
  });
  assert.equal(good.status, 201, good.text);
  const long = await api.post('/customers', {
    project_id: projectId,
    name: emoji.repeat(256),
    external_id: 'x'.repeat(256),
  });
  assert.deepEqual(faultsOf(long).sort(), ['external_id too_long', 'name too_long']);
  const blank = await api.post('/customers', { project_id: projectId, name: ' \u3000 ' });
  assert.deepEqual(faultsOf(blank), ['name too_short']);
});

test('custom fields take 16 KiB of JSON and no byte more', async () => {
  const { api, projectId } = await buildTenant(app);
  const filled = (bytes: number) => ({ k: 'x'.repeat(bytes - '{"k":""}'.length) });
  const most = await api.post('/customers', { project_id: projectId, name: 'A', custom_fields: filled(16_384) });
  assert.equal(most.status, 201);
  assert.deepEqual(most.body.data.custom_fields, filled(16_384));
  const over = await api.post('/customers', { project_id: projectId, name: 'A', custom_fields: filled(16_385) });
  assert.deepEqual(faultsOf(over), ['custom_fields too_large']);
});

test('custom fields come back untouched: order, white space, odd names', async () => {
  const { api, projectId } = await buildTenant(app);
  const text = '{"z":1,"a":" x ","10":[[],{}],"__proto__":{"x":1},"":null,"e":"😀"}';
  const created = await api.post('/customers', `{"project_id":${projectId},"name":"A","custom_fields":${text}}`);
  assert.equal(created.status, 201, created.text);
  const kept = created.text.slice(created.text.indexOf('"custom_fields":') + '"custom_fields":'.length);
  // Numeric names come first in every JavaScript object; all other names keep their order.
  assert.ok(kept.startsWith('{"10":[[],{}],"z":1,"a":" x ","__proto__":{"x":1},"":null,"e":"😀"}'), kept);
});

test('telephone numbers become E.164, with any separators between their digits', async () => {
  const { api, projectId } = await buildTenant(app);
  const telephone = async (tel1: string) => {
    const answer = await api.post('/customers', { project_id: projectId, name: 'A', tel1 });
    return answer.status === 201 ? answer.body.data.tel1 : faultsOf(answer).join();
  };
  assert.equal(await telephone('+81 (90) 1234.5678'), '+819012345678');
  assert.equal(await telephone('+1234567'), '+1234567');
  assert.equal(await telephone('+123456789012345'), '+123456789012345');
  assert.equal(await telephone('+999 000-0000'), '+9990000000');
  for (const bad of [
    '+123456',
    '+1234567890123456',
    '+0123456789',
    '+81 90 CALL ME',
    '+81901234567x1',
    '++8190123456',
    '',
  ]) {
    const fault = bad === '' ? 'tel1 too_short' : 'tel1 invalid_format';
    assert.equal(await telephone(bad), fault, bad);
  }
  assert.equal(await telephone('090-1234-5678'), 'tel1 invalid_format', 'no default country, no national numbers');
});

test("a national number is read in the tenant's country", async () => {
  const { api, projectId } = await buildTenant(app, { country: 'JP' });
  const created = await api.post('/customers', {
    project_id: projectId,
    name: 'A',
    tel1: '090-1234-5678',
    tel2: '03(0000)0000',
  });
  assert.equal(created.body.data.tel1, '+819012345678');
  assert.equal(created.body.data.tel2, '+81300000000');
});

test('`kana` is another name for name_kana, in creation and in change', async () => {
  const { api, projectId } = await buildTenant(app);
  const created = await api.post('/customers', { project_id: projectId, name: 'A', kana: 'エー' });
  assert.equal(created.body.data.name_kana, 'エー');
  assert.ok(!('kana' in created.body.data));
  const changed = await api.put(`/customers/${created.body.data.customer_id}`, { kana: 'ビー' });
  assert.equal(changed.body.data.name_kana, 'ビー');
  const both = await api.put(`/customers/${created.body.data.customer_id}`, { ...changed.body.data, kana: 'シー' });
  assert.deepEqual(faultsOf(both), ['kana conflicting'], 'neither is dropped in silence');
});

test('a project that is inactive, missing or of another tenant is project_not_found', async () => {
  const { api, tenantId } = await buildTenant(app);
  const other = await buildTenant(app);
  const inactive = await buildProject(app, tenantId, false);
  for (const project_id of [inactive, other.projectId, 9_007_199_254_740_991]) {
    const answer = await api.post('/customers', { project_id, name: 'A' });
    assert.deepEqual(faultsOf(answer), ['project_id project_not_found']);
  }
});

test('a second customer with one external_id answers 409 and names the first', async () => {
  const { api, projectId } = await buildTenant(app);
  const first = await api.post('/customers', { project_id: projectId, name: 'A', external_id: 'same' });
  const second = await api.post('/customers', { project_id: projectId, name: 'B', external_id: ' same ' });
  const [detail] = assertProblem(second, 409, 'duplicate_external_id');
  assert.equal(detail?.customer_id, first.body.data.customer_id);
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
});

test('two tenants may use one external_id, and never see each other', async () => {
  const one = await buildTenant(app);
  const two = await buildTenant(app);
  const mine = await one.api.post('/customers', {
    project_id: one.projectId,
    name: 'Mine',
    external_id: 'x',
    tel1: '+819011112222',
  });
  const theirs = await two.api.post('/customers', { project_id: two.projectId, name: 'Theirs', external_id: 'x' });
  assert.equal(theirs.status, 201);
  const id = mine.body.data.customer_id;
  assertProblem(await two.api.get(`/customers/${id}`), 404, 'not_found');
  assertProblem(await two.api.put(`/customers/${id}`, { name: 'Stolen' }), 404, 'not_found');
  for (const filter of ['', '?external_id=x', '?q=Mine', '?tel1=%2B819011112222', `?project_id=${one.projectId}`]) {
    const listed = await two.api.get(`/customers${filter}`);
    assert.ok(!listed.text.includes('Mine'), listed.text);
  }
  assert.equal((await one.api.get(`/customers/${id}`)).body.data.name, 'Mine');
});

test('a change affects only the fields sent, null clears, and an empty change is a 200 that changes nothing', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const sent = { project_id: projectId, name: 'A', external_id: 'e', notes: 'n', custom_fields: { a: 1 } };
  const { customer_id, ...before } = (await api.post('/customers', sent)).body.data;

  const untouched = await api.put(`/customers/${customer_id}`, {});
  assert.equal(untouched.status, 200);
  assert.deepEqual(untouched.body.data, { customer_id, ...before });

  const changed = await api.put(`/customers/${customer_id}`, { notes: null, name: 'B' });
  assert.deepEqual(
    { ...changed.body.data, updated_at: '' },
    { customer_id, ...before, notes: null, name: 'B', updated_at: '' },
  );
  assert.ok(changed.body.data.updated_at >= before.updated_at);

  const types = (await eventsOf(tenantId)).map(({ type }) => type);
  assert.deepEqual(types, ['customer.created', 'customer.updated'], 'an empty change is no event');

  const [event] = await query(
    app,
    `select created_at >= (data ->> 'updated_at')::timestamptz as is_after from events
     where tenant_id = $1 and type = 'customer.updated'`,
    [tenantId],
  );
  assert.equal(event?.is_after, true, 'an event is not older than what it reports');

  const zero = '{"custom_fields":{"a":-0,"b":[-0.0]}}';
  const { updated_at } = (await api.put(`/customers/${customer_id}`, zero)).body.data;
  const again = (await api.put(`/customers/${customer_id}`, zero)).body.data;
  assert.deepEqual([again.updated_at, again.custom_fields], [updated_at, { a: 0, b: [0] }]);
});

test('a customer that was read can be sent back whole: output-only fields are ignored, the project repeated', async () => {
  const { api, projectId } = await buildTenant(app);
  const { data } = (await api.post('/customers', { project_id: projectId, name: 'A', tel1: '+819012345678' })).body;
  const answer = await api.put(`/customers/${data.customer_id}`, {
    ...data,
    name: 'B',
    created_at: 'nonsense',
    customer_id: 1,
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.data.customer_id, data.customer_id);
  assert.equal(answer.body.data.created_at, data.created_at);
  assert.equal(answer.body.data.name, 'B');
});

test('the project is fixed, the name cannot be cleared, and all faults of a change are reported at once', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  const second = await buildProject(app, tenantId);
  const { customer_id } = (await api.post('/customers', { project_id: projectId, name: 'A' })).body.data;
  const answer = await api.put(`/customers/${customer_id}`, {
    project_id: second,
    name: null,
    tel1: 'x',
    telephone: '1',
  });
  assert.deepEqual(faultsOf(answer).sort(), [
    'name invalid_type',
    'project_id immutable',
    'tel1 invalid_format',
    'telephone unknown_field',
  ]);
});

test('a change to a taken external_id answers 409, names the holder and changes nothing', async () => {
  const { api, projectId } = await buildTenant(app);
  const holder = (await api.post('/customers', { project_id: projectId, name: 'A', external_id: 'taken' })).body.data;
  const other = (await api.post('/customers', { project_id: projectId, name: 'B' })).body.data;
  const answer = await api.put(`/customers/${other.customer_id}`, { name: 'C', external_id: 'taken' });
  const [detail] = assertProblem(answer, 409, 'duplicate_external_id');
  assert.equal(detail?.customer_id, holder.customer_id);
  assert.deepEqual((await api.get(`/customers/${other.customer_id}`)).body.data, other);
});

test('an unknown customer is 404 before its change is checked, and so is an id of the wrong form', async () => {
  const { api } = await buildTenant(app);
  for (const id of [
    '999999999',
    '0',
    '-1',
    '1.0',
    '01',
    'abc',
    '9007199254740993',
    '1e3',
    '%20',
    '18446744073709551616',
  ]) {
    assertProblem(await api.get(`/customers/${id}`), 404, 'not_found');
    assertProblem(await api.put(`/customers/${id}`, { nonsense: true }), 404, 'not_found');
  }
});

test('creation and change are recorded as events, numbers masked, marked by the kind of the key', async () => {
  for (const kind of ['test', 'live'] as const) {
    const { api, projectId, tenantId } = await buildTenant(app, { kind });
    const { data } = (await api.post('/customers', { project_id: projectId, name: 'A', tel1: '+819012345678' })).body;
    const changed = (await api.put(`/customers/${data.customer_id}`, { tel2: '+15550101234' })).body.data;
    assert.deepEqual(await eventsOf(tenantId), [
      { type: 'customer.created', is_test: kind === 'test', data: { ...data, tel1: '819*****5678' } },
      {
        type: 'customer.updated',
        is_test: kind === 'test',
        data: { ...changed, tel1: '819*****5678', tel2: '155****1234' },
      },
    ]);
  }
});

test('a refused creation leaves no event and no count behind', async () => {
  const { api, projectId, tenantId } = await buildTenant(app);
  await api.post('/customers', { project_id: projectId, name: 'A', external_id: 'x' });
  await api.post('/customers', { project_id: projectId, name: 'B', external_id: 'x' });
  await api.post('/customers', { project_id: 999_999, name: 'B' });
  assert.equal((await eventsOf(tenantId)).length, 1);
  await foldCustomerCounts(app.db);
  const counted = await query(
    app,
    'select id_bits, n::int from customer_counts where tenant_id = $1 and project_id = 0',
    [tenantId],
  );
  assert.deepEqual(counted, [
    { id_bits: 9, n: 1 },
    { id_bits: 12, n: 1 },
    { id_bits: 15, n: 1 },
  ]);
});
