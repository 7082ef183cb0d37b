import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { modelsFolder } from '../../../test/models-folder.ts';
import { loadRuntime, runtimeName } from './runtime.ts';

const repository = join(import.meta.dirname, '../../../..');

test('the runtime is kept for this system alone, and runs from there', async () => {
  const { Tensor } = await loadRuntime(modelsFolder);
  assert.deepEqual(new Tensor('float32', [1, 2], [2]).dims, [2]);
  const binaries = join(modelsFolder, runtimeName, 'node_modules/onnxruntime-node/bin/napi-v6');
  assert.deepEqual(readdirSync(binaries), [process.platform]);
  assert.deepEqual(readdirSync(join(binaries, process.platform)), [process.arch]);
});

test('an installation of the server has no model and no runtime, which the first analysis downloads', () => {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
  const installed = Object.keys(packages).filter((path) => path && !packages[path].dev);
  assert.ok(installed.includes('node_modules/fastify'));
  assert.deepEqual(
    installed.filter((path) => /onnx|vad|moonshine|whisper/.test(path)),
    [],
  );
});
