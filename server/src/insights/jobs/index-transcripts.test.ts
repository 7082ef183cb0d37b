import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { buildCalls } from '../../../test/build/build-calls.ts';
import { buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { examples } from '../../call-detail/examples.ts';
import { dropOldCalls } from '../../calls/listing/call-partitions.ts';
import { listCallsSaying, readWords } from '../../calls/listing/said-words.ts';
import { ofOldCalls } from '../../compose/recorded-calls.ts';
import { decodeId, type TenantId } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';
import { emptyInsights } from '../empty-insights.ts';
import type { Segment, Speaker, Summary, Transcription, VoiceAnalysis } from '../insight.ts';
import { redactCards } from '../transcript/redact-cards.ts';
import { forgetInsights } from './forget-insights.ts';
import { indexTranscripts } from './index-transcripts.ts';
import type { Learned } from './perform-step.ts';
import { recordStep } from './record-step.ts';

const app = await startTestApp();
const { db } = app;

type Line = [Speaker, string];
type Options = { isTest?: boolean; at?: Date; summary?: Partial<Summary> };

function transcriptionOf(lines: Line[]): Transcription {
  const segments = lines.map(
    ([speaker, text], index): Segment => ({
      ...{ index, speaker, start_seconds: index, end_seconds: index + 1, text },
      ...{ confidence: null, language: 'ja' },
    }),
  );
  const ready = { status: 'ready', reason: null, engine: 'x', completed_at: '2026-01-02T03:04:05.678Z' } as const;
  return { ...ready, language: 'ja', language_confidence: null, text: '', segments: redactCards(segments) };
}

/** A call whose recording is stored and whose analysis is claimed. */
async function buildCall(tenant: TestTenant, { isTest = true, at }: Options = {}) {
  const [callId = ''] = await buildCalls(app, tenant, [{ isTest, ...(at && { at }) }]);
  const key = { tenant_id: tenant.tenantId, is_test: isTest, call_id: present(decodeId('call', callId)) };
  const columns = Object.values(key);
  await query(app, `update calls set recording = '{"status": "ready"}' where call_id = $1`, [key.call_id]);
  await query(app, `insert into insights (tenant_id, is_test, call_id, language) values ($1, $2, $3, 'ja')`, columns);
  await query(app, 'insert into insight_jobs (tenant_id, is_test, call_id, claim) values ($1, $2, $3, 1)', columns);
  return { callId, key, ref: { tenantId: key.tenant_id, isTest, callId: key.call_id } };
}

/** A call that was transcribed and summarized; returns its public id. */
async function say(tenant: TestTenant, lines: Line[], options: Options = {}): Promise<string> {
  const { callId, key } = await buildCall(tenant, options);
  const job = { ...key, claim: 1, retries: 0 };
  const voice_analysis = examples.call.voice_analysis as VoiceAnalysis;
  const learned: Learned = { language: 'ja', voice_analysis, utterances: [], transcription: null, summary: null };
  const transcribed = { ...learned, transcription: transcriptionOf(lines) };
  assert.ok(await recordStep(db, job, transcribed, 'transcription'));
  const { status, reason, engine, completed_at } = transcribed.transcription;
  const summary = { status, reason, engine, completed_at, ...emptyInsights.summary, ...options.summary };
  assert.ok(await recordStep(db, job, { ...transcribed, summary }, 'summary'));
  return callId;
}

async function find({ tenantId }: { tenantId: TenantId }, q: string, isTest = true): Promise<string[]> {
  const words = readWords(tenantId, q);
  assert.ok(words, q);
  const rows = await listCallsSaying.all(db, { tenant_id: tenantId, is_test: isTest, ...words, limit: 100 });
  return rows.map(({ call_id }) => call_id).sort();
}

const idsOf = (...callIds: string[]) => callIds.map((id) => decodeId('call', id)).sort();
const textsOf = ({ tenantId }: TestTenant) =>
  query(app, 'select said from call_texts where tenant_id = $1', [tenantId]);

test('calls are found by words inside of sentences, in any order and from any turn', async () => {
  const tenant = await buildTenant(app);
  const invoice = await say(tenant, [
    ['customer', '請求書の送付先を変更したいのですが。'],
    ['staff', '来月分から大阪の事務所へお送りいたします。'],
  ]);
  const router = await say(tenant, [
    ['customer', 'ルーターのランプが赤いままなんです'],
    ['staff', '請求書は別です'],
  ]);
  const order = await say(tenant, [
    ['staff', 'Your ORDER no. 4711 left the Warehouse.'],
    ['customer', 'Merci, à bientôt.'],
  ]);
  const cases: [string, string[]][] = [
    ['請求書', [invoice, router]],
    ['送付先 請求書', [invoice]],
    ['大阪　送付先', [invoice]],
    ['事務所 変更 来月', [invoice]],
    ['ルーター ランプ', [router]],
    ['るーたー', [router]],
    ['ﾙｰﾀｰ', [router]],
    ['order WAREHOUSE', [order]],
    ['ｏｒｄｅｒ', [order]],
    ['4711', [order]],
    ['ware', [order]],
    ['no le', [order]],
    ['a à', [order]],
    ['À BIENTÔT', [order]],
    ['変 来', [invoice]],
    ['送付元', []],
    ['請求書 order', []],
    // The end of one turn and the beginning of the next are no word.
    ['が来月', []],
    ['がらい', []],
    ['warehouse.merci', []],
    ['%', []],
    ['order_no', []],
  ];
  for (const [q, expected] of cases) assert.deepEqual(await find(tenant, q), idsOf(...expected), q);
  assert.equal(readWords(tenant.tenantId, ' 　'), undefined);
});

test('a word that has all pairs of a text and is not in it is not found', async () => {
  const tenant = await buildTenant(app);
  const said = await say(tenant, [
    ['staff', '東京都庁と京都府庁と都府'],
    ['customer', 'banana nab'],
  ]);
  assert.deepEqual(await find(tenant, '京都府'), idsOf(said));
  for (const q of ['東京都府庁', '都府庁と京都庁', 'nanaban']) assert.deepEqual(await find(tenant, q), [], q);
});

test('the words of a written summary are found, and card numbers are not', async () => {
  const tenant = await buildTenant(app);
  const callId = await say(tenant, [['customer', 'カードは 4111 1111 1111 1111 です']], {
    summary: { method: 'abstractive', text: '支払方法の相談', key_points: ['分割払い'], action_items: ['書類の郵送'] },
  });
  for (const q of ['支払方法 カード', '分割払い', '郵送 書類'])
    assert.deepEqual(await find(tenant, q), idsOf(callId), q);
  for (const q of ['4111', '1111 カード']) assert.deepEqual(await find(tenant, q), [], q);
  assert.doesNotMatch(JSON.stringify(await textsOf(tenant)), /\d{4}/);
});

test('calls of other tenants and of the other mode are not found', async () => {
  const [one, two] = [await buildTenant(app), await buildTenant(app)];
  const lines: Line[] = [['staff', '契約の更新について']];
  const [test, live, other] = [await say(one, lines), await say(one, lines, { isTest: false }), await say(two, lines)];
  assert.deepEqual(await find(one, '更新'), idsOf(test));
  assert.deepEqual(await find(one, '更新', false), idsOf(live));
  assert.deepEqual(await find(two, '更新'), idsOf(other));
  assert.deepEqual(await find(two, '更新', false), []);
});

test('words are forgotten with the recording, by a new analysis and with old calls', async () => {
  const tenant = await buildTenant(app);
  const lines: Line[] = [['staff', '解約の手続き']];
  const summary = { method: 'abstractive', text: '移転の話' } as const;
  const [deleted, again, resummarized] = [
    await say(tenant, lines),
    await say(tenant, lines),
    await say(tenant, lines, { summary }),
  ];
  const old = await say(tenant, lines, { at: new Date('2020-02-03T00:00:00Z') });
  assert.deepEqual(await find(tenant, '解約'), idsOf(deleted, again, resummarized, old));

  const { tenantId } = tenant;
  const ref = { tenantId, isTest: true, callId: present(decodeId('call', deleted)) };
  await assert.rejects(
    db.transaction(async (tx) => {
      await forgetInsights(tx, [ref]);
      throw new Error('The node is killed.');
    }),
  );
  assert.equal((await find(tenant, '解約')).length, 4);
  await db.transaction((tx) => forgetInsights(tx, [ref]));
  assert.deepEqual(await find(tenant, '解約'), idsOf(again, resummarized, old));

  const analyze = async (callId: string, from: string) => {
    const answer = await tenant.api.post(`/calls/${callId}/analyze?from=${from}`);
    assert.equal(answer.status, 200, answer.text);
  };
  await analyze(again, 'transcription');
  assert.deepEqual(await find(tenant, '解約'), idsOf(resummarized, old));
  assert.deepEqual(await find(tenant, '移転'), idsOf(resummarized));
  await analyze(resummarized, 'summary');
  assert.deepEqual(await find(tenant, '解約'), idsOf(resummarized, old));
  assert.deepEqual(await find(tenant, '移転'), []);

  const folder = mkdtempSync(join(tmpdir(), 'trunkline-words-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  await dropOldCalls(db, ofOldCalls(db, recordingsIn(folder)), 365);
  assert.deepEqual(await find(tenant, '解約'), idsOf(resummarized));
});

test('a step whose result is no longer wanted leaves no words', async () => {
  const tenant = await buildTenant(app);
  const { key, ref } = await buildCall(tenant);
  await db.transaction((tx) => forgetInsights(tx, [ref]));
  const transcription = transcriptionOf([['staff', '解約']]);
  const learned: Learned = { language: 'ja', voice_analysis: null, utterances: [], transcription, summary: null };
  assert.equal(await recordStep(db, { ...key, claim: 1, retries: 0 }, learned, 'transcription'), false);
  assert.deepEqual(await textsOf(tenant), []);
});

test('transcripts from before the index are added to it, by several nodes at once and once each', async () => {
  const tenant = await buildTenant(app);
  const callIds = await buildCalls(
    app,
    tenant,
    Array.from({ length: 60 }, () => ({})),
  );
  await query(
    app,
    `insert into insights (tenant_id, is_test, call_id, language, transcription)
     select $1, true, unnest($2::uuid[]), 'ja', $3`,
    [tenant.tenantId, callIds.map((id) => decodeId('call', id)), transcriptionOf([['customer', '見積書の数量']])],
  );
  const failed = { ...transcriptionOf([]), status: 'unavailable', reason: 'no_speech' };
  const [silent] = await buildCalls(app, tenant, [{}]);
  await query(
    app,
    `insert into insights (tenant_id, is_test, call_id, language, transcription) values ($1, true, $2, 'ja', $3)`,
    [tenant.tenantId, decodeId('call', silent ?? ''), failed],
  );
  await Promise.all([indexTranscripts(db), indexTranscripts(db), indexTranscripts(db)]);
  // A batch that another node holds is left to it.
  await indexTranscripts(db);
  assert.deepEqual(await find(tenant, '数量 見積書'), idsOf(...callIds));
  assert.equal((await textsOf(tenant)).length, 60);
  const left = await query(app, 'select from insights where tenant_id = $1 and not is_indexed', [tenant.tenantId]);
  assert.equal(left.length, 0);
});

test('transcripts that another node is indexing do not hold up those of any tenant', async () => {
  const tenants = [await buildTenant(app), await buildTenant(app)];
  for (let i = 0; i < 4; i++)
    for (const tenant of tenants) {
      const callIds = await buildCalls(
        app,
        tenant,
        Array.from({ length: 8 }, () => ({})),
      );
      await query(
        app,
        `insert into insights (tenant_id, is_test, call_id, language, transcription)
         select $1, true, unnest($2::uuid[]), 'ja', $3`,
        [tenant.tenantId, callIds.map((id) => decodeId('call', id)), transcriptionOf([['customer', '見積書の数量']])],
      );
    }
  const indexed = () => Promise.all(tenants.map(async (tenant) => (await textsOf(tenant)).length));
  await db.transaction(async (tx) => {
    const text = 'select from insights where not is_indexed order by call_id desc limit 30 for update';
    await tx.execute({ name: '', text, values: [] });
    await indexTranscripts(db);
    const [one = 0, other = 0] = await indexed();
    assert.equal(one + other, 34);
  });
  await indexTranscripts(db);
  assert.deepEqual(await indexed(), [32, 32]);
});

test('old calls that are indexed while they are deleted leave no words', async () => {
  const tenant = await buildTenant(app);
  const [callId = ''] = await buildCalls(app, tenant, [{ at: new Date('2020-02-03T00:00:00Z') }]);
  await query(
    app,
    `insert into insights (tenant_id, is_test, call_id, language, transcription) values ($1, true, $2, 'ja', $3)`,
    [tenant.tenantId, decodeId('call', callId), transcriptionOf([['customer', '見積書の数量']])],
  );
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-words-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const { dropRecordings, forget } = ofOldCalls(db, recordingsIn(folder));
  let indexed = 0;
  const otherNode = async () => {
    await indexTranscripts(db);
    indexed = (await textsOf(tenant)).length;
    return 0;
  };
  await dropOldCalls(db, { dropRecordings, forget: [otherNode, ...forget] }, 365);
  assert.equal(indexed, 1);
  assert.deepEqual(await textsOf(tenant), []);
});
