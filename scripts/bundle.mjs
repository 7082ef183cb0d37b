// Bundles the server and its packages into server/dist, unless the bundle is current: one file for the server, and one for each of
// its workers. `npm start` runs this beside the server, for the next start (see scripts/start.mjs).
//
//   node scripts/bundle.mjs             with the packages that are there
//   node scripts/bundle.mjs --beside    beside a running server: installs the bundler if it is missing
//
// A bundle is never used if any of its sources has changed (scripts/current-bundle.mjs), so nothing depends on it but time.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bundleFolder, currentBundle, listName, readList, root, stampOf } from './current-bundle.mjs';
import { keepLines } from './keep-lines.mjs';

const sources = { serve: 'server/src/main.ts', worker: 'server/src/workers/worker.ts' };
/** Another package-lock.json may put another package in the place of one that is still there. */
const alsoDecisive = ['package-lock.json', 'server/package.json', 'scripts/bundle.mjs', 'scripts/keep-lines.mjs'];
/** The time of a file is that of the last tick of the kernel's clock. */
const tickMs = 20;

async function main() {
  if (currentBundle()) return;
  console.log('building'); // The server reads the first line as the beginning of the work.
  mkdirSync(bundleFolder, { recursive: true });
  const madeOf = new Map();
  for (const path of alsoDecisive) note(madeOf, path);
  if (process.argv.includes('--beside')) installPackages();
  const begin = Date.now() - tickMs;
  const names = new Map();
  for (const [program, source] of Object.entries(sources)) {
    // A bundle that replaces another one has another name: a server that runs from the other one is not mixed up with it.
    const name = `${program}-${begin.toString(36)}-${process.pid}.mjs`;
    await bundle(source, name, madeOf);
    names.set(program, name);
  }
  refuseChanged(madeOf, begin);
  putInPlace(names, madeOf);
}

/** `npm start` has installed only what the server needs, and a console that is current has installed nothing. */
function installPackages() {
  const install = join(root, 'scripts/install.mjs');
  const { status } = spawnSync(process.execPath, [install, '--omit-dev', '--beside'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The packages of the bundler could not be installed.');
}

/**
 * A file as it is before it is read: whatever changes it later changes its stamp too, and the bundle is not current. That includes
 * files that leave nothing in the bundle but decide what is in it, such as one that only exports from others.
 */
function note(madeOf, path) {
  if (!madeOf.has(path)) madeOf.set(path, statSync(join(root, path)));
}

/** Writes one file and its source map, and notes what it is made of. */
async function bundle(source, name, madeOf) {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    input: join(root, source),
    platform: 'node',
    external: ['pg-native'], // pg asks for it, and does without it.
    plugins: [
      {
        name: 'note-sources',
        load(id) {
          if (id.startsWith(root)) note(madeOf, relative(root, id));
        },
      },
      keepPlaces,
    ],
  });
  const { output } = await build.generate({
    format: 'esm',
    file: join(bundleFolder, name),
    // One file: a server may load a part of it weeks later, when this bundle has been replaced.
    codeSplitting: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await build.close();
  const [{ code, map }] = output;
  const file = join(bundleFolder, name);
  writeFileSync(file, code);
  writeFileSync(`${file}.map`, JSON.stringify({ ...map, mappings: keepLines(map.mappings) }));
}

/**
 * The server reads files beside its sources, and starts some of its sources as programs: in the bundle too. Their places are
 * relative to the bundle, which a package carries to another folder.
 */
const keepPlaces = {
  name: 'keep-places',
  transform: {
    filter: { id: /server\/src\/.*\.ts$/, code: 'import.meta' },
    handler: (code, id) => ({
      code: code.replaceAll(/import\.meta\.(dirname|url)\b/g, (written, word) =>
        word === 'url'
          ? `new URL(${JSON.stringify(`./${fromBundle(id)}`)}, ${written}).href`
          : `(${written} + ${JSON.stringify(`/${fromBundle(dirname(id))}`)})`,
      ),
      map: null, // No line is moved.
    }),
  },
};

const fromBundle = (path) => relative(bundleFolder, path);

/** A second change within a tick of the clock would go unnoticed. */
function refuseChanged(madeOf, begin) {
  for (const [path, { mtimeMs, ctimeMs }] of madeOf) {
    if (Math.max(mtimeMs, ctimeMs) >= begin) throw new Error(`${path} was changed during the build.`);
  }
}

function putInPlace(names, madeOf) {
  const files = [...names.values()].flatMap((name) => [name, `${name}.map`]);
  // With their own files, which a power cut may have emptied.
  const own = files.map((name) => join(bundleFolder, name)).map((file) => [relative(root, file), statSync(file)]);
  const list = {
    root,
    programs: Object.fromEntries(names),
    stamps: Object.fromEntries([...madeOf, ...own].map(([path, found]) => [path, stampOf(found)])),
  };
  const draft = join(bundleFolder, `${listName}-${process.pid}`);
  writeFileSync(draft, JSON.stringify(list));
  renameSync(draft, join(bundleFolder, listName));
  removeOthers();
}

/** The files of earlier builds, with their compiled code, and of builds that were killed. */
function removeOthers() {
  // First which builds have ended and then what is in use: a build that ends between the two keeps its files.
  const ended = readdirSync(bundleFolder).filter((name) => !isRunning(/-(\d+)(\.mjs(\.map)?)?$/.exec(name)?.[1]));
  const inUse = Object.keys(readList()?.stamps ?? {}).map((path) => join(root, path));
  for (const path of ended.filter((name) => name !== listName).map((name) => join(bundleFolder, name)))
    if (!inUse.includes(path)) rmSync(path, { recursive: true, force: true });
}

function isRunning(pid) {
  if (pid === undefined || Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
