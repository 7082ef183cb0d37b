// Makes a folder with everything that Trunkline needs to run, and nothing that it has to fetch or to write: the server with its
// bundle, packages, Node and PostgreSQL, the console as it was built, the documentation. The Debian package and the
// archive are made of it.
//
//   node scripts/stage.mjs FOLDER    which must not exist yet
//
// It needs the packages of the console and of the bundler: scripts/install.mjs --omit-dev.

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder, currentBundle, listName, root } from './current-bundle.mjs';

export const copied = [
  ...['trunkline', 'package.json', 'LICENSE', 'README.md', 'CHANGELOG.md'],
  ...['scripts/start.mjs', 'scripts/current-bundle.mjs'],
  ...['server/package.json', 'server/migrations', 'server/src', 'console/dist', 'docs', 'deploy/asterisk'],
  // Guides, and the READMEs among these, link to these.
  ...[
    'SECURITY.md',
    'CONTRIBUTING.md',
    'ARCHITECTURE.md',
    'sdk/README.md',
    'examples/README.md',
    'deploy/docker/compose.yaml',
    'deploy/pgbouncer/pgbouncer.ini',
  ],
  ...['bi-export', 'callback-recipe', 'click-to-call', 'crm-sync', 'ticket-webhook'].map(
    (name) => `examples/${name}/README.md`,
  ),
  ...['caddy', 'cluster', 'docker', 'kubernetes', 'observability'].map((name) => `deploy/${name}/README.md`),
];
/** Only for the installation of the packages. */
const forInstalling = ['package-lock.json', 'scripts/install.mjs'];
/** Files in node_modules that no program loads: two thirds of all. Licenses stay. */
const unused = [
  // To compile programs against Node or PostgreSQL.
  /^node_modules\/node-[^/]+\/(include|share)$/,
  /\/native\/lib\/(pkgconfig|[^/]+\.a|postgresql\/pgxs)$/,
  // Lists and locks of npm, of which some name the registry; commands of packages; settings of editors and linters.
  /^node_modules\/\.(?!bin($|\/))/,
  /^node_modules\/\.bin\/(?!node$)/,
  /^node_modules\/.*\/\.[^/]+$/,
  // Sources, types, manuals and tests of packages; programs of Bare, which is not Node.
  /^node_modules\/.*(?<!\/LICENSE)\.([cm]?tsx?|map|md|markdown|html|ya?ml)$/i,
  /^node_modules\/(?:.*\/node_modules\/)?(@[^/]+\/)?[^/]+\/(tests?|docs|docsify|benchmarks?|examples?|integration|prebuilds|scripts)$/,
];

export const versionOfProject = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/** In seconds since 1970: packages of the same commit have the same times. Without git it is now. */
export function lastChange() {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], options));
  } catch {
    return Math.floor(Date.now() / 1000);
  }
}

export async function stage(folder) {
  if (existsSync(folder)) throw new Error(`${folder} exists.`);
  const run = (...args) => execFileSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: root });
  run('console/build.ts');
  run('scripts/bundle.mjs');
  const filter = (path) => !/\.test\.ts$|\/\.gitattributes$/.test(path);
  for (const path of [...copied, ...forInstalling])
    cpSync(join(root, path), join(folder, path), { recursive: true, filter });
  run(join(folder, 'scripts/install.mjs'), '--server');
  await makeLinks(folder);
  copyBundle(folder);
  for (const path of [...forInstalling, '.install-lock']) rmSync(join(folder, path), { recursive: true, force: true });
  tidy(folder, '');
}

/** PostgreSQL's libraries need links, which the user of a package may not be permitted to make. */
async function makeLinks(folder) {
  const module = join(folder, 'server/src/database/embedded-binaries.ts');
  const { findBinariesPackage, prepareBinaries } = await import(pathToFileURL(module).href);
  await prepareBinaries(findBinariesPackage(), undefined, join(folder, 'never-used'));
}

/** Under names without the time of the build. */
function copyBundle(folder) {
  const to = join(folder, 'server/dist');
  mkdirSync(to);
  const programs = {};
  for (const [program, file] of Object.entries(currentBundle() ?? {})) {
    programs[program] = `${program}.mjs`;
    const code = readFileSync(file, 'utf8').replaceAll(`${basename(file)}.map`, `${program}.mjs.map`);
    writeFileSync(join(to, `${program}.mjs`), code);
    cpSync(`${file}.map`, join(to, `${program}.mjs.map`));
  }
  if (!programs.serve) throw new Error(`There is no current bundle in ${bundleFolder}.`);
  writeFileSync(join(to, listName), JSON.stringify({ isPackaged: true, programs }));
}

/** Removes what is not used, and opens the rest to every user, whatever the umask is. */
function tidy(folder, within) {
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = join(within, entry.name);
    if (unused.some((pattern) => pattern.test(path))) rmSync(join(folder, path), { recursive: true });
    else if (entry.isDirectory()) tidy(folder, path);
    else if (entry.isFile()) chmodSync(join(folder, path), isProgram(join(folder, path)) ? 0o755 : 0o644);
  }
  chmodSync(join(folder, within), 0o755);
}

/** Packages also mark libraries and texts as executable. */
function isProgram(path) {
  const start = readFileSync(path).subarray(0, 4).toString('latin1');
  if (start !== '\x7fELF') return start.startsWith('#!');
  return !/\.so(\.|$)/.test(path) && (statSync(path).mode & 0o100) !== 0;
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2];
  if (!folder) throw new Error('Usage: node scripts/stage.mjs FOLDER');
  mkdirSync(dirname(resolve(folder)), { recursive: true });
  await stage(resolve(folder));
}
