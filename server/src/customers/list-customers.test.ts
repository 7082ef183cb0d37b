import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildProject, buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { assertProblem, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { searchGrams } from '../platform/text/search-text.ts';
import { foldCustomerCounts } from './fold-customer-counts.ts';

const app = await startTestApp();

const namesOf = (answer: TestAnswer) => {
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map(({ name }: { name: string }) => name);
};
const idsOf = (answer: TestAnswer): number[] =>
  answer.body.data.map(({ customer_id }: { customer_id: number }) => customer_id);
const faultsOf = (answer: TestAnswer) =>
  assertProblem(answer, 422, 'validation_failed').map(({ field, code }) => `${field} ${code}`);

async function create({ api, projectId }: TestTenant, customers: object[]): Promise<number[]> {
  const answer = await api.post('/customers/bulk', {
    customers: customers.map((fields) => ({ project_id: projectId, ...fields })),
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.results.map(({ customer_id }: { customer_id: number }) => customer_id);
}

test('an empty list has one last page and no rows', async () => {
  const { api } = await buildTenant(app);
  const answer = await api.get('/customers');
  assert.deepEqual(answer.body, { data: [], pagination: { current_page: 1, per_page: 50, total: 0, last_page: 1 } });
});

test('items carry exactly four fields, in the order of their ids', async () => {
  const tenant = await buildTenant(app);
  const ids = await create(tenant, [{ name: 'A', external_id: 'a', tel1: '+819012345678' }, { name: 'B' }]);
  assert.deepEqual((await tenant.api.get('/customers')).body.data, [
    { customer_id: ids[0], external_id: 'a', name: 'A', project_id: tenant.projectId },
    { customer_id: ids[1], external_id: null, name: 'B', project_id: tenant.projectId },
  ]);
});

test('pages join without gap or repeat in both directions, and a page past the end is empty with true totals', async () => {
  const tenant = await buildTenant(app);
  const ids = await create(
    tenant,
    Array.from({ length: 45 }, (_, i) => ({ name: `N${i}` })),
  );
  for (const sort of ['asc', 'desc']) {
    const seen: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const answer = await tenant.api.get(`/customers?sort=${sort}&per_page=10&page=${page}`);
      assert.deepEqual(answer.body.pagination, { current_page: page, per_page: 10, total: 45, last_page: 5 });
      seen.push(...idsOf(answer));
    }
    assert.deepEqual(seen, sort === 'asc' ? ids : ids.toReversed());
  }
  const past = await tenant.api.get('/customers?per_page=10&page=6');
  assert.deepEqual(past.body, { data: [], pagination: { current_page: 6, per_page: 10, total: 45, last_page: 5 } });
  const far = await tenant.api.get('/customers?page=1000000');
  assert.deepEqual(far.body.data, []);
});

test('page and per_page are checked at their limits', async () => {
  const { api } = await buildTenant(app);
  assert.equal((await api.get('/customers?per_page=1')).status, 200);
  assert.equal((await api.get('/customers?per_page=200')).body.pagination.per_page, 200);
  assert.deepEqual(faultsOf(await api.get('/customers?page=0&per_page=201&sort=up&limit=3')).sort(), [
    'limit unknown_field',
    'page out_of_range',
    'per_page out_of_range',
    'sort not_allowed',
  ]);
  for (const page of ['1.5', 'one', '-1', '', '1e3', '99999999999999999999'])
    assert.deepEqual(faultsOf(await api.get(`/customers?page=${page}`)).length, 1, page);
});

test('totals and pages stay exact across blocks of ids, projects, and folding of the counts', async () => {
  const tenant = await buildTenant(app);
  const second = await buildProject(app, tenant.tenantId);
  const ids: number[] = [];
  // Other tenants use ids too: advancing the sequence puts these customers into several blocks.
  for (let round = 0; round < 4; round++) {
    ids.push(
      ...(await create(tenant, [
        { name: `a${round}` },
        { name: `b${round}`, project_id: second },
        { name: `c${round}` },
      ])),
    );
    await query(app, `select setval('customers_customer_id_seq', nextval('customers_customer_id_seq') + 50000)`);
    if (round === 1) await foldCustomerCounts(app.db);
  }
  const wereInSecond = ids.filter((_, i) => i % 3 === 1);
  let inSecond = wereInSecond;
  const check = async () => {
    for (const [filter, expected] of [
      ['', ids],
      [`&project_id=${second}`, inSecond],
    ] as const) {
      for (const sort of ['asc', 'desc'] as const) {
        const wanted = sort === 'asc' ? expected : expected.toReversed();
        for (let page = 1; page <= Math.ceil(wanted.length / 2); page++) {
          const answer = await tenant.api.get(`/customers?per_page=2&page=${page}&sort=${sort}${filter}`);
          assert.equal(answer.body.pagination.total, wanted.length);
          assert.deepEqual(idsOf(answer), wanted.slice((page - 1) * 2, page * 2), `${filter} ${sort} ${page}`);
        }
      }
    }
  };
  await check();
  // By an operator: the API deletes none.
  const [gone] = ids.splice(4, 1);
  inSecond = inSecond.filter((id) => id !== gone);
  await query(app, 'delete from customers where tenant_id = $1 and customer_id = $2', [tenant.tenantId, gone]);
  await check();
  await foldCustomerCounts(app.db);
  await check();
  const rows = await query(app, 'select project_id::int, id_bits, block from customer_counts where tenant_id = $1', [
    tenant.tenantId,
  ]);
  const blocks = (some: number[], idBits: number) => new Set(some.map((id) => id >> idBits)).size;
  for (const idBits of [9, 12, 15]) {
    const found = (project: number) => rows.filter((row) => row.project_id === project && row.id_bits === idBits);
    assert.equal(found(0).length, blocks(ids, idBits), 'all projects');
    assert.equal(found(second).length, blocks(wereInSecond, idBits), 'one row for each block of a project');
  }
  const changes = await query(app, 'select 1 from customer_count_changes where tenant_id = $1', [tenant.tenantId]);
  assert.equal(changes.length, 0);
});

test('filters narrow the list and its total, alone and together', async () => {
  const tenant = await buildTenant(app, { country: 'JP' });
  const { api } = tenant;
  const second = await buildProject(app, tenant.tenantId);
  await create(tenant, [
    { name: 'Alpha', external_id: 'x-1', tel1: '+819011110000', company_name: 'Acme' },
    { name: 'Beta', external_id: 'x-2', tel1: '+819011110000', project_id: second },
    { name: 'Gamma', tel2: '+819011110000' },
  ]);
  assert.deepEqual(namesOf(await api.get(`/customers?project_id=${second}`)), ['Beta']);
  assert.deepEqual(namesOf(await api.get('/customers?project_id=999999999')), []);
  assert.deepEqual(namesOf(await api.get('/customers?external_id=x-1')), ['Alpha']);
  for (const tel1 of [
    '%2B819011110000',
    '+819011110000',
    '090-1111-0000',
    '%2B81%2090%201111%200000',
    '%20%2B819011110000',
    '+090-1111-0000',
  ])
    assert.deepEqual(namesOf(await api.get(`/customers?tel1=${tel1}`)), ['Alpha', 'Beta'], tel1);
  assert.deepEqual(namesOf(await api.get(`/customers?tel1=09011110000&project_id=${second}&q=bet&external_id=x-2`)), [
    'Beta',
  ]);
  assert.deepEqual(namesOf(await api.get(`/customers?q=acme&external_id=x-2`)), []);
  assert.deepEqual(faultsOf(await api.get('/customers?tel1=nobody&project_id=0&external_id=&q=')).sort(), [
    'external_id too_short',
    'project_id out_of_range',
    'q too_short',
    'tel1 invalid_format',
  ]);
});

test('a search finds any part of a name, reading or company, in Japanese too', async () => {
  const tenant = await buildTenant(app);
  await create(tenant, [
    { name: '山田 太郎', name_kana: 'ヤマダ タロウ', company_name: '株式会社サンプル' },
    { name: '山本 花子', name_kana: 'やまもと はなこ', company_name: 'ｻﾝﾌﾟﾙ商事' },
    { name: 'José O’Neill 100%_\\', company_name: 'ＡＢＣ Ltd' },
  ]);
  const find = async (q: string) => namesOf(await tenant.api.get(`/customers?q=${encodeURIComponent(q)}`));
  assert.deepEqual(await find('山'), ['山田 太郎', '山本 花子']);
  assert.deepEqual(await find('山田'), ['山田 太郎']);
  assert.deepEqual(await find('田 太'), ['山田 太郎']);
  assert.deepEqual(await find('ヤマ'), ['山田 太郎', '山本 花子']);
  assert.deepEqual(await find('やまだ'), ['山田 太郎'], 'hiragana finds katakana');
  assert.deepEqual(await find('ﾊﾅｺ'), ['山本 花子'], 'half-width katakana finds hiragana');
  assert.deepEqual(await find('サンプル'), ['山田 太郎', '山本 花子']);
  assert.deepEqual(await find('abc ltd'), ['José O’Neill 100%_\\']);
  assert.deepEqual(await find('JOSÉ'), ['José O’Neill 100%_\\']);
  for (const literal of ['%', '_', '\\', '100%_\\'])
    assert.deepEqual(await find(literal), ['José O’Neill 100%_\\'], literal);
  assert.deepEqual(await find('山田太郎'), ['山田 太郎'], 'white space in a Japanese name does not count');
  assert.deepEqual(await find('山　本花 子'), ['山本 花子'], 'nor does that of the query');
  assert.deepEqual(await find('ヤマダタロ'), ['山田 太郎']);
  assert.deepEqual(await find('太郎 ヤマダ'), [], 'not across the border of two fields');
  assert.deepEqual(await find('abcltd'), [], 'between other letters white space counts');
  assert.deepEqual(await find('郎山'), []);
});

test('a long text costs the index one entry, and is found by any part of it', async () => {
  const tenant = await buildTenant(app);
  const kanji = (first: number) => String.fromCodePoint(...Array.from({ length: 255 }, (_, i) => first + i * 7));
  const long = { name: kanji(0x4e00), name_kana: 'い'.repeat(255), company_name: kanji(0x6000) };
  const [, longId] = await create(tenant, [{ name: '山田' }, long, { name: '太郎' }]);
  const find = async (q: string) => idsOf(await tenant.api.get(`/customers?q=${encodeURIComponent(q)}`));
  for (const part of [
    long.name.slice(0, 1),
    long.name.slice(-1),
    long.name.slice(120, 125),
    long.company_name.slice(-3),
  ])
    assert.deepEqual(await find(part), [longId], part);
  assert.deepEqual(await find(`${long.name.slice(10, 11)}${long.name.slice(12, 13)}`), []);
  const sql = 'select cardinality(search_grams) as entries from customers where customer_id = $1';
  assert.deepEqual(await query(app, sql, [longId]), [{ entries: 1 }]);
});

test('customers stored while white space counted in Japanese names are found without it after the migration', async () => {
  const tenant = await buildTenant(app);
  const wanted = [
    { name: '山田 太郎', name_kana: 'ヤマダ タロウ', company_name: 'Acme 商 事 Ltd' },
    { name: '𠮷野 家', name_kana: null, company_name: null },
    { name: 'Jan Nowak', name_kana: null, company_name: '株式会社' },
  ];
  const ids = await create(tenant, wanted);
  const stored = () =>
    query(app, 'select search_text, search_grams from customers where tenant_id = $1 order by customer_id', [
      tenant.tenantId,
    ]);
  const before = await stored();
  const formerly = ['山田 太郎\nやまだ たろう\nacme 商 事 ltd', '𠮷野 家\n\n', 'jan nowak\n\n株式会社'];
  for (const [i, text] of formerly.entries())
    await query(app, 'update customers set search_text = $2, search_grams = $3 where customer_id = $1', [
      ids[i],
      text,
      searchGrams(tenant.tenantId, text.split('\n')),
    ]);

  await query(app, readFileSync(new URL('../../migrations/0002-lists.sql', import.meta.url), 'utf8'));
  for (const [i, { search_text, search_grams }] of (await stored()).entries()) {
    assert.equal(search_text, before[i]?.search_text);
    assert.ok(new Set(search_grams).isSupersetOf(new Set(before[i]?.search_grams)));
  }
});

test('a change is found by its new words only', async () => {
  const tenant = await buildTenant(app);
  const [id] = await create(tenant, [{ name: 'Old words' }]);
  await tenant.api.put(`/customers/${id}`, { name: 'New words' });
  assert.deepEqual(namesOf(await tenant.api.get('/customers?q=old')), []);
  assert.deepEqual(namesOf(await tenant.api.get('/customers?q=new')), ['New words']);
});

test('a time before every change narrows nothing down: the total is read from the sums', async () => {
  const tenant = await buildTenant(app);
  const second = await buildProject(app, tenant.tenantId);
  const ids = await create(tenant, [{ name: 'A' }, { name: 'B', project_id: second }]);
  await query(app, `update customers set updated_at = '2026-03-01T12:00:00Z' where tenant_id = $1`, [tenant.tenantId]);
  const list = async (filters: string) => {
    const answer = await tenant.api.get(`/customers?${filters}`);
    return [idsOf(answer), answer.body.pagination.total];
  };
  assert.deepEqual(await list('updated_since=2026-03-01T12:00:00Z'), [ids, 2]);
  assert.deepEqual(await list(`updated_since=2020-01-01&project_id=${second}`), [ids.slice(1), 1]);
  assert.deepEqual(await list('updated_since=2026-03-01T12:00:00.001Z'), [[], 0]);

  // Deliberately wrong sums show which lists read them.
  await foldCustomerCounts(app.db);
  await query(app, 'update customer_counts set n = 42 where tenant_id = $1', [tenant.tenantId]);
  assert.deepEqual(await list('updated_since=2026-03-01T12:00:00Z&sort=desc'), [ids.toReversed(), 42]);
  assert.deepEqual(await list('updated_since=2020-01-01&q=A'), [ids.slice(0, 1), 1]);
});

test('updated_since takes times and days and counts the moment itself', async () => {
  const tenant = await buildTenant(app);
  const [early, late] = await create(tenant, [{ name: 'Early' }, { name: 'Late' }]);
  await query(app, `update customers set updated_at = '2026-03-01T12:00:00Z' where customer_id = $1`, [early]);
  await query(app, `update customers set updated_at = '2026-03-02T00:00:00.500Z' where customer_id = $1`, [late]);
  const since = async (text: string) => namesOf(await tenant.api.get(`/customers?updated_since=${text}`));
  assert.deepEqual(await since('2026-03-01T12:00:00Z'), ['Early', 'Late']);
  assert.deepEqual(await since('2026-03-01T12:00:00.001Z'), ['Late']);
  assert.deepEqual(await since('2026-03-01T21:00:00%2B09:00'), ['Early', 'Late']);
  assert.deepEqual(await since('2026-03-01T21:00:01+09:00'), ['Late'], 'a plus that became a blank');
  assert.deepEqual(await since('2026-03-02'), ['Late']);
  assert.deepEqual(await since('2026-03-03'), []);
  for (const bad of ['yesterday', '2026-02-30', '2026-13-01', '2026-03-01T25:00:00Z', '1772366400', '2026-03-01T12:00'])
    assert.deepEqual(
      faultsOf(await tenant.api.get(`/customers?updated_since=${bad}`)),
      ['updated_since invalid_format'],
      bad,
    );
});
