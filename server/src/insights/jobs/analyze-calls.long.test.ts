import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js';
import { atEnd } from '../../../test/at-end.ts';
import { buildKey, buildStaff, buildTenant, query, type TestTenant } from '../../../test/builders.ts';
import { linkModels } from '../../../test/models-folder.ts';
import { modelAnswers, startStandIn } from '../../../test/stand-ins/openai-stand-in.ts';
import { assertProblem, client, startNode, startTestApp, type TestApp } from '../../../test/test-app.ts';
import { until } from '../../../test/until.ts';
import { decodeId } from '../../platform/ids.ts';
import { expireRecordings } from '../../recordings/expire-recordings.ts';
import { recordingsIn } from '../../recordings/recording-files.ts';
import { forgetInsights } from './forget-insights.ts';

/** Workers yield to everything else on the machine, other tests included. */
const patience = 240;

/** A data folder for a server that already has the English model. */
function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-insights-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  linkModels(folder);
  return folder;
}

const DATA_DIR = dataFolder();
const idle = await startTestApp({ DATA_DIR, SIMULATOR_SPEED: 1_000 });
const licenses = ['open_api_advanced'];
const tenant = await buildTenant(idle, { licenses });
const staffId = await buildStaff(idle, tenant.tenantId);
const { databaseUrl } = idle;
const keyIn = (callId: string) => decodeId('call', callId) as string;

/** A whole simulated call, ended and recorded, which no node analyzes yet. */
async function talk({ tenantId, projectId, api }: TestTenant = tenant, number = '+819012345678'): Promise<string> {
  const staff_id = tenantId === tenant.tenantId ? staffId : await buildStaff(idle, tenantId);
  const started = await api.post('/calls/initiate', { phone_number: number, staff_id, project_id: projectId });
  assert.equal(started.status, 200, started.text);
  const { call_id } = started.body.data;
  await until(async () => {
    const { ended_at, status, recording } = await read(call_id, api);
    return ended_at && (status !== 'connected' || recording);
  });
  return call_id;
}

