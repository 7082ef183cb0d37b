import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { assertProblem, client, startTestApp, type TestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { writeSaid } from '../calls/state/call-texts.ts';
import { recordStep } from '../insights/jobs/record-step.ts';
import { decodeId, idOf } from '../platform/ids.ts';
import { expireRecordings } from './expire-recordings.ts';
import { recordingsIn } from './recording-files.ts';

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-delete-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const folder = newFolder();
const app = await startTestApp({ DATA_DIR: folder, SIMULATOR_SPEED: 100 });
const server = await startS3Server();
const storing = await startTestApp({
  RECORDING_STORE_URL: server.address,
  SIMULATOR_SPEED: 100,
  DATA_DIR: newFolder(),
});
const slow = await startTestApp({ SIMULATOR_SPEED: 0.2 });

async function recordedCall(on: TestApp = app, kind: 'test' | 'live' = 'test') {
  const tenant = await buildTenant(on, { kind });
  const { api, tenantId, projectId } = tenant;
  const staff_id = await buildStaff(on, tenantId);
  const body = { phone_number: '+819012345678', staff_id, project_id: projectId };
  const callId: string = (await api.post('/calls/initiate', body)).body.data.call_id;
  await until(async () => (await api.get(`/calls/${callId}`)).body.data.recording?.status === 'ready');
  const id = decodeId('call', callId) as string;
  return {
    ...tenant,
    ...{ callId, path: `/calls/${callId}/recording`, file: join(folder, 'recordings', `${tenantId}`, `${id}.wav`) },
    ref: { tenantId, isTest: kind === 'test', callId: idOf('call', id) },
    rows: (table: string) => query(on, `select * from ${table} where tenant_id = $1`, [tenantId]),
  };
}

/** The code in the details of a 404. */
const missing = (answer: Parameters<typeof assertProblem>[0]) => assertProblem(answer, 404, 'not_found')[0]?.code;

describe('deleting a recording', { concurrency: true }, () => {
  for (const kind of ['test', 'live'] as const)
    test(`the recording of a ${kind} call goes with its file and everything made from it, once`, async () => {
      const { api, path, callId, file, ref, rows } = await recordedCall(app, kind);
      assert.ok(existsSync(file));
      await app.db.transaction((tx) => writeSaid(tx, ref, ['My card number is a secret.']));
      assert.deepEqual([(await rows('insight_jobs')).length, (await rows('insights')).length], [1, 1]);
      const { url } = (await api.get(`/calls/${callId}`)).body.data.recording;
      assert.equal((await fetch(`${url}?format=mp3`)).status, 200);

      const deleted = await api.send('DELETE', path);
      assert.equal(deleted.status, 200, deleted.text);
      const { recording, transcription, status, phone_number } = deleted.body.data;
      assert.deepEqual([recording.status, recording.url, status], ['deleted', null, 'connected']);
      assert.deepEqual([transcription.reason, phone_number], ['recording_deleted', '+819012345678']);
      assert.ok(!existsSync(file) && !existsSync(file.replace('.wav', '.mp3')), 'the files are gone with the answer');
      for (const table of ['insight_jobs', 'insights', 'call_texts']) assert.deepEqual(await rows(table), [], table);
      const call = (await api.get(`/calls/${callId}`)).body.data;
      for (const insight of [call.transcription, call.summary, call.voice_analysis])
        assert.deepEqual([insight.status, insight.reason], ['unavailable', 'recording_deleted']);
      assert.equal(missing(await api.send('DELETE', path)), 'recording_deleted');
      assert.equal(missing(await api.get(path)), 'recording_deleted');
      assert.equal((await fetch(url)).status, 404);
      assertProblem(await api.post(`/calls/${callId}/analyze`), 422, 'validation_failed');
    });

  test('of two requests at once one deletes, and the other finds it deleted', async () => {
    const { api, path } = await recordedCall();
    const answers = await Promise.all([api.send('DELETE', path), api.send('DELETE', path)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });

  test('an analysis that is in progress brings nothing back', async () => {
    const { api, path, ref, rows } = await recordedCall();
    await query(app, 'update insight_jobs set claim = 1 where tenant_id = $1', [ref.tenantId]);
    const job = { tenant_id: ref.tenantId, is_test: ref.isTest, call_id: ref.callId, claim: 1, retries: 0 };
    assert.equal((await api.send('DELETE', path)).status, 200);
    const segment = { index: 0, speaker: 'staff', start_seconds: 0, end_seconds: 1, text: 'Secret.' } as const;
    const transcription = { status: 'ready', text: 'Secret.', segments: [segment] };
    const learned = { language: 'en', utterances: null, voice_analysis: null, transcription, summary: null };
    assert.equal(await recordStep(app.db, job, learned as never, 'transcription'), false);
    for (const table of ['insights', 'call_texts']) assert.deepEqual(await rows(table), [], table);
  });

  test('an object in the store goes too', async () => {
    const { api, path, rows, tenantId } = await recordedCall(storing);
    const stored = () => [...server.objects.keys()].filter((key) => key.startsWith(`${tenantId}/`));
    await until(async () => (await rows('recordings'))[0]?.place === 's3');
    assert.equal(stored().length, 1);
    assert.equal((await api.send('DELETE', path)).status, 200);
    assert.deepEqual(stored(), []);
  });

  test('killed between the row and the file, the next turn of the chore removes the file', async () => {
    const { file, ref } = await recordedCall();
    await query(app, 'update recordings set deleted_at = now() where tenant_id = $1', [ref.tenantId]);
    assert.ok(existsSync(file));
    const files = recordingsIn(join(folder, 'recordings'));
    await expireRecordings(app.db, { files, s3: undefined, onDeleted: async () => {} }, 0);
    assert.ok(!existsSync(file));
  });

  test('a call in progress has no recording to delete yet, and one without a recording has none', async () => {
    const { api, tenantId, projectId } = await buildTenant(slow);
    const staff_id = await buildStaff(slow, tenantId);
    const call = { phone_number: '+819012345678', staff_id, project_id: projectId };
    const { call_id } = (await api.post('/calls/initiate', call)).body.data;
    const path = `/calls/${call_id}/recording`;
    assertProblem(await api.send('DELETE', path), 409, 'call_in_progress');
    await until(async () => (await api.get(`/calls/${call_id}`)).body.data.status === 'connected');
    assertProblem(await api.send('DELETE', path), 409, 'call_in_progress');

    const unanswered = { ...call, phone_number: '+819012340002' };
    const busy = (await api.post('/calls/initiate', unanswered)).body.data.call_id;
    await api.post(`/calls/${busy}/hangup`);
    await until(async () => missingOrOpen(await api.send('DELETE', `/calls/${busy}/recording`)) === 'no_recording');
  });

  const missingOrOpen = ({ body }: { body: { error: { details: { code: string }[] } } }) => body.error.details[0]?.code;

  test("another tenant's, another mode's and unknown calls are not found, and the scope is needed", async () => {
    const { api, path, tenantId, callId, file } = await recordedCall();
    const stranger = await buildTenant(app);
    const live = client(app, (await buildKey(app, tenantId, { kind: 'live' })).key);
    const reader = client(app, (await buildKey(app, tenantId, { scopes: ['calls:read'] })).key);
    for (const other of [stranger.api, live]) assert.equal(missing(await other.send('DELETE', path)), undefined);
    assertProblem(await api.send('DELETE', '/calls/call_1/recording'), 404, 'not_found');
    assertProblem(await reader.send('DELETE', path), 403, 'insufficient_scope');
    assert.equal((await api.get(`/calls/${callId}`)).body.data.recording.status, 'ready');
    assert.ok(existsSync(file));
  });
});
