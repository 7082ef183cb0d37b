import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atEnd } from '../../../test/at-end.ts';
import { buildCalls, type CallToBuild } from '../../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { assertProblem, client, startTestApp, type TestAnswer } from '../../../test/test-app.ts';
import { connect } from '../../database/connect.ts';
import { callRefOf } from '../../platform/call-ref.ts';
import { decodeId } from '../../platform/ids.ts';
import { forgetSaid, writeSaid } from '../state/call-texts.ts';
import { foldCallCounts } from './fold-call-counts.ts';

const app = await startTestApp();
const db = connect(app.databaseUrl, { poolSize: 2, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);

const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const period = `from=${dayOf(20)}&to=${dayOf(-1)}`;
const at = (hoursAgo: number) => new Date(Date.now() - hoursAgo * 3_600_000);

const idsOf = (answer: TestAnswer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ call_id }: { call_id: string }) => call_id);
};
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed')
    .map(({ field, code }) => `${field} ${code}`)
    .sort();
const find = async ({ api }: Pick<TestTenant, 'api'>, parameters: Record<string, string>) =>
  idsOf(await api.get(`/calls?${period}&${new URLSearchParams(parameters)}`));

async function annotated(tenant: TestTenant, calls: (CallToBuild & { put?: object })[]): Promise<string[]> {
  const ids = await buildCalls(app, tenant, calls);
  for (const [i, { put }] of calls.entries())
    if (put) assert.equal((await tenant.api.put(`/calls/${ids[i]}`, put)).status, 200);
  return ids;
}

const refOf = ({ tenantId }: TestTenant, callId: string) => {
  const call_id = decodeId('call', callId);
  assert.ok(call_id);
  return callRefOf({ tenant_id: tenantId, is_test: true, call_id });
};

test('calls are found by their number in every form that initiation takes, and the answer stays masked', async () => {
  const tenant = await buildTenant(app, { country: 'JP' });
  const stranger = await buildTenant(app, { country: 'JP' });
  const numbers = ['+819012345678', '+81-90-1234-5678', '+819012345679'];
  const [one = '', other = '', third = ''] = await annotated(
    tenant,
    numbers.map((phoneNumber, i) => ({ phoneNumber, at: at(9 - i) })),
  );
  await buildCalls(app, stranger, [{ phoneNumber: '+819012345678' }]);
  for (const phone_number of ['+819012345678', '+81-90-1234-5678', '090-1234-5678', '09012345678'])
    assert.deepEqual(await find(tenant, { phone_number }), [other, one], phone_number);
  assert.deepEqual(idsOf(await tenant.api.get(`/calls?${period}&phone_number=+819012345679`)), [third]);
  const { text } = await tenant.api.get(`/calls?${period}&phone_number=09012345679`);
  assert.ok(!text.includes('9012345679'), text);
  assert.deepEqual(await find(tenant, { phone_number: '+819012345670' }), []);

  const abroad = await buildTenant(app);
  for (const phone_number of ['090-1234-5678', 'x', '+', '819*****5678'])
    assert.deepEqual(faultsOf(await abroad.api.get(`/calls?${period}&${new URLSearchParams({ phone_number })}`)), [
      'phone_number invalid_format',
    ]);
});

test('calls are found by tags and outcomes, in test and live mode apart', async () => {
  const tenant = await buildTenant(app);
  const [a = '', b = '', ab = '', c = ''] = await annotated(tenant, [
    { at: at(9), put: { tags: ['a', 'x y'], outcome: 'sold' } },
    { at: at(8), put: { tags: ['b'], outcome: 'lost' } },
    { at: at(7), put: { tags: ['a', 'b'] } },
    { at: at(6), put: { outcome: 'sold' } },
    { at: at(5) },
  ]);
  const cases: [Record<string, string>, string[]][] = [
    [{ tag: 'a' }, [ab, a]],
    [{ tag: 'A' }, []],
    [{ tag: 'x y' }, [a]],
    [{ tag: 'a,b' }, [ab, b, a]],
    [{ tag: ' b , c ' }, [ab, b]],
    [{ outcome: 'sold' }, [c, a]],
    [{ outcome: 'sold,lost' }, [c, b, a]],
    [{ tag: 'a,b', outcome: 'lost' }, [b]],
    [{ tag: 'a', outcome: 'sold,lost' }, [a]],
    [{ tag: 'a', sort: 'asc' }, [a, ab]],
    [{ tag: 'sold' }, []],
  ];
  for (const [parameters, ids] of cases)
    assert.deepEqual(await find(tenant, parameters), ids, JSON.stringify(parameters));
  const live = client(app, (await buildKey(app, tenant.tenantId, { kind: 'live' })).key);
  assert.deepEqual(await find({ api: live }, { tag: 'a' }), []);
  assert.deepEqual(await find(await buildTenant(app), { tag: 'a' }), []);
  assert.equal((await tenant.api.put(`/calls/${ab}`, { tags: ['b'] })).status, 200);
  assert.deepEqual([await find(tenant, { tag: 'a' }), await find(tenant, { tag: 'b' })], [[a], [ab, b]]);
});