async function read(callId: string, api = tenant.api) {
  const answer = await api.get(`/calls/${callId}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
}

const statuses = async (callId: string) => {
  const { voice_analysis, transcription, summary } = await read(callId);
  return [voice_analysis, transcription, summary].map((insight) => insight?.status ?? null);
};
const reasons = async (callId: string) => {
  const { voice_analysis, transcription, summary } = await read(callId);
  return [voice_analysis, transcription, summary].map((insight) => insight?.reason ?? null);
};
const eventsOf = (callId: string) =>
  query(
    idle,
    `select data from events where type = 'call.analyzed' and data ->> 'call_id' = $1 order by (data ->> 'sequence')::int`,
    [callId],
  );
const jobsOf = (callId: string) => query(idle, 'select * from insight_jobs where call_id = $1', [keyIn(callId)]);
const isSettled = async (callId: string) => (await eventsOf(callId)).length > 0;

/** Runs a node that analyzes calls until the condition holds. */
async function whileAnalyzing(condition: (node: TestApp) => Promise<unknown>, config = {}): Promise<void> {
  const node = await startNode(databaseUrl, { DATA_DIR, ANALYSIS_WORKERS: 1, LOG_LEVEL: 'error', ...config });
  try {
    await until(() => condition(node), patience);
  } finally {
    await node.stop();
  }
}

test('a test call is analyzed, transcribed and summarized, and the reports know who talked', async () => {
  const callId = await talk();
  assert.deepEqual(await statuses(callId), ['pending', 'pending', 'pending']);
  const { sequence } = (await query(idle, 'select sequence from calls where call_id = $1', [keyIn(callId)]))[0] ?? {};
  await whileAnalyzing(() => isSettled(callId));

  const call = await read(callId);
  const { voice_analysis, transcription, summary } = call;
  assert.deepEqual(await statuses(callId), ['ready', 'ready', 'ready']);
  assert.ok(voice_analysis.talk_ratio > 0 && voice_analysis.talk_ratio < 1);
  assert.equal(voice_analysis.duration_seconds, call.recording.duration_seconds);
  assert.equal(transcription.language, 'en');
  assert.ok(transcription.segments.length >= 3, JSON.stringify(transcription));
  assert.ok(transcription.segments.some(({ speaker }: { speaker: string }) => speaker === 'customer'));
  assert.deepEqual([summary.method, summary.action_items], ['extractive', null]);

  await assertDocumented(call);

  const [event, ...more] = await eventsOf(callId);
  assert.deepEqual([event?.data.sequence, event?.data.phone_number, more], [sequence + 1, '819*****5678', []]);
  assert.ok(!JSON.stringify(event).includes(transcription.segments[0].text));
  assert.deepEqual(await jobsOf(callId), []);

  const reported = await tenant.api.get('/reports/calls');
  const row = reported.body.data.find(({ call_id }: { call_id: string }) => call_id === callId);
  assert.equal(row.talk_ratio, voice_analysis.talk_ratio);
  const users = await tenant.api.get('/reports/users');
  const user = users.body.data.find(({ staff_id }: { staff_id: number }) => staff_id === staffId);
  assert.equal(user.talk_ratio, voice_analysis.talk_ratio);
});

/** A call with every field set matches the OpenAPI document. */
async function assertDocumented(call: object): Promise<void> {
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addSchema((await tenant.api.get('/openapi.json')).body, 'document', undefined, false);
  const validate = ajv.getSchema('document#/components/schemas/Call');
  assert.ok(validate?.(call), ajv.errorsText(validate?.errors));
}

test('a call in a language that no engine knows is measured, and not transcribed', async () => {
  const klingon = await buildTenant(idle);
  await query(idle, `update tenants set language = 'tlh' where tenant_id = $1`, [klingon.tenantId]);
  const callId = await talk(klingon);
  await whileAnalyzing(() => isSettled(callId));
  const { voice_analysis, transcription, summary } = await read(callId, klingon.api);
  assert.equal(voice_analysis.status, 'ready');
  assert.deepEqual(
    [transcription.status, transcription.reason, transcription.language, transcription.text, transcription.segments],
    ['unavailable', 'no_engine_for_language', 'tlh', null, []],
  );
  assert.deepEqual([summary.status, summary.reason], ['unavailable', 'no_transcription']);
});

test('a call that was not answered, or only by voicemail, has nothing to analyze', async () => {
  for (const number of ['+819012340001', '+819012340007']) {
    const callId = await talk(tenant, number);
    assert.deepEqual(await statuses(callId), [null, null, null]);
    assert.deepEqual(await jobsOf(callId), []);
    const details = assertProblem(await tenant.api.post(`/calls/${callId}/analyze`), 422, 'validation_failed');
    assert.equal(details[0]?.code, 'not_connected');
  }
});

test('configured services transcribe and summarize any language, with action items and moods', async () => {
  const japanese = await buildTenant(idle, { country: 'JP' });
  const callId = await talk(japanese);
  const [speech, chat] = [await startStandIn(), await startStandIn()];
  speech.answerWith(modelAnswers.text('注文はいつ届きますか。'));
  const answer = {
    text: '注文の配達日について。',
    key_points: ['配達日'],
    keywords: ['注文'],
    action_items: ['配達日を知らせる'],
    sentiment: { staff: 'positive', customer: 'neutral' },
  };
  chat.answerWith(modelAnswers.completion(JSON.stringify(answer)));
  await whileAnalyzing(() => isSettled(callId), {
    TRANSCRIPTION_URL: `${speech.url.replace('//', '//:sp-secret@')}?model=whisper-1`,
    SUMMARY_URL: `${chat.url.replace('//', '//:ch-secret@')}?model=some-model`,
  });
  const { voice_analysis, transcription, summary } = await read(callId, japanese.api);
  assert.deepEqual([transcription.status, transcription.engine], ['ready', 'whisper-1']);
  assert.equal(transcription.segments[0].text, '注文はいつ届きますか。');
  assert.deepEqual([summary.method, summary.action_items], ['abstractive', answer.action_items]);
  assert.deepEqual(voice_analysis.sentiment, answer.sentiment);
  assert.equal(speech.asked[0]?.headers.authorization, 'Bearer sp-secret');
  assert.equal(chat.asked[0]?.headers.authorization, 'Bearer ch-secret');
});

test('a service that refuses makes its step fail with the reason, and the call can be analyzed again', async () => {
  const callId = await talk();
  const speech = await startStandIn();
  speech.answerWith(modelAnswers.status(401));
  const TRANSCRIPTION_URL = `${speech.url}?model=whisper-1`;
  await whileAnalyzing(() => isSettled(callId), { TRANSCRIPTION_URL });
  assert.deepEqual(await statuses(callId), ['ready', 'failed', 'unavailable']);
  assert.deepEqual(await reasons(callId), [null, 'engine_refused', 'no_transcription']);
  assert.deepEqual(await jobsOf(callId), []);
  const { completed_at } = (await read(callId)).voice_analysis;

  const again = await tenant.api.post(`/calls/${callId}/analyze`);
  assert.equal(again.status, 200, again.text);
  assert.deepEqual(await statuses(callId), ['ready', 'pending', 'pending']);
  speech.answerWith(modelAnswers.text('Hello, this is about your order.'));
  await whileAnalyzing(async () => (await eventsOf(callId)).length === 2, { TRANSCRIPTION_URL });
  assert.deepEqual(await statuses(callId), ['ready', 'ready', 'ready']);
  assert.equal((await read(callId)).voice_analysis.completed_at, completed_at);

  assert.equal((await tenant.api.post(`/calls/${callId}/analyze`)).status, 200);
  assert.deepEqual(await jobsOf(callId), []); // All steps are already ready.
  assert.equal((await tenant.api.post(`/calls/${callId}/analyze?from=voice_analysis`)).status, 200);
  assert.deepEqual(await statuses(callId), ['pending', 'pending', 'pending']);
  await query(idle, 'delete from insight_jobs where call_id = $1', [keyIn(callId)]);
});

test('an unreachable service makes its step fail, and is asked again later', async () => {
  const callId = await talk();
  await whileAnalyzing(() => isSettled(callId), { SUMMARY_URL: 'http://127.0.0.1:1/v1?model=some-model' });
  assert.deepEqual(await reasons(callId), [null, null, 'engine_unreachable']);
  const [job] = await jobsOf(callId);
  assert.ok(job && job.due_at > new Date() && job.retries === 1 && job.node_id === null);

  await query(idle, 'update insight_jobs set due_at = now() where call_id = $1', [keyIn(callId)]);
  await whileAnalyzing(async () => (await eventsOf(callId)).length === 2);
  assert.deepEqual(await statuses(callId), ['ready', 'ready', 'ready']);
  assert.deepEqual(await jobsOf(callId), []);
});

test('a killed node leaves one step to repeat, and a step that kills every node is given up', async () => {
  const callId = await talk();
  await query(idle, `update insight_jobs set due_at = 'infinity' where call_id <> $1`, [keyIn(callId)]);
  await whileAnalyzing(async () => (await statuses(callId))[0] === 'ready', {
    TRANSCRIPTION_URL: await silentService(),
  });
  const before = await read(callId);
  assert.deepEqual(await statuses(callId), ['ready', 'pending', 'pending']);
  const [job] = await jobsOf(callId);
  assert.deepEqual([job?.node_id, job?.attempts], [null, 0]);

  // The state that three nodes would leave if this step had killed each of them.
  await query(idle, 'update insight_jobs set attempts = 3, node_id = gen_random_uuid() where call_id = $1', [
    keyIn(callId),
  ]);
  await whileAnalyzing(() => isSettled(callId));
  assert.deepEqual(await reasons(callId), [null, 'gave_up', 'no_transcription']);
  assert.deepEqual((await read(callId)).voice_analysis, before.voice_analysis);
  await query(idle, 'update insight_jobs set due_at = now()');
});

/** A service that accepts requests and never answers. */
async function silentService(): Promise<string> {
  const silent = await startStandIn();
  silent.answerWith(modelAnswers.hang);
  return `${silent.url}?model=whisper-1`;
}

test('the step of a killed worker is started again by another one', async () => {
  const callId = await talk();
  const speech = await startStandIn();
  speech.answerWith(modelAnswers.hang);
  const node = await startNode(databaseUrl, {
    ...{ DATA_DIR, ANALYSIS_WORKERS: 1 },
    TRANSCRIPTION_URL: `${speech.url}?model=whisper-1`,
  });
  await until(() => speech.asked.length > 0, patience);
  for (const pid of workers()) process.kill(pid, 'SIGKILL');
  await until(async () => (await jobsOf(callId))[0]?.node_id === null);
  speech.answerWith(modelAnswers.text('Hello.'));
  await query(idle, 'update insight_jobs set due_at = now() where call_id = $1', [keyIn(callId)]);
  await until(() => isSettled(callId), patience);
  assert.deepEqual(await statuses(callId), ['ready', 'ready', 'ready']);
  await node.stop();
});

/** The worker processes that this process started. */
function workers(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker.ts'));
}

test('analysis is switched off by a project or a tenant, and on again', async () => {
  const own = await buildTenant(idle);
  await query(idle, 'update projects set analyses_calls = false where tenant_id = $1', [own.tenantId]);
  const callId = await talk(own);
  const { voice_analysis } = await read(callId, own.api);
  assert.deepEqual([voice_analysis.status, voice_analysis.reason], ['unavailable', 'switched_off']);
  const refused = assertProblem(await own.api.post(`/calls/${callId}/analyze`), 422, 'validation_failed');
  assert.equal(refused[0]?.code, 'switched_off');

  await query(idle, 'update projects set analyses_calls = true where tenant_id = $1', [own.tenantId]);
  assert.equal((await own.api.post(`/calls/${callId}/analyze`)).body.data.summary.status, 'pending');
  await query(idle, 'update tenants set analyses_calls = false where tenant_id = $1', [own.tenantId]);
  await whileAnalyzing(() => isSettled(callId));
  const { transcription } = await read(callId, own.api);
  assert.deepEqual([transcription.status, transcription.reason], ['unavailable', 'switched_off']);
});

test('insights are deleted with the recording, and the figures of reports stay', async () => {
  const own = await buildTenant(idle, { licenses });
  const callId = await talk(own);
  await whileAnalyzing(() => isSettled(callId));
  const { talk_ratio } = (await read(callId, own.api)).voice_analysis;
  await query(idle, 'update tenants set recording_days = 1 where tenant_id = $1', [own.tenantId]);
  const files = recordingsIn(join(DATA_DIR, 'recordings'));
  await expireRecordings(
    idle.db,
    { files, s3: undefined, onDeleted: forgetInsights },
    0,
    new Date(Date.now() + 2 * 86_400_000),
  );

  const { voice_analysis, transcription, summary } = await read(callId, own.api);
  for (const insight of [voice_analysis, transcription, summary])
    assert.deepEqual([insight.status, insight.reason], ['unavailable', 'recording_deleted']);
  assert.deepEqual(await query(idle, 'select from insights where call_id = $1', [keyIn(callId)]), []);
  assert.equal((await own.api.get('/reports/calls')).body.data[0].talk_ratio, talk_ratio);
  const refused = assertProblem(await own.api.post(`/calls/${callId}/analyze`), 422, 'validation_failed');
  assert.equal(refused[0]?.code, 'recording_deleted');
});

test('a call is analyzed again only for a caller who may make calls and see it', async () => {
  const callId = await talk();
  const stranger = await buildTenant(idle);
  assertProblem(await stranger.api.post(`/calls/${callId}/analyze`), 404, 'not_found');
  const { key } = await buildKey(idle, tenant.tenantId, { scopes: ['calls:read'] });
  assertProblem(await client(idle, key).post(`/calls/${callId}/analyze`), 403, 'insufficient_scope');
  const live = await buildKey(idle, tenant.tenantId, { kind: 'live' });
  assertProblem(await client(idle, live.key).post(`/calls/${callId}/analyze`), 404, 'not_found');
  const unknown = await tenant.api.post(`/calls/${callId}/analyze?from=somewhere`);
  assert.equal(assertProblem(unknown, 422, 'validation_failed')[0]?.field, 'from');
});

test('a caller who may make calls but not read them gets neither a number nor a word', async () => {
  const callId = await talk();
  await whileAnalyzing(() => isSettled(callId));
  const [segment] = (await read(callId)).transcription.segments;
  const { key } = await buildKey(idle, tenant.tenantId, { scopes: ['calls:initiate'] });
  for (const verb of ['analyze', 'hangup']) {
    const answer = await client(idle, key).post(`/calls/${callId}/${verb}`, undefined, { 'idempotency-key': verb });
    assert.equal(answer.status, 200, answer.text);
    const { phone_number, summary, recording } = answer.body.data;
    assert.deepEqual([phone_number, summary.status, recording.url], ['819*****5678', 'ready', null]);
    assert.deepEqual(Object.keys(summary), ['status', 'reason', 'engine', 'completed_at']);
    assert.ok(!answer.text.includes(segment.text));
  }
});

test('a node without the recording leaves it to others, later and later', async () => {
  const callId = await talk();
  const elsewhere = mkdtempSync(join(tmpdir(), 'trunkline-elsewhere-'));
  atEnd(() => rmSync(elsewhere, { recursive: true, force: true }));
  await whileAnalyzing(async () => (await jobsOf(callId))[0]?.elsewhere_since, { DATA_DIR: elsewhere });
  const [job] = await jobsOf(callId);
  assert.deepEqual([job?.node_id, job?.attempts], [null, 0]);
  assert.ok(job?.due_at > new Date());
  assert.deepEqual(await statuses(callId), ['pending', 'pending', 'pending']);

  await query(
    idle,
    `update insight_jobs set due_at = now(), elsewhere_since = now() - interval '1 hour' where call_id = $1`,
    [keyIn(callId)],
  );
  const isPutOff = async () => (await jobsOf(callId))[0]?.due_at.getTime() > Date.now() + 200_000;
  await whileAnalyzing(isPutOff, { DATA_DIR: elsewhere });
  await query(idle, 'update insight_jobs set due_at = now() where call_id = $1', [keyIn(callId)]);
  await whileAnalyzing(() => isSettled(callId));
  assert.deepEqual(await statuses(callId), ['ready', 'ready', 'ready']);
});
