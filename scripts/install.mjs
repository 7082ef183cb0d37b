// Installs the dependencies when `node_modules` is missing or differs from `package-lock.json`, and otherwise does
// nothing in a few milliseconds. It runs before `npm start`, `npm test` and the other commands, on whatever Node the
// machine has, so it is plain JavaScript and uses no package.
//
//   node scripts/install.mjs               everything
//   node scripts/install.mjs --omit-dev    what the server and the build of the console need
//   node scripts/install.mjs --server      only what the server needs to run: less than half of it

import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const nodeModules = join(root, 'node_modules');
const installedName = join('node_modules', '.package-lock.json');
const pinnedNode = join(nodeModules, '.bin', 'node');
/** A copy of the package-lock.json that was found installed: see ./trunkline. */
const checkedLock = join(nodeModules, '.trunkline-checked-lock.json');
const lockFolder = join(root, '.install-lock');
const draft = join(root, 'node_modules.new');
const oldestNode = 20;
const patienceMs = 15 * 60_000;
const onlyServer = process.argv.includes('--server');
/** A server runs in the same terminal: a line of progress would be torn apart by its log. */
const isBeside = process.argv.includes('--beside');
const withDev = !onlyServer && !process.argv.includes('--omit-dev');
/** In MB, on Linux; about the same elsewhere. Node and PostgreSQL are most of it. */
const parts = {
  server: { download: 110, disk: 250, what: 'Node, PostgreSQL and libraries' },
  console: { download: 60, disk: 125, what: 'libraries of the console' },
  dev: { download: 95, disk: 190, what: 'development tools' },
};

class Refusal extends Error {}

async function main() {
  const { text, all } = readPackageLock();
  const ofServer = packagesOfServer(all);
  const wanted = onlyServer ? ofServer : all;
  // Beside a running server the packages of the console are installed, for which no command of the server has to wait.
  const isServerComplete = () => readText(checkedLock) === text && !findReason(ofServer);
  const isFree = !existsSync(lockFolder) || (onlyServer && isServerComplete());
  if (isFree && !findReason(wanted)) return keepCheckedLock(text);

  refuseUnsuitableMachine(wanted);
  const lock = await takeLock();
  try {
    remove(draft);
    // An installation that was killed may leave half of a package, and npm would take it for complete.
    if (!installedPackages()) remove(nodeModules);
    else if (lock.previousHolder === 'killed') removeAllBut(isServerComplete() ? ofServer : {}, all);
    // The previous holder of the lock may already have done the work.
    const reason = findReason(wanted);
    if (!reason) return keepCheckedLock(text);
    const size = sizeOfDownload();
    say(`Installing the dependencies, because ${reason}.${size ? ` ${announce(size)}` : ''}`);
    if (!isServerComplete()) remove(checkedLock);
    await runNpm(size, wanted);
    checkResult(wanted);
    if (!onlyServer) removeUnused(wanted); // It takes a second, which a first start would wait for.
    // A power cut in the next half a minute would leave empty files, which later starts would take for whole.
    spawnSync('sync', ['-f', nodeModules], { stdio: 'ignore' });
    keepCheckedLock(text);
  } finally {
    lock.release();
  }
}

function removeAllBut(complete, all) {
  if (Object.keys(complete).length === 0) return remove(nodeModules);
  for (const path of Object.keys(all))
    if (path.startsWith('node_modules/') && !complete[path]) remove(join(root, path));
}

// Is there anything to do?

/** Why the dependencies have to be installed, or undefined if all are here. */
function findReason(wanted) {
  const installed = installedPackages();
  if (!installed) return 'node_modules is missing';
  const [first] = findDifferences(wanted, installed);
  if (first) return `${first.path} is ${first.found ? 'not the one of package-lock.json' : 'missing'}`;
  return existsSync(pinnedNode) ? undefined : 'the pinned Node is missing';
}

function readPackageLock() {
  const file = join(root, 'package-lock.json');
  const text = readText(file);
  const all = parseJson(text)?.packages;
  if (!all) throw new Refusal(`${file} is missing or unreadable. Restore it with "git checkout package-lock.json".`);
  return { text, all };
}

