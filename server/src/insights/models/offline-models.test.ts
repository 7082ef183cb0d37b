import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { modelsFolder } from '../../../test/models-folder.ts';
import type { LogEvent } from '../../platform/log-events.ts';
import { keepPackageFiles } from './npm-package.ts';
import { linkOfflineModels } from './offline-models.ts';
import { isRuntimeFetched, loadRuntime, runtimeName } from './runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-offline-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};
const textIn = (models: string, name: string) => readFileSync(join(models, name, 'model.onnx'), 'utf8');

/** Links the models, and returns the events that were logged. */
function link(offline: string, models: string): LogEvent[] {
  const logged: LogEvent[] = [];
  linkOfflineModels(offline, models, (event) => logged.push(event));
  return logged;
}

test('models of an offline folder are used without a download, and never replace those that are there', async () => {
  const [offline, models] = [join(folder, 'copied'), join(folder, 'data/models')];
  for (const name of ['onnxruntime-node', 'onnxruntime-common'])
    put(join(offline, runtimeName, 'node_modules', name, 'package.json'), '{}');
  put(join(offline, 'a-model', 'model.onnx'), 'copied');
  put(join(offline, 'b-model', 'model.onnx'), 'copied');
  put(join(models, 'b-model', 'model.onnx'), 'own');
  put(join(models, runtimeName, 'node_modules', 'onnxruntime-node.lock'), '');
  assert.deepEqual(link(offline, models), []);
  assert.deepEqual(link(offline, models), []);
  const isNotDownloaded = { about: '', spec: 'no-such-package@0.0.0', integrity: 'sha512-', files: {} } as const;
  await keepPackageFiles(join(models, 'a-model'), isNotDownloaded);
  assert.equal(textIn(models, 'a-model'), 'copied');
  assert.equal(textIn(models, 'b-model'), 'own');
  assert.ok(isRuntimeFetched(models));
});

test('the runtime of an offline folder runs', async () => {
  const models = join(folder, 'linked/models');
  assert.deepEqual(link(modelsFolder, models), []);
  const { Tensor } = await loadRuntime(models);
  assert.deepEqual(new Tensor('float32', [1, 2], [2]).dims, [2]);
});

test('folders may be named from where we are, and a link to where models were before is replaced', () => {
  const [before, now, models] = [join(folder, 'before'), join(folder, 'now'), join(folder, 'moved/models')];
  for (const name of ['a-model', 'b-model']) put(join(before, name, 'model.onnx'), 'before');
  const fromHere = (path: string) => relative(process.cwd(), path);
  assert.deepEqual(link(fromHere(before), fromHere(models)), []);
  assert.equal(textIn(models, 'a-model'), 'before');
  renameSync(before, now);
  assert.throws(() => textIn(models, 'a-model'), { code: 'ENOENT' });
  assert.deepEqual(link(fromHere(now), fromHere(models)), []);
  assert.equal(textIn(models, 'a-model'), 'before');
  put(join(folder, 'newer', 'b-model', 'model.onnx'), 'newer');
  assert.deepEqual(link(join(folder, 'newer'), models), []);
  assert.deepEqual([textIn(models, 'a-model'), textIn(models, 'b-model')], ['before', 'newer']);
});

test('a folder that cannot be used is logged, and the server starts', () => {
  const models = join(folder, 'unusable/models');
  assert.deepEqual(link(join(folder, 'no-such-folder'), models), ['insight.offline_models_failed']);
  put(join(folder, 'a-file'), '');
  assert.deepEqual(link(folder, join(folder, 'a-file')), ['insight.offline_models_failed']);
});