test('all faults of filters are reported at once', async () => {
  const { api } = await buildTenant(app);
  const bad = { phone_number: '1', tag: 'a,,b', outcome: 'x'.repeat(51), q: 'x', status: 'done', tags: 'a' };
  assert.deepEqual(faultsOf(await api.get(`/calls?${period}&${new URLSearchParams(bad)}`)), [
    ...['outcome invalid_format', 'phone_number invalid_format', 'q too_short', 'status not_allowed'],
    ...['tag invalid_format', 'tags unknown_field'],
  ]);
  assert.deepEqual(faultsOf(await api.get(`/calls?${period}&q=${'x'.repeat(101)}&tag=`)), [
    'q too_long',
    'tag too_short',
  ]);
});

test('words are found in transcript and note alike, and each goes without the other', async () => {
  const tenant = await buildTenant(app);
  const [said = '', noted = '', both = ''] = await annotated(tenant, [
    { at: at(9) },
    { at: at(8), put: { note: 'お客様は 請求書の 再発行を希望。\nCall back on Friday' } },
    { at: at(7), put: { note: '請求書' } },
  ]);
  await db.transaction((tx) => writeSaid(tx, refOf(tenant, said), ['請求書の件です', 'Friday is fine']));
  await db.transaction((tx) => writeSaid(tx, refOf(tenant, both), ['See you on Friday']));
  const cases: [string, string[]][] = [
    ['請求書', [both, noted, said]],
    ['friday 請求書', [both, noted, said]],
    ['再発行　ＦＲＩＤＡＹ', [noted]],
    ['ｾｲｷｭｳｼｮ', []],
    ['back call', [noted]],
    ['see 請求書', [both]],
    ['見当たらない', []],
  ];
  for (const [q, ids] of cases) assert.deepEqual(await find(tenant, { q }), ids, q);
  assert.deepEqual(await find(await buildTenant(app), { q: '請求書' }), []);
  assert.deepEqual(await find(tenant, { q: 'friday', tag: 'a' }), []);

  await db.transaction((tx) => forgetSaid(tx, [refOf(tenant, said), refOf(tenant, both), refOf(tenant, noted)]));
  assert.deepEqual(
    [await find(tenant, { q: '請求書' }), await find(tenant, { q: 'friday' })],
    [[both, noted], [noted]],
  );
  await db.transaction((tx) => writeSaid(tx, refOf(tenant, both), ['See you on Friday']));
  assert.equal((await tenant.api.put(`/calls/${both}`, { note: 'Other' })).status, 200);
  assert.deepEqual([await find(tenant, { q: '請求書' }), await find(tenant, { q: 'see other' })], [[noted], [both]]);
  for (const id of [both, noted]) await tenant.api.put(`/calls/${id}`, { note: null });
  assert.deepEqual([await find(tenant, { q: '請求書' }), await find(tenant, { q: 'see' })], [[], [both]]);
  const rows = await query(app, 'select call_id from call_texts where tenant_id = $1', [tenant.tenantId]);
  assert.equal(rows.length, 1);
});