/** The packages that the root and the server depend on, directly or not, found as Node finds them. */
function packagesOfServer(all) {
  const found = new Set(['', 'server']);
  for (const path of found) {
    for (const name of dependenciesOf(all[path] ?? {})) {
      const places = foldersFrom(path).map((folder) => `${folder}node_modules/${name}`);
      const place = places.find((candidate) => all[candidate]);
      if (place) found.add(place);
    }
  }
  return Object.fromEntries(Object.entries(all).filter(([path]) => found.has(path)));
}

function dependenciesOf({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** The folder itself and those above it: `a/b` gives `a/b/`, `a/` and the root. */
function foldersFrom(path) {
  const parts = path === '' ? [] : path.split('/');
  return [...parts.map((_, i) => `${parts.slice(0, parts.length - i).join('/')}/`), ''];
}

/** The list that npm writes to node_modules at the end of an installation. */
function installedPackages() {
  return readJson(join(root, installedName))?.packages;
}

/** Saves ./trunkline this check, until package-lock.json or node_modules changes. */
function keepCheckedLock(text) {
  try {
    writeFileSync(checkedLock, text);
    // Creating the file changes the folder, and the file has to be the newer one; a Date is cut to milliseconds.
    const now = new Date(Date.now() + 1);
    utimesSync(checkedLock, now, now);
  } catch {
    // Another user owns the folder, or the disk is full: the check is repeated each time.
  }
}

function findDifferences(wanted, installed) {
  const differences = [];
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '' || (entry.dev && !withDev)) continue;
    const found = existsSync(join(root, path)) ? installed[path] : undefined;
    if (found) {
      const same = found.version === entry.version && found.integrity === entry.integrity;
      if (!same) differences.push({ path, found });
    } else if (mustBeHere(path, wanted)) {
      differences.push({ path, found });
    }
  }
  return differences;
}

/**
 * npm decides which optional packages of other packages it leaves out (those for another machine or another version of Node,
 * and their dependencies). Our own optional packages are Node and PostgreSQL: exactly those for this machine are needed.
 */
function mustBeHere(path, wanted) {
  const entry = wanted[path];
  if (!entry.optional && !entry.devOptional) return true;
  return isOurOption(path, wanted) && isForThisMachine(entry);
}

function isOurOption(path, wanted) {
  const ours = Object.keys(wanted).filter((key) => !key.includes('node_modules/'));
  return ours.some((key) => wanted[key].optionalDependencies?.[nameOf(path)]);
}

/** The same rules as npm's own for the fields `os`, `cpu` and `libc` of a package. */
function isForThisMachine(entry) {
  if (!admits(entry.os, process.platform) || !admits(entry.cpu, process.arch)) return false;
  return !entry.libc || (process.platform === 'linux' && admits(entry.libc, libcFamily()));
}

function admits(field, value) {
  const list = field === undefined ? ['any'] : [field].flat();
  if (list.includes(`!${value}`)) return false;
  return list.includes(value) || list.includes('any') || list.every((item) => item.startsWith('!'));
}

function libcFamily() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** What npm downloads if whole parts are missing; undefined for anything smaller. */
function sizeOfDownload() {
  const installed = installedPackages() ?? {};
  const isMissing = {
    server: Object.keys(installed).length === 0,
    console: !onlyServer && !installed['node_modules/vite'],
    dev: withDev && !Object.values(installed).some((entry) => entry.dev),
  };
  const missing = Object.keys(parts).filter((name) => isMissing[name]);
  if (missing.length === 0) return undefined;
  const total = (field) => missing.reduce((sum, name) => sum + parts[name][field], 0);
  return {
    download: total('download'),
    disk: total('disk'),
    what: missing.map((name) => parts[name].what).join(', '),
  };
}

function announce({ download, disk, what }) {
  return `npm downloads about ${download} MB (${what}), which take ${disk} MB on the disk.`;
}

// Doing it

