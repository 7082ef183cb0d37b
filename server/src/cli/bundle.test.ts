import assert from 'node:assert/strict';
import { execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { atEnd } from '../../test/at-end.ts';

// scripts/bundle.mjs and scripts/start.mjs, in a repository with a small program.

const repository = join(import.meta.dirname, '../../..');
const limit = { timeout: 300_000 };

const sources = {
  'package-lock.json': '{}',
  'package.json': '{ "type": "module" }',
  'server/package.json': '{ "type": "module" }',
  'node_modules/a-package/package.json': '{ "main": "index.js" }',
  'node_modules/a-package/index.js': `exports.word = 'hello';\n`,
  'server/src/part.ts': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { word } from 'a-package';

type Text = string;
export const beside = (): Text => readFileSync(join(import.meta.dirname, 'beside.txt'), 'utf8');
export const here = new URL('beside.txt', import.meta.url).pathname;
export function fail(): Text {
  return new Error(word).stack ?? '';
}
`,
  'server/src/beside.txt': 'a file',
  'server/src/later.ts': `export const later = 'loaded later';\n`,
  'server/src/main.ts': `import { word } from 'a-package';
import { beside, fail, here } from './part.ts';
const { later } = await import('./later.ts');
const from = import.meta.filename;
console.log(JSON.stringify({ word, beside: beside(), here, later, stack: fail(), from, args: process.argv.slice(2) }));
`,
  'server/src/workers/worker.ts': `process.send?.({ from: import.meta.filename });\nprocess.disconnect?.();\n`,
};

/** A new one for each test. */
function makeRepository(name = '') {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `trunkline-bundle-${name}`)));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  chmodSync(root, 0o755);
  for (const folder of ['server/src/workers', 'node_modules/a-package'])
    mkdirSync(join(root, folder), { recursive: true });
  const long = new Date(Date.now() - 60_000);
  for (const [name, content] of Object.entries(sources)) {
    writeFileSync(join(root, name), content);
    utimesSync(join(root, name), long, long);
  }
  cpSync(join(repository, 'scripts'), join(root, 'scripts'), { recursive: true });
  symlinkSync(join(repository, 'node_modules/rolldown'), join(root, 'node_modules/rolldown'));
  return root;
}

type Ended = { code: number; out: string; err: string };
type Options = { uid?: number; gid?: number; env?: NodeJS.ProcessEnv };

function run(root: string, script: string, args: string[] = [], options: Options = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [join(root, 'scripts', script), ...args], options, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const withPreload = (script: string): Options => ({
  env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` },
});

