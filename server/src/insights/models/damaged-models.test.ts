import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { moonshineEngine } from '../transcript/moonshine.ts';
import { whisperEngine } from '../transcript/whisper.ts';
import { createVad, vadName } from '../voice/silero.ts';
import { linkOfflineModels } from './offline-models.ts';
import { runtimeName } from './runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-damaged-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
linkOfflineModels(join(modelsFolder, runtimeName), join(folder, runtimeName), assert.fail);

const speech = new Float32Array(16_000);
const isTriedLater = { name: 'Error', status: 'unavailable', reason: 'engine_not_fetched' };

test('a damaged model does not end the analysis of a call: it is tried again later', async () => {
  mkdirSync(join(folder, vadName));
  writeFileSync(join(folder, vadName, 'silero_vad_v5.onnx'), 'damaged');
  await assert.rejects(createVad(1, { folder }), { ...isTriedLater, message: /Delete .*silero-vad-5/ });

  mkdirSync(join(folder, 'moonshine-base-1'));
  for (const name of ['encoder_model.onnx', 'decoder_model_merged.onnx'])
    writeFileSync(join(folder, 'moonshine-base-1', name), 'damaged');
  const damaged = /cannot be loaded\. Delete .*moonshine-base-1, .* Error: /s;
  await assert.rejects(moonshineEngine(folder).write(speech, 'en'), { ...isTriedLater, message: damaged });

  // A folder in place of a file cannot be read.
  mkdirSync(join(folder, 'whisper-base-1', 'vocab.json'), { recursive: true });
  const unreadable = /cannot be loaded\. Delete .*whisper-base-1, .*EISDIR/s;
  await assert.rejects(whisperEngine({ folder }).write(speech, 'ja'), { ...isTriedLater, message: unreadable });
});