function refuseUnsuitableMachine(wanted) {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new Refusal(
      `Trunkline needs Node ${oldestNode} or later to install itself, and this is Node ${process.versions.node}. ` +
        'Install a newer one from https://nodejs.org and run the same command again.',
    );
  }
  if (!Object.values(wanted).some((entry) => entry.bin?.node && isForThisMachine(entry))) {
    throw new Refusal(
      `Trunkline brings its own Node, and there is none for ${process.platform}-${process.arch}. ` +
        'Run it on Linux (x64, arm64), macOS (x64, arm64) or Windows (x64).',
    );
  }
}

/**
 * `npm install --no-save` installs what package-lock.json says, as `npm ci` does, but changes only what differs. `npm ci`
 * begins by emptying node_modules, from which a server may be running when a developer types `npm test`; and it refuses a
 * package-lock.json that lacks an optional package for another kind of machine.
 */
async function runNpm(size, wanted) {
  const isFresh = !existsSync(nodeModules) && process.platform !== 'win32';
  if (onlyServer && wanted.server && isFresh) return installInParts(size, wanted);
  // --include=dev is explicit, because NODE_ENV=production would leave out the packages for the tests. Development packages
  // that are already there stay. Only errors are shown: on an older Node npm warns about each package made for a newer one, but
  // they will run on the pinned one.
  const hadDev = Object.values(installedPackages() ?? {}).some((entry) => entry.dev);
  const kinds = withDev || hadDev ? '--include=dev' : '--omit=dev';
  const ofServer = onlyServer && wanted.server ? ['--workspace=server', '--include-workspace-root'] : [];
  await finish([startNpm(root, [kinds, ...ofServer])], size);
}

function startNpm(cwd, flags) {
  const { command, args, env } = npmCommand();
  const always = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (showsProgress || isBeside) always.push('--no-progress');
  return spawn(command, [...args, 'install', ...always, ...flags], {
    cwd,
    env,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32' && command === 'npm',
  });
}

async function finish(children, size) {
  const pids = children.flatMap(({ pid }) => pid ?? []);
  const entries = pids.map(enterLock);
  const progress = pids.length > 0 && showsProgress ? followProgress(pids, size) : undefined;
  let failure;
  const outcomes = children.map(async (child) => {
    const outcome = await outcomeOf(child);
    if (outcome === 'done' || failure) return;
    failure = outcome;
    for (const other of children) other.kill();
  });
  await Promise.all(outcomes);
  progress?.stop();
  for (const entry of entries) leaveLock(entry);
  if (failure) {
    throw new Refusal(
      `npm could not install the dependencies (${failure}). Its own messages are above. ` +
        'See that the npm registry can be reached and the disk has room, then run the same command again.',
    );
  }
}

function outcomeOf(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ?? (code === 0 ? 'done' : `exit code ${code}`)));
  });
}

// In a fresh clone, two npm work at the same time. One would use one processor, half of the time for two packages: Node and
// PostgreSQL. Each works in a folder of its own, with those lines of package-lock.json that it needs: with the whole file npm
// also asks the registry about packages for other kinds of machines, and installs some that only development needs.

async function installInParts(size, wanted) {
  const isProgram = (path) => isOurOption(path, wanted);
  const programs = Object.keys(wanted).filter((path) => isProgram(path) && isForThisMachine(wanted[path]));
  const libraries = Object.keys(wanted).filter((path) => path.includes('node_modules/') && !isProgram(path));
  const { name, version, dependencies } = wanted.server;
  const folders = { libraries: join(draft, 'libraries'), programs: join(draft, 'programs') };
  writePart(folders.libraries, {
    '': { workspaces: ['server'] },
    server: { name, version, dependencies },
    [`node_modules/${name}`]: { resolved: 'server', link: true },
    ...pick(wanted, libraries),
  });
  writePart(folders.programs, {
    '': { dependencies: Object.fromEntries(programs.map((path) => [nameOf(path), wanted[path].version])) },
    ...pick(wanted, programs),
  });
  // npm passes its own folder to the npm that it starts, which would install there; each gets a folder of its own.
  await finish(
    Object.values(folders).map((folder) => startNpm(folder, [`--prefix=${folder}`])),
    size,
  );
  for (const path of [...programs, ...readFolder(join(folders.programs, bin)).map((file) => join(bin, file))]) {
    mkdirSync(dirname(join(folders.libraries, path)), { recursive: true });
    renameSync(join(folders.programs, path), join(folders.libraries, path));
  }
  const listed = join(folders.libraries, installedName);
  const list = readJson(listed);
  writeFileSync(
    listed,
    JSON.stringify({ ...list, packages: { ...list.packages, ...pick(wanted, programs) } }, null, 2),
  );
  renameSync(join(folders.libraries, 'node_modules'), nodeModules);
  remove(draft);
}