/** These statements run, with the functions of node:fs, when a build has written its last file. */
const atEndOfBuild = (statements: string) =>
  withPreload(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { readdirSync, renameSync, rmSync, writeFileSync } = fs;
    fs.writeFileSync = (file, ...rest) => {
      writeFileSync(file, ...rest);
      if (/worker-[^/]*.map$/.test(file)) { ${statements} }
    };
    syncBuiltinESMExports();`);

/** The sources are as old as the clock of files can tell, before the bundle is made. */
async function bundle(root: string, options: Options = {}): Promise<void> {
  let ended: Ended;
  do ended = await run(root, 'bundle.mjs', [], options);
  while (/was changed during the build/.test(ended.err));
  assert.deepEqual(ended, { code: 0, out: 'building\n', err: '' });
}

async function start(root: string, ...args: string[]) {
  const { code, out, err } = await run(root, 'start.mjs', args);
  assert.deepEqual([code, err], [0, '']);
  const printed = JSON.parse(out);
  return { ...printed, isBundled: printed.from.startsWith(join(root, 'server/dist/serve-')) };
}

const filesOf = (root: string) => readdirSync(join(root, 'server/dist'));

test(
  'serve runs from the bundle, finds the files beside its sources, and its errors name their lines',
  limit,
  async () => {
    const root = makeRepository();
    const fromSources = await start(root, 'serve', '--build-console');
    assert.equal(fromSources.isBundled, false);
    await bundle(root);
    const bundled = await start(root, 'serve', '--build-console');
    assert.equal(bundled.isBundled, true);
    const { from: _from, isBundled: _isBundled, stack, ...rest } = bundled;
    assert.deepEqual(rest, {
      ...{ word: 'hello', beside: 'a file', here: join(root, 'server/src/beside.txt'), later: 'loaded later' },
      args: ['serve', '--build-console'],
    });
    for (const frame of ['server/src/part.ts:9:', 'server/src/main.ts:5:']) {
      assert.ok(stack.includes(join(root, frame)), stack);
      assert.ok(fromSources.stack.includes(join(root, frame)), fromSources.stack);
    }
    // Other commands load little, and would put their own part of the file into the compile cache.
    assert.equal((await start(root, 'worker')).isBundled, false);
    assert.equal((await start(root)).isBundled, false);
    assert.deepEqual(await run(root, 'bundle.mjs'), { code: 0, out: '', err: '' }, 'a current bundle is kept');
  },
);

test('a worker runs from the bundle as well', limit, async () => {
  const root = makeRepository();
  const fromOf = async () => {
    const [{ from }] = await once(fork(join(root, 'scripts/start.mjs'), ['worker']), 'message');
    return from;
  };
  assert.equal(await fromOf(), join(root, 'server/src/workers/worker.ts'));
  await bundle(root);
  assert.match(basename(await fromOf()), /^worker-.*\.mjs$/);
});

test(
  'after any change of a source, a package or the lock file, the sources run, until they are bundled again',
  limit,
  async () => {
    const root = makeRepository();
    const changes: [string, string][] = [
      ['server/src/part.ts', sources['server/src/part.ts'].replace("''", '""')],
      ['server/src/later.ts', `export const later = 'changed';\n`],
      ['node_modules/a-package/index.js', `exports.word = 'HELLO';\n`],
      ['package-lock.json', '[]'],
    ];
    for (const [name, content] of changes) {
      await bundle(root);
      assert.equal((await start(root, 'serve')).isBundled, true);
      const file = join(root, name);
      const { atime, mtime } = statSync(file);
      writeFileSync(file, content);
      utimesSync(file, atime, mtime); // As tools do that copy files with their times.
      assert.equal((await start(root, 'serve')).isBundled, false, name);
    }
    const { word, later } = await start(root, 'serve');
    assert.deepEqual([word, later], ['HELLO', 'changed']);
    await bundle(root);
    assert.equal((await start(root, 'serve')).word, 'HELLO');
    assert.equal(
      filesOf(root).filter((name) => /^(serve|worker)-/.test(name)).length,
      4,
      'earlier bundles are removed',
    );
  },
);

test('a build that is killed, and a file that a power cut emptied, leave the sources in use', limit, async () => {
  const root = makeRepository();
  const killed = spawn(process.execPath, [join(root, 'scripts/bundle.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  mkdirSync(join(root, 'server/dist'), { recursive: true });
  writeFileSync(join(root, 'server/dist/serve-half.mjs'), 'const half = ');
  assert.equal((await start(root, 'serve')).isBundled, false);
  await bundle(root);
  assert.equal(filesOf(root).includes('serve-half.mjs'), false);
  for (const isEmptied of [(name: string) => /^serve-.*\.mjs$/.test(name), (name: string) => name === 'bundle.json']) {
    assert.equal((await start(root, 'serve')).isBundled, true);
    truncateSync(join(root, 'server/dist', filesOf(root).find(isEmptied) ?? ''));
    assert.equal((await start(root, 'serve')).isBundled, false);
    await bundle(root);
  }
});

test('builds at the same time disturb neither each other nor a start', limit, async () => {
  const root = makeRepository();
  await bundle(root);
  writeFileSync(join(root, 'server/src/later.ts'), `export const later = 'changed';\n`);
  const builds = Promise.all([0, 1, 2].map(() => run(root, 'bundle.mjs')));
  let isDone = false;
  void builds.then(() => {
    isDone = true;
  });
  do assert.equal((await start(root, 'serve')).later, 'changed');
  while (!isDone);
  assert.deepEqual(
    (await builds).map(({ code, err }) => [code, err]),
    [0, 1, 2].map(() => [0, '']),
  );
  assert.equal((await start(root, 'serve')).isBundled, true);
});

test(
  'a build keeps the files of a running one, and does not put a bundle in place that has lost its own',
  limit,
  async () => {
    const root = makeRepository();
    const other = `serve-other-${process.pid}.mjs`;
    mkdirSync(join(root, 'server/dist'));
    writeFileSync(join(root, 'server/dist', other), '');
    await bundle(root);
    assert.ok(filesOf(root).includes(other));

    rmSync(join(root, 'server/dist'), { recursive: true });
    const dist = JSON.stringify(join(root, 'server/dist/'));
    const removal = `for (const name of readdirSync(${dist})) rmSync(${dist} + name);`;
    const failed = await run(root, 'bundle.mjs', [], atEndOfBuild(removal));
    assert.equal(failed.code, 1);
    assert.match(failed.err, /ENOENT.*server\/dist\/serve-/);
    assert.equal((await start(root, 'serve')).isBundled, false);
  },
);

test('a bundle that is removed while it is loaded leaves the sources in use', limit, async () => {
  for (const moment of ['before', 'after']) {
    const root = makeRepository();
    await bundle(root);
    const remover = `import { rmSync } from 'node:fs';
      import { registerHooks } from 'node:module';
      registerHooks({ resolve(specifier, context, next) {
        const remove = () => rmSync(new URL(specifier));
        const isBundle = /serve-[^/]*$/.test(specifier);
        if (isBundle && '${moment}' === 'before') remove();
        const found = next(specifier, context);
        if (isBundle && '${moment}' === 'after') remove();
        return found;
      } });`;
    const { code, out, err } = await run(root, 'start.mjs', ['serve'], withPreload(remover));
    assert.deepEqual([code, err], [0, ''], moment);
    assert.equal(JSON.parse(out).from, join(root, 'server/src/main.ts'));
    assert.equal(filesOf(root).filter((name) => /^serve-.*\.mjs$/.test(name)).length, 0);
    await bundle(root);
    assert.equal((await start(root, 'serve')).isBundled, true);
  }
});

test(
  'a source that is replaced at the end of a build makes its bundle stale, whatever its times are',
  limit,
  async () => {
    const root = makeRepository();
    const folder = join(root, 'server/src/names');
    for (const name of ['', '-new']) {
      mkdirSync(folder + name);
      writeFileSync(join(folder + name, 'name.ts'), `export const later = 'name${name}';\n`);
      writeFileSync(join(folder + name, 'index.ts'), `export { later } from './name.ts';\n`);
    }
    writeFileSync(join(root, 'server/src/later.ts'), `export * from './names/index.ts';\n`);
    await bundle(root);
    assert.equal((await start(root, 'serve')).later, 'name');
    rmSync(join(root, 'server/dist/bundle.json'));
    // Files that are moved with their folder keep both of their times.
    const [now, old, next] = ['', '-old', '-new'].map((name) => JSON.stringify(folder + name));
    await bundle(root, atEndOfBuild(`renameSync(${now}, ${old}); renameSync(${next}, ${now});`));
    const { isBundled, later } = await start(root, 'serve');
    assert.deepEqual([isBundled, later], [false, 'name-new']);

    await bundle(root);
    // It leaves nothing in the bundle.
    writeFileSync(join(folder, 'index.ts'), `export const later = 'its own';\n`);
    assert.equal((await start(root, 'serve')).later, 'its own');
  },
);

test('a path with characters that mean something in an address', limit, async () => {
  const root = makeRepository('a #b?c%41 ');
  await bundle(root);
  const { isBundled, beside } = await start(root, 'serve');
  assert.deepEqual([isBundled, beside], [true, 'a file']);
});

test('beside a server, the bundler is installed if it is missing', limit, async () => {
  const root = makeRepository();
  const bundler = join(root, 'node_modules/rolldown');
  rmSync(bundler);
  const installed = { 'node_modules/one': { version: '1.0.0', bin: { node: 'bin/node' } } };
  const packages = { ...installed, '': { optionalDependencies: { one: '1.0.0' } } };
  const all = JSON.stringify({ packages: { ...packages, 'node_modules/rolldown': { version: '1.0.0' } } });
  for (const folder of ['node_modules/one', 'node_modules/.bin', 'bin']) mkdirSync(join(root, folder));
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'));
  writeFileSync(join(root, 'package-lock.json'), all);
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
  const env = { PATH: `${join(root, 'bin')}:/usr/bin:/bin` };
  const useNpm = (script: string) => writeFileSync(join(root, 'bin/npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

  useNpm('exit 3');
  const failed = await run(root, 'bundle.mjs', ['--beside'], { env });
  assert.equal(failed.code, 1);
  assert.match(failed.err, /exit code 3.*The packages of the bundler could not be installed/s);

  useNpm(`ln -s '${join(repository, 'node_modules/rolldown')}' '${bundler}'
    cp package-lock.json node_modules/.package-lock.json`);
  const { code, err } = await run(root, 'bundle.mjs', ['--beside'], { env });
  assert.equal(code, 0, err);
  assert.equal((await start(root, 'serve')).isBundled, true);
  assert.deepEqual(await run(root, 'bundle.mjs', ['--beside'], { env }), { code: 0, out: '', err: '' });
});

test('in a folder that is not writable, the server runs from its sources', limit, async () => {
  const root = makeRepository();
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) chmodSync(join(root, 'server'), 0o555);
  const failed = await run(root, 'bundle.mjs', [], isRoot ? { uid: 65_534, gid: 65_534 } : {});
  if (!isRoot) chmodSync(join(root, 'server'), 0o755);
  assert.equal(failed.code, 1);
  assert.match(failed.err, /EACCES.*server\/dist/);
  assert.equal((await start(root, 'serve')).isBundled, false);
});

test('a reduced source map names the same lines as the whole one', async () => {
  const { keepLines } = await import(pathToFileURL(join(repository, 'scripts/keep-lines.mjs')).href);
  // https://sourcemaps.info: a first line with three segments, one without any, one from another file, one that goes back.
  const map = { version: 3 as const, file: 'a', sources: ['b', 'c'], names: [], sourceRoot: '', sourcesContent: [] };
  const mappings = 'AAAA,IAKC,OAgBD;;EC/BM,CAAC;AD9BN,gBAAgB';
  const [whole, lines] = [mappings, keepLines(mappings)].map((text) => new SourceMap({ ...map, mappings: text }));
  for (const line of [0, 2, 3]) {
    const [expected, found] = [whole, lines].map(
      (one) => one?.findEntry(line, 2) as { originalSource: string; originalLine: number },
    );
    assert.deepEqual(
      [found?.originalSource, found?.originalLine],
      [expected?.originalSource, expected?.originalLine],
      `line ${line}`,
    );
  }
  assert.equal(keepLines(mappings).split(';')[1], '');
  assert.equal(keepLines(mappings).includes(','), false);
});
