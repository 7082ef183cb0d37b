import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import type { LogFields } from '../../platform/log.ts';
import { InsightFailure } from '../insight.ts';
import { moonshineFiles } from '../transcript/moonshine-files.ts';
import { keepPackageFiles, type PackageFiles } from './npm-package.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-package-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

const small: PackageFiles = {
  about: 'a small package',
  spec: 'fastest-levenshtein@1.0.16',
  integrity: 'sha512-eRnCtTTtGZFpQCwhJiUOuxPQWRXVKYDn0b2PeHfXL6/Zi53SLAzAHfVhVWK2AryC/WH05kGfxhFIPvTF0SXQzg==',
  files: { 'mod.js': 'mod.js', 'package.json': 'package.json' },
  license: 'the licence',
};

test('files of a package are fetched once, for any number of users, and nothing else is left', async () => {
  const kept = join(folder, 'once', 'files');
  const notes: { event: string; fields: LogFields | undefined }[] = [];
  await Promise.all(
    [1, 2, 3].map(() => keepPackageFiles(kept, small, (event, fields) => notes.push({ event, fields }))),
  );
  const model = 'a small package';
  const seconds = notes[1]?.fields?.seconds;
  assert.deepEqual(notes, [
    { event: 'insight.model_download_started', fields: { model } },
    { event: 'insight.model_downloaded', fields: { model, seconds } },
  ]);
  assert.ok(Number.isInteger(seconds));
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'mod.js', 'package.json']);
  assert.equal(JSON.parse(readFileSync(join(kept, 'package.json'), 'utf8')).version, '1.0.16');
  assert.equal(readFileSync(join(kept, 'LICENSE'), 'utf8'), 'the licence');
  assert.deepEqual(readdirSync(join(folder, 'once')).sort(), ['files', 'files.lock']);
});

test('the folder may be named from where we are, as DATA_DIR is by default', async () => {
  const kept = join(folder, 'relative', 'files');
  await keepPackageFiles(relative(process.cwd(), kept), small);
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'mod.js', 'package.json']);
});

test('a link whose target is gone is replaced', async () => {
  const kept = join(folder, 'linked', 'files');
  mkdirSync(join(folder, 'linked'));
  symlinkSync(join(folder, 'no-such-folder'), kept);
  await keepPackageFiles(kept, small);
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'mod.js', 'package.json']);
});

test('files left by a killed process are not taken for complete ones', async () => {
  const kept = join(folder, 'killed', 'files');
  mkdirSync(join(`${kept}.new-abcdef`, 'kept'), { recursive: true });
  writeFileSync(join(`${kept}.new-abcdef`, 'kept', 'half.onnx'), 'half');
  await keepPackageFiles(kept, small);
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'mod.js', 'package.json']);
  assert.deepEqual(readdirSync(join(folder, 'killed')).sort(), ['files', 'files.lock']);
});

test('a process that is killed when the folder has its name leaves nothing else', async () => {
  const kept = join(folder, 'named', 'files');
  const script = `
    import { keepPackageFiles } from ${JSON.stringify(import.meta.resolve('./npm-package.ts'))};
    await keepPackageFiles(${JSON.stringify(kept)}, ${JSON.stringify(small)}, (event) => {
      if (event === 'insight.model_downloaded') process.kill(process.pid, 'SIGKILL');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
  await keepPackageFiles(kept, small);
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'mod.js', 'package.json']);
  assert.deepEqual(readdirSync(join(folder, 'named')).sort(), ['files', 'files.lock']);
});

test('an archive that is not the one that was measured is not unpacked, and transcription says why it is not there', async () => {
  const changed = { ...small, integrity: `sha512-${'A'.repeat(86)}==` as const };
  await assert.rejects(moonshineFiles(folder, changed), (error: unknown) => {
    assert.ok(error instanceof InsightFailure);
    assert.deepEqual([error.status, error.reason], ['unavailable', 'engine_not_fetched']);
    assert.match(error.message, /could not be fetched.*is not what it was/s);
    return true;
  });
  const unknown = { ...small, spec: 'fastest-levenshtein@99.0.0' };
  await assert.rejects(moonshineFiles(folder, unknown), /could not be fetched/);
  assert.ok(!existsSync(join(folder, 'moonshine-base-1')));
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a file with a changed byte is refused, wherever it comes from', async () => {
  const kept = join(folder, 'changed', 'files');
  await assert.rejects(
    keepPackageFiles(kept, { ...small, sha256: { 'mod.js': sha256('other') } }),
    /mod\.js is not what it was/,
  );
  assert.ok(!existsSync(kept));
});

test('files are prepared before their folder gets its name, and a failed preparation leaves nothing', async () => {
  const kept = join(folder, 'prepared', 'files');
  const failing = async () => {
    throw new Error('out of disk');
  };
  await assert.rejects(keepPackageFiles(kept, { ...small, prepare: failing }), /out of disk/);
  assert.ok(!existsSync(kept));
  const prepare = async (path: string) => {
    assert.ok(!existsSync(kept));
    rmSync(join(path, 'mod.js'));
    writeFileSync(join(path, 'prepared.js'), 'prepared');
  };
  await keepPackageFiles(kept, { ...small, prepare });
  assert.deepEqual(readdirSync(kept).sort(), ['LICENSE', 'package.json', 'prepared.js']);
});

test('a package that the registry does not have comes from the model hub, checked in the same way', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url.endsWith('/missing')) response.writeHead(404);
    response.end(url.endsWith('/model') ? 'the model' : 'something else');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  const { port } = server.address() as AddressInfo;
  const hub = `http://127.0.0.1:${port}`;
  const wanted: PackageFiles = {
    ...small,
    spec: 'fastest-levenshtein@99.0.0',
    sha256: { 'model.onnx': sha256('the model') },
    hub: { 'model.onnx': 'somebody/model/resolve/main/model' },
  };
  const kept = join(folder, 'hub', 'files');
  await keepPackageFiles(kept, wanted, undefined, hub);
  assert.deepEqual(asked, ['/somebody/model/resolve/main/model']);
  assert.equal(readFileSync(join(kept, 'model.onnx'), 'utf8'), 'the model');
  const other = join(folder, 'hub', 'other');
  const path = (name: string) => ({ ...wanted, hub: { 'model.onnx': `somebody/${name}` } });
  await assert.rejects(keepPackageFiles(other, path('changed'), undefined, hub), /model\.onnx is not what it was/);
  await assert.rejects(
    keepPackageFiles(other, path('missing'), undefined, hub),
    /second source failed as well: .* answers 404/,
  );
  await assert.rejects(keepPackageFiles(other, wanted), /fastest-levenshtein/, 'no hub is asked if none is given');
  assert.ok(!existsSync(other));
});