const bin = join('node_modules', '.bin');

/** A folder in which npm installs these packages. */
function writePart(folder, packages) {
  for (const path of ['', 'server']) {
    if (!packages[path]) continue;
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(packages[path]));
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  // It may name the registry, and how to log in to it.
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
}

function pick(all, paths) {
  return Object.fromEntries(paths.map((path) => [path, all[path]]));
}

function nameOf(path) {
  return path.slice('node_modules/'.length);
}

/** Linux reports how much a process has read and written; on other systems npm shows that it is busy. */
const showsProgress = !isBeside && process.stderr.isTTY === true && existsSync('/proc/self/io');

/** Shows npm's progress in one line of the terminal. npm reads as much as it downloads, from the network or its cache. */
function followProgress(pids, size) {
  const show = (text) => process.stderr.write(`\r\x1b[K${text}`);
  const done = new Map(pids.map((pid) => [pid, { read: 0, written: 0 }]));
  const timer = setInterval(() => {
    // An npm that has ended keeps its last figures, or the line would go back.
    for (const pid of pids) done.set(pid, bytesOf(pid) ?? done.get(pid));
    const total = (field) => [...done.values()].reduce((sum, one) => sum + one[field], 0);
    show(`  ${describeProgress({ read: total('read'), written: total('written') }, size)}`);
  }, 300);
  return {
    stop() {
      clearInterval(timer);
      show('');
    },
  };
}

function bytesOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'utf8');
    const megabytes = (name) => Math.round(Number(new RegExp(`^${name}: (\\d+)`, 'm').exec(text)?.[1]) / 1_000_000);
    return { read: megabytes('rchar'), written: megabytes('wchar') };
  } catch {
    return undefined; // npm has just ended.
  }
}

function describeProgress({ read, written }, size) {
  if (!size) return `Downloading: ${read} MB`;
  if (read < size.download) return `Downloading: ${read} of about ${size.download} MB`;
  return `Unpacking: ${Math.min(99, Math.round((100 * written) / (size.download + size.disk)))} %`;
}

/**
 * npm must not run on the pinned Node, which it may be about to delete. The pinned Node runs this file when an older
 * installation is updated, since npm puts node_modules/.bin first in the PATH of its scripts.
 */
function npmCommand() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && !isInNodeModules(folder));
  const env = { ...process.env, PATH: folders.join(delimiter) };
  const npmCli = process.env.npm_execpath ?? '';
  if (!npmCli.endsWith('npm-cli.js') || !existsSync(npmCli)) return { command: 'npm', args: [], env };

  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const candidates = [process.execPath, process.env.npm_node_execpath, ...folders.map((f) => join(f, binary))];
  const node = candidates.find((file) => file && existsSync(file) && !isInNodeModules(file));
  if (!node) {
    throw new Refusal(
      'The only Node on this machine is the one in node_modules, which cannot replace itself. ' +
        `Install Node ${oldestNode} or later from https://nodejs.org and run the same command again.`,
    );
  }
  return { command: node, args: [npmCli], env };
}

function isInNodeModules(path) {
  const real = (file) => (existsSync(file) ? realpathSync(file) : file);
  return `${real(path)}${sep}`.startsWith(`${real(nodeModules)}${sep}`);
}

function checkResult(wanted) {
  const missing = findDifferences(wanted, installedPackages() ?? {}).map(({ path }) => path);
  if (missing.length > 0) {
    // npm reports nothing when it cannot download an optional package.
    throw new Refusal(
      `npm has finished, but still missing or of another version than in package-lock.json: ${missing.join(', ')}. ` +
        'See that the npm registry can be reached, delete the folder node_modules and run the same command again.',
    );
  }

  const trial = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if (process.platform !== 'win32' && trial.status !== 0) {
    throw new Refusal(
      `Trunkline brings its own Node, and it does not run on this machine: ${trial.error?.message ?? trial.stderr} ` +
        'On Linux it needs glibc 2.28 or later; Alpine and other musl systems do not have it.',
    );
  }
}

