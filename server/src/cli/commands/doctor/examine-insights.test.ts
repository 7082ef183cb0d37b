import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/at-end.ts';
import { modelAnswers, startStandIn } from '../../../../test/stand-ins/openai-stand-in.ts';
import { readConfig } from '../../../config.ts';
import { runtimeName } from '../../../insights/models/runtime.ts';
import { examineInsights } from './examine-insights.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-doctor-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const examine = (settings: Record<string, string>) => examineInsights(readConfig({ DATA_DIR: folder, ...settings }));

test('without a service the doctor says that calls are transcribed here, and whether the models are installed', async () => {
  const [voice, before, ...more] = await examine({});
  assert.deepEqual([voice?.status, before?.status, more], ['ok', 'ok', []]);
  const isMissing = /the first one downloads the model runtime and the voice model\.$/;
  assert.match(voice?.message ?? '', isMissing);
  assert.match(
    before?.message ?? '',
    /English model is not downloaded yet, .* languages \(base\) is not downloaded yet\.$/,
  );
  const parts = [`${runtimeName}/node_modules/onnxruntime-node`, `${runtimeName}/node_modules/onnxruntime-common`];
  for (const name of ['moonshine-base-1', 'whisper-base-1', 'silero-vad-5', ...parts]) {
    assert.match((await examine({}))[0]?.message ?? '', isMissing, `before ${name}`);
    mkdirSync(join(folder, 'models', name), { recursive: true });
  }
  const [runtime, model] = await examine({});
  assert.match(runtime?.message ?? '', /the model runtime and the voice model are downloaded\.$/);
  assert.match(model?.message ?? '', /English model is downloaded, .* languages \(base\) is downloaded\.$/);
  const [, other] = await examine({ TRANSCRIPTION_MODEL: 'small' });
  assert.match(other?.message ?? '', /languages \(small\) is not downloaded yet\.$/);
});

test('the doctor asks configured services, and never prints a key', async () => {
  const service = await startStandIn();
  const SUMMARY_URL = `${service.url.replace('//', '//:a-secret@')}?model=some-model`;
  const [answers, status] = [modelAnswers, async () => (await examine({ SUMMARY_URL })).at(-1)];
  service.answerWith(answers.json({ data: [] }));
  assert.equal((await status())?.status, 'ok');
  assert.deepEqual(
    [service.asked[0]?.path, service.asked[0]?.headers.authorization],
    ['/v1/models', 'Bearer a-secret'],
  );
  service.answerWith(answers.status(404)); // whisper.cpp lists no models.
  assert.equal((await status())?.status, 'ok');
  for (const refusal of [401, 503]) {
    service.answerWith(answers.status(refusal));
    const { status: outcome, message } = (await status()) ?? {};
    assert.equal(outcome, 'fail');
    assert.match(message ?? '', new RegExp(`${refusal}`));
    assert.doesNotMatch(message ?? '', /secret/);
  }
  const [, away] = await examine({ TRANSCRIPTION_URL: 'http://127.0.0.1:1/v1?model=whisper-1' });
  assert.deepEqual([away?.check, away?.status], ['transcription', 'fail']);
});
