import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import { InsightFailure } from '../insight.ts';
import { loadRuntime, refusalOf, runtimeName } from './runtime.ts';

const repository = join(import.meta.dirname, '../../../..');

test('the runtime is kept for this system alone, and runs from there', async () => {
  const { Tensor } = await loadRuntime(modelsFolder);
  assert.deepEqual(new Tensor('float32', [1, 2], [2]).dims, [2]);
  const binaries = join(modelsFolder, runtimeName, 'node_modules/onnxruntime-node/bin/napi-v6');
  assert.deepEqual(readdirSync(binaries), [process.platform]);
  assert.deepEqual(readdirSync(join(binaries, process.platform)), [process.arch]);
});

test('the folder may be named from where we are, as DATA_DIR is by default', async () => {
  const { Tensor } = await loadRuntime(relative(process.cwd(), modelsFolder));
  assert.deepEqual(new Tensor('float32', [1, 2], [2]).dims, [2]);
});

test('a runtime that cannot be loaded is reported with what to do, and is tried again later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-runtime-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const modules = join(folder, runtimeName, 'node_modules');
  for (const name of ['onnxruntime-node', 'onnxruntime-common']) mkdirSync(join(modules, name), { recursive: true });
  writeFileSync(
    join(modules, 'onnxruntime-node/index.js'),
    `throw new Error('failed to map segment from shared object');`,
  );
  await assert.rejects(loadRuntime(folder), (error: unknown) => {
    assert.ok(error instanceof InsightFailure);
    assert.deepEqual([error.status, error.reason], ['unavailable', 'engine_not_fetched']);
    assert.match(error.message, /cannot be loaded, .* noexec, .* delete that folder.* failed to map segment/s);
    return true;
  });
});

test('systems that cannot analyze calls are named, with those that can', () => {
  assert.equal(refusalOf('linux/x64'), undefined);
  assert.match(refusalOf('darwin/x64') ?? '', /has no files for darwin\/x64 \(Macs with an Intel .* darwin\/arm64/);
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
