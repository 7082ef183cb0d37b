import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../../test/at-end.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { connect } from '../../database/connect.ts';
import { idOf } from '../../platform/ids.ts';
import { foldForSearch, textGrams } from '../../platform/text/search-text.ts';
import { listCallsSaying, readWords } from './said-words.ts';

// 100,000 transcripts of four tenants, of 2,000 different texts. One word is in every text, others are in one text of many.

const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 2, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const client = new pg.Client({ connectionString: databaseUrl });
await client.connect();
atEnd(() => client.end());

const tenants = [1, 2, 3, 4].map((id) => idOf('tenant', id));
const [tenantId = idOf('tenant', 1)] = tenants;
const copies = 50;

/** The same numbers in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}
const random = randomFrom(7);
const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
const nouns =
  '請求書 送付先 契約 解約 料金 口座 振替 予約 変更 配送 住所 商品 交換 返金 ルーター ランプ 電源 見積書 納期 数量 プラン'.split(
    ' ',
  );
const verbs =
  '変更したいのですが 確認いたします 届いていません お送りします かかりますか 教えてください 予約しました'.split(' ');
const english =
  'order delivery address invoice Monday router warehouse customer payment account refund cancel the your will'.split(
    ' ',
  );

/** About two minutes of talk. */
function transcript(i: number): string[] {
  const japanese = () => `${pick(nouns)}の${pick(nouns)}を${pick(verbs)}`;
  const spoken = () => Array.from({ length: 12 }, () => pick(english)).join(' ');
  const lines = Array.from({ length: 25 }, i % 3 === 0 ? spoken : japanese);
  const serial = String.fromCodePoint(0x4e00 + i, 0x6e00 + ((i * 7) % 2_000));
  return ['お電話ありがとうございます', ...lines, `番号は${serial}です`, `zq${i.toString(36).padStart(3, 'x')}k`];
}

for (let from = 0; from < 500; from += 50)
  for (const tenant of tenants) {
    const rows = Array.from({ length: 50 }, (_, k) => {
      const folded = transcript(from + k).map(foldForSearch);
      return { said: folded.join('\n'), grams: textGrams(tenant, folded) };
    });
    // The index is built afterwards, which takes a fraction of the time.
    if (from === 0 && tenant === tenants[0]) await client.query('drop index call_texts_grams');
    await client.query(
      `insert into call_texts (tenant_id, is_test, call_id, said, grams)
       select $1, false, gen_random_uuid(), said, array(select jsonb_array_elements_text(grams)::int4)
       from jsonb_to_recordset($2) as r (said text, grams jsonb), generate_series(1, $3)`,
      [tenant, JSON.stringify(rows), copies],
    );
  }
await client.query('create index call_texts_grams on call_texts using gin (grams) with (fastupdate = off)');
await client.query('analyze call_texts');

const valuesOf = (q: string) => {
  const words = readWords(tenantId, q);
  assert.ok(words);
  return { tenant_id: tenantId, is_test: false, ...words, limit: 1_000 };
};

const { text, order, takes } = listCallsSaying;
await client.query(`prepare saying (${order.map((name) => takes[name as keyof typeof takes]).join(', ')}) as ${text}`);

/** The plan of a search: for any words, or for these. */
async function planOf(q: string, mode: 'force_generic_plan' | 'force_custom_plan'): Promise<string> {
  await client.query(`set plan_cache_mode = ${mode}`);
  const values: Record<string, unknown> = valuesOf(q);
  const literals = order.map((name) => {
    const value = values[name];
    return pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : `${value}`);
  });
  const { rows } = await client.query(`explain (format json) execute saying (${literals.join(', ')})`);
  return JSON.stringify(rows);
}

test('among 100,000 transcripts, a search uses the index and finds every call', { timeout: 600_000 }, async () => {
  const { rows } = await client.query(
    `select count(*)::int as n, avg(cardinality(grams))::int as grams, pg_relation_size('call_texts_grams') as bytes
     from call_texts`,
  );
  assert.equal(rows[0].n, 100_000);
  console.log(`entries per call: ${rows[0].grams}; index: ${Math.round(rows[0].bytes / 1e6)} MB`);
  for (const q of ['請求書 返金', 'zqxx6k', '番号', 'refund invoice', 'ルーター 見積書 納期'])
    for (const mode of ['force_generic_plan', 'force_custom_plan'] as const)
      assert.match(await planOf(q, mode), /call_texts_grams/, `${q}, ${mode}`);

  for (const q of ['zqxx6k', '請求書 返金', 'refund invoice', 'ありがとう', '番号 zqx1ek', '見当たらない'] as const) {
    const values = valuesOf(q);
    const begin = performance.now();
    const found = await listCallsSaying.all(db, { ...values, limit: 100_000 });
    const milliseconds = performance.now() - begin;
    const likes = values.words.map((_, i) => `and said like $${i + 2}`).join(' ');
    const plainly = await client.query(
      `select call_id from call_texts where tenant_id = $1 ${likes} order by call_id desc`,
      [tenantId, ...values.words.map((word) => `%${word}%`)],
    );
    assert.deepEqual(
      found.map(({ call_id }) => call_id),
      plainly.rows.map(({ call_id }) => call_id),
      q,
    );
    if (q.includes('zq')) assert.equal(found.length, copies);
    console.log(`${q}: ${found.length} calls in ${milliseconds.toFixed(1)} ms`);
  }
});