/**
 * A quarter of the disk space is for work that is never done here: Node's headers, to compile extensions, and source maps, to
 * debug libraries. npm compares packages by name and version only, so it does not miss these files.
 */
function removeUnused(wanted) {
  for (const [path, { bin }] of Object.entries(wanted)) if (bin?.node) remove(join(root, path, 'include'));
  // Links are not followed, so the folders of the workspaces stay as they are.
  for (const name of readdirSync(nodeModules, { recursive: true }))
    if (/\.([cm]?[jt]s|css)\.map$/.test(name)) remove(join(nodeModules, name));
  // npm reads all packages again if one of them was changed after this file.
  const now = new Date();
  utimesSync(join(nodeModules, '.package-lock.json'), now, now);
}

// One at a time
//
// `npm start` and `npm test` may be typed together in a fresh clone. The lock is a folder that holds one empty folder for each
// process that works in node_modules (this one and npm), named by its id and start time. A process takes it by renaming a
// folder with its own entry to it, which succeeds only if the lock is absent or empty. Entries of dead processes are removed by
// their names, so that a lock which another process has just taken is never removed by mistake. Git does not see empty folders.

async function takeLock() {
  const deadline = Date.now() + patienceMs;
  let previousHolder = 'none';
  let isReported = false;
  while (!tryToTakeLock()) {
    const holders = readFolder(lockFolder);
    if (!holders.some(isAlive)) {
      // An entry that is still there belongs to a process that had no time to remove it.
      if (holders.filter((name) => removeIfEmpty(join(lockFolder, name))).length > 0) previousHolder = 'killed';
    } else if (!isReported) {
      say('Waiting for another command that is installing the dependencies.');
      isReported = true;
    }
    if (Date.now() > deadline) {
      throw new Refusal(
        `Another command (process ${holders.join(', ')}) has been installing the dependencies for too long. ` +
          `Stop it, delete the folder ${lockFolder} and run the same command again.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { previousHolder, release: () => leaveLock(join(lockFolder, processName(process.pid))) };
}

function tryToTakeLock() {
  const mine = `${lockFolder}-${process.pid}`;
  makeFolder(join(mine, processName(process.pid)));
  removeIfEmpty(lockFolder);
  try {
    renameSync(mine, lockFolder);
    return true;
  } catch (error) {
    remove(mine);
    if (isOccupied(error)) return false;
    throw error;
  }
}

function enterLock(pid) {
  const entry = join(lockFolder, processName(pid));
  makeFolder(entry);
  return entry;
}

function leaveLock(entry) {
  removeIfEmpty(entry);
  removeIfEmpty(lockFolder);
}

/** @returns {boolean} whether it was there and empty */
function removeIfEmpty(folder) {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT' || isOccupied(error)) return false;
    throw error;
  }
}

/** Systems differ in what they call a folder that cannot be removed or replaced because it is not empty. */
function isOccupied(error) {
  return ['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code);
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Refusal(
      `The dependencies have to be installed, but nothing can be written to ${root} (${error.code}). ` +
        'Run the same command as the user who owns that folder.',
    );
  }
}

function readFolder(folder) {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function processName(pid) {
  return `${pid}-${startTime(pid)}`;
}

function isAlive(name) {
  const [pid, started] = name.split('-');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return Number(pid) !== process.pid && startTime(pid) === started;
}

/**
 * In a container the same few ids come back after each restart, and ended processes may remain as zombies. Without /proc the id
 * alone has to do.
 */
function startTime(pid) {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1);
    const fields = afterName.split(' ');
    return fields[0] === 'Z' ? 'ended' : fields[19];
  } catch {
    return '0';
  }
}

// Small things

function readJson(file) {
  return parseJson(readText(file));
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

try {
  await main();
} catch (error) {
  say(error instanceof Refusal ? error.message : error.stack);
  process.exitCode = 1;
}