test('any combination of filters lists exactly its calls, page by page, before and after counts are folded', async () => {
  const tenant = await buildTenant(app);
  const staff = [await buildStaff(app, tenant.tenantId), await buildStaff(app, tenant.tenantId)];
  const pick = <T>(from: readonly T[], i: number) => from[i % from.length] as T;
  const made = Array.from({ length: 60 }, (_, i) => ({
    at: at(1 + i * 7),
    status: pick(['connected', 'busy', 'no_answer'] as const, i * 5),
    staffId: pick(staff, Math.floor(i / 3)) as number,
    phoneNumber: pick(['+819000000001', '+819000000002'], Math.floor(i / 5)),
    put: {
      tags: [[], ['a'], ['b'], ['a', 'b']][(i * 7) % 4] as string[],
      outcome: [null, 'x', 'y'][(i * 11) % 3] ?? null,
      note: pick(['red cat', 'blue cat', ''], i),
    },
  }));
  const ids = await annotated(tenant, made);
  const calls = made.map((call, i) => ({ ...call, id: ids[i] as string }));
  const commas = (...values: string[]) => fc.subarray(values, { minLength: 1 });
  const filters = fc.record(
    {
      status: commas('connected', 'busy'),
      staff_id: fc.constant([`${staff[0]}`]),
      phone_number: fc.constant(['+819000000001']),
      tag: commas('a', 'b', 'none'),
      outcome: commas('x', 'y'),
      q: fc.constantFrom(['cat'], ['cat blue']),
    },
    { requiredKeys: [] },
  );
  const has = (call: (typeof calls)[number], f: Record<string, readonly string[] | undefined>) =>
    (!f.status || f.status.includes(call.status)) &&
    (!f.staff_id || f.staff_id.includes(`${call.staffId}`)) &&
    (!f.phone_number || f.phone_number.includes(call.phoneNumber)) &&
    (!f.tag || f.tag.some((tag) => call.put.tags.includes(tag))) &&
    (!f.outcome || f.outcome.includes(`${call.put.outcome}`)) &&
    (!f.q || f.q[0]?.split(' ').every((word) => call.put.note.includes(word)) === true);
  const [ofX, ofOne] = [{ outcome: ['x'] }, { staff_id: [`${staff[0]}`] }];
  const check = () =>
    fc.assert(
      fc.asyncProperty(filters, fc.constantFrom('asc', 'desc'), fc.constantFrom(3, 200), async (wanted, sort, size) => {
        const newestFirst = calls.filter((call) => has(call, wanted)).map(({ id }) => id);
        const expected = sort === 'desc' ? newestFirst : newestFirst.toReversed();
        const values = Object.entries(wanted).map(([name, list]) => [name, list.join(',')]);
        const parameters = new URLSearchParams([...values, ['sort', sort], ['per_page', `${size}`]] as [
          string,
          string,
        ][]);
        const found: string[] = [];
        for (let page = 1; ; page++) {
          const answer = await tenant.api.get(`/calls?${period}&${parameters}&page=${page}`);
          found.push(...idsOf(answer));
          assert.equal(answer.body.pagination.total, expected.length, `${parameters}`);
          if (page >= answer.body.pagination.last_page) break;
        }
        assert.deepEqual(found, expected, `${parameters}`);
      }),
      {
        numRuns: 40,
        examples: [{ tag: ['a', 'b'] }, { tag: ['a'], ...ofX }, { tag: ['b'], ...ofOne }, { ...ofX, ...ofOne }]
          .concat({ tag: ['a', 'b'], ...ofX, ...ofOne })
          .flatMap((wanted) => [
            [wanted, 'asc', 3],
            [wanted, 'desc', 200],
          ]),
      },
    );
  await check();
  await foldCallCounts(db);
  const [left] = await query(app, 'select count(*)::int as n from call_label_changes');
  assert.equal(left?.n, 0);
  await check();
});

test('labels are counted under the state of their call, also when it changes later', async () => {
  const tenant = await buildTenant(app);
  const staff_id = await buildStaff(app, tenant.tenantId);
  const body = { staff_id, project_id: tenant.projectId, phone_number: '+819012340002' };
  const { call_id } = (await tenant.api.post('/calls/initiate', body)).body.data;
  for (;;) {
    const { status, ended_at } = (await tenant.api.put(`/calls/${call_id}`, { tags: ['a'], outcome: 'o' })).body.data;
    for (const filter of [{ tag: 'a' }, { outcome: 'o' }]) {
      const all = await find(tenant, filter);
      assert.deepEqual(all, [call_id], status);
    }
    if (ended_at) break;
  }
  assert.deepEqual(await find(tenant, { tag: 'a', status: 'busy' }), [call_id]);
  assert.deepEqual(await find(tenant, { tag: 'a', status: 'initiating,ringing' }), []);
  await foldCallCounts(db);
  assert.deepEqual(await find(tenant, { outcome: 'o', status: 'busy' }), [call_id]);
  await tenant.api.put(`/calls/${call_id}`, { tags: null, outcome: null });
  assert.deepEqual(await find(tenant, { outcome: 'o', status: 'busy' }), []);
});
