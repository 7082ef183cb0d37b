import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { canReach, canRead, identity, ownerAccount, pickAccount, readAccounts } from './embedded-account.ts';
import { findBinariesPackage, prepareBinaries } from './embedded-binaries.ts';
import { openCluster } from './embedded-cluster.ts';
import { findPostmaster } from './embedded-postmaster.ts';

const isRoot = process.getuid?.() === 0;
const onlyRoot = isRoot ? false : 'only root can run processes as another user';
const onlyOrdinary = isRoot ? 'root may write everywhere' : false;
const settings = { fsync: 'off' };
const sharedFolder = mkdtempSync(join(tmpdir(), 'trunkline-embedded-'));
const systemFolder = join(sharedFolder, 'system');
const readyCluster = join(sharedFolder, 'data');

test('a data folder that cannot be made is reported in a sentence', {
  skip: process.platform !== 'linux',
}, async () => {
  await assert.rejects(startEmbedded('/proc/trunkline/data', { log: () => {} }), /cannot be made.*Set DATA_DIR/);
});

test('a first start makes a private cluster, and a second start finds its data', async (t) => {
  const lab = openLab(t);
  const first = await lab.start();
  assert.equal(await ask(first.url, 'SHOW listen_addresses'), '');
  assert.equal(await ask(first.url, 'SHOW server_encoding'), 'UTF8');
  const connections = Number(await ask(first.url, 'SHOW max_connections'));
  assert.throws(() => readConfig({ DATABASE_POOL_SIZE: `${connections - 49}` }), 'commands need connections too');
  assert.equal(await ask(first.url, `SELECT lower('ÄÖ')`), 'äö');
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const guess = new URL(first.url);
  guess.password = 'guess';
  await assert.rejects(ask(guess.href, 'SELECT 1'), { code: '28P01' });

  const home = join(lab.dataDir, 'postgres');
  for (const name of ['.', 'data', 'run']) assert.equal(statSync(join(home, name)).mode & 0o777, 0o700, name);
  for (const name of ['password', 'postgres.log']) assert.equal(statSync(join(home, name)).mode & 0o777, 0o600, name);
  await first.stop();
  await first.stop();
  assert.equal(lab.postmaster(), undefined);

  const second = await lab.start();
  assert.equal(second.url, first.url);
  assert.equal(await ask(second.url, 'SELECT answer FROM kept'), 42);
});

test('three processes that start at once on an empty folder share one PostgreSQL', async (t) => {
  const lab = openLab(t);
  const starters = await Promise.all([lab.spawn(), lab.spawn(), lab.spawn()]);
  assert.equal(new Set(starters.map(({ url }) => url)).size, 1);
  const url = starters[0]?.url ?? '';
  const anchors = `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'trunkline anchor'`;
  assert.equal(await ask(url, anchors), 3);

  await Promise.all(starters.map((starter) => starter.stop()));
  assert.equal(lab.postmaster(), undefined);
});

test('a PostgreSQL whose starter was killed with its terminal is picked up, with its data', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const starter = await lab.spawn();
  await ask(starter.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const before = lab.postmaster();
  await starter.killGroup();

  const next = await lab.start();
  assert.deepEqual(lab.postmaster(), before);
  assert.equal(await ask(next.url, 'SELECT answer FROM kept'), 42);
  await next.stop();
  assert.equal(lab.postmaster(), undefined);
});

test('a first start may be killed at any moment', async (t) => {
  const moments = {
    'initdb is at work': (lab: Lab) =>
      lab.files().some((name) => existsSync(join(lab.dataDir, name, 'data/PG_VERSION'))),
    'the cluster is whole': (lab: Lab) => lab.files().includes('postgres'),
    'PostgreSQL starts': (lab: Lab) => existsSync(join(lab.dataDir, 'postgres/data/postmaster.pid')),
    'its database is being made': (lab: Lab) => lab.postmaster()?.status === 'ready',
  };
  for (const [moment, hasCome] of Object.entries(moments)) {
    await t.test(moment, async (t) => {
      const lab = openLab(t);
      const starter = lab.spawnWithoutWaiting();
      await until(() => hasCome(lab), moment);
      starter.kill('SIGKILL');
      const { url } = await lab.start();
      assert.equal(await ask(url, 'SELECT 42'), 42);
      assert.deepEqual(
        lab.files().filter((name) => name.startsWith('postgres.new-')),
        [],
      );
    });
  }
});

test('a start that was killed between making a folder and giving it away is repeated', {
  skip: onlyRoot,
}, async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  chownSync(join(lab.dataDir, 'postgres/run'), 0, 0);
  const { url } = await lab.start();
  assert.equal(await ask(url, 'SELECT 42'), 42);
});

test('a killed postmaster is brought up again at the same address, with all that was committed', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { url } = await lab.start();
  await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  // A busy backend does not notice the death of its postmaster until its statement is finished.
  const busy = ask(url, `DO $$ BEGIN WHILE clock_timestamp() < now() + interval '3 s' LOOP END LOOP; END $$`).catch(
    () => 'broken off',
  );
  await untilQuery(url, `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active'`, 2);
  const killed = lab.postmaster()?.pid ?? 0;
  process.kill(killed, 'SIGKILL');

  await until(() => lab.postmaster()?.status === 'ready' && lab.postmaster()?.pid !== killed, 'a new postmaster');
  await untilQuery(url, 'SELECT answer FROM kept', 42);
  await busy;
  assert.ok(lab.messages.some((line) => line.includes('postgres.lost')));
});

test('a connection that breaks while PostgreSQL stays is made again', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { url, stop } = await lab.start();
  const anchors = `FROM pg_stat_activity WHERE application_name = 'trunkline anchor'`;
  await ask(url, `SELECT pg_terminate_backend(pid) ${anchors}`);
  await until(() => lab.messages.filter((message) => message.includes('postgres.found')).length === 1, 'a new anchor');
  await untilQuery(url, `SELECT count(*)::int ${anchors}`, 1); // PostgreSQL still ends the old one when the new one is there.
  await stop();
  assert.equal(lab.postmaster(), undefined);
});

test('stopping while PostgreSQL is down ends the attempts to bring it up', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { stop } = await lab.start();
  process.kill(lab.postmaster()?.pid ?? 0, 'SIGKILL');
  await until(() => lab.messages.some((message) => message.includes('postgres.lost')), 'the loss to be noticed');
  await stop();
  assert.equal(lab.postmaster(), undefined);
});

test('a data folder that vanishes is not replaced by an empty one', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { stop } = await lab.start();
  const home = join(lab.dataDir, 'postgres');
  renameSync(home, `${home}.aside`);
  process.kill(Number(readFileSync(join(`${home}.aside`, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  await until(() => lab.messages.some((message) => message.includes('is gone. Restore it')), 'the complaint');
  assert.ok(!existsSync(home));
  await stop();
});

test('the last process to stop stops PostgreSQL', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const mine = await lab.start();
  const other = await lab.spawn();
  await mine.stop();
  assert.equal(await ask(other.url, 'SELECT 42'), 42);
  await other.stop();
  assert.equal(lab.postmaster(), undefined);
});

test('another connected client keeps PostgreSQL running', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { url, stop } = await lab.start();
  const visitor = new Client({ connectionString: url });
  await visitor.connect();
  await stop();
  assert.equal((await visitor.query('SELECT 42 AS answer')).rows[0].answer, 42);
  await visitor.end();
});

test('a process that forgets to stop still ends, and leaves PostgreSQL to the next', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const starter = lab.spawnWithoutWaiting('forget to stop');
  const [code] = await once(starter, 'exit');
  assert.equal(code, 0);
  assert.equal(lab.postmaster()?.status, 'ready');
});

test('a pid file left by a crash does not block the start when its id now belongs to another program', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { stop } = await lab.start();
  await stop();
  const { data, home, account } = openCluster(lab.dataDir) ?? assert.fail('there is a cluster');
  const stranger = spawn('sleep', ['600'], { ...identity(account), stdio: 'ignore' });
  t.after(() => stranger.kill());
  for (const content of [`${stranger.pid}\n${data}\n1\n5432\n${home}/run\n\n 1 1\nready   \n`, '']) {
    for (const file of [join(data, 'postmaster.pid'), join(home, 'run/.s.PGSQL.5432.lock')]) {
      writeFileSync(file, content, { mode: 0o600 });
      if (account) chownSync(file, account.uid, account.gid);
    }
    const again = await lab.start();
    assert.equal(await ask(again.url, 'SELECT 42'), 42);
    await again.stop();
  }
});

test('a path that is too long for a socket works, and the socket stays where it is over a crash', async (t) => {
  const lab = openLab(t, { cluster: 'ready', below: ['a'.repeat(100), 'データ'] });
  const { url, stop } = await lab.start();
  const socketFolder = lab.postmaster()?.socketFolder ?? '';
  assert.ok(socketFolder.startsWith(tmpdir()));
  assert.equal(statSync(socketFolder).mode & 0o777, 0o700);

  const killed = lab.postmaster()?.pid ?? 0;
  process.kill(killed, 'SIGKILL');
  await until(() => lab.postmaster()?.status === 'ready' && lab.postmaster()?.pid !== killed, 'a new postmaster');
  await untilQuery(url, 'SELECT 42', 42);
  const other = await lab.spawn();
  assert.equal(other.url, url);
  await other.stop();
  await stop();
  assert.ok(!existsSync(socketFolder));

  const again = await lab.start();
  assert.equal(again.url, url);
  await again.stop();
  // Another user may have made a folder of that name by now.
  mkdirSync(socketFolder);
  chmodSync(socketFolder, 0o777);
  t.after(() => rmSync(socketFolder, { recursive: true }));
  await lab.start();
  assert.notEqual(lab.postmaster()?.socketFolder, socketFolder);
});

test('root gives the account no folder that the account names', { skip: onlyRoot }, async (t) => {
  const lab = openLab(t, { cluster: 'ready', below: ['a'.repeat(120)] });
  const first = await lab.start();
  const socketFolder = lab.postmaster()?.socketFolder ?? '';
  await first.stop();
  const own = join(lab.folder, 'own');
  mkdirSync(own, { mode: 0o700 });
  const made = join(lab.folder, 'made');
  const step = `${socketFolder}-step`;
  t.after(() => rmSync(step, { recursive: true, force: true }));
  const link = join(lab.dataDir, 'postgres/run-elsewhere');

  const startWith = async (target: string) => {
    rmSync(link);
    symlinkSync(target, link);
    const { stop } = await lab.start();
    assert.notEqual(lab.postmaster()?.socketFolder, target);
    await stop();
    assert.equal(statSync(own).uid, 0, target);
    assert.ok(!existsSync(made), target);
  };
  mkdirSync(step);
  for (const wanted of [own, made]) await startWith(`${step}/..${wanted.slice(tmpdir().length)}`);
  rmSync(step, { recursive: true });
  symlinkSync(own, step);
  await startWith(`${step}/`);
});

test('damage is reported in a sentence, and nothing is overwritten', async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { stop } = await lab.start();
  await stop();
  const home = join(lab.dataDir, 'postgres');
  const version = join(home, 'data/PG_VERSION');
  writeFileSync(version, '17\n');
  await assert.rejects(lab.start(), /made by PostgreSQL 17, but Trunkline now brings 18/);
  writeFileSync(version, '18\n');

  renameSync(join(home, 'data/global'), join(home, 'global'));
  await assert.rejects(
    lab.start(),
    /did not start. Put right what it complains of.*could not find the database system/s,
  );
  renameSync(join(home, 'global'), join(home, 'data/global'));

  renameSync(join(home, 'password'), join(home, 'password.aside'));
  await assert.rejects(lab.start(), /is damaged: password cannot be read. Restore the folder/);

  renameSync(home, `${home}.aside`);
  symlinkSync(join(lab.dataDir, 'nowhere'), home);
  await assert.rejects(lab.start(), /points to a folder that is not there.*Bring it back, or delete/s);
});

test('root, with a data folder closed to others, keeps the cluster elsewhere', { skip: onlyRoot }, async (t) => {
  const lab = openLab(t, { mode: 0o700 });
  const { url, stop } = await lab.start();
  await ask(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const home = readlinkSync(join(lab.dataDir, 'postgres'));
  assert.ok(home.startsWith(join(systemFolder, 'clusters/')));
  assert.notEqual(statSync(home).uid, 0);
  await stop();

  const moved = `${lab.dataDir}-moved`;
  renameSync(lab.dataDir, moved);
  const again = await lab.start(moved);
  assert.equal(await ask(again.url, 'SELECT answer FROM kept'), 42);
  await again.stop();

  rmSync(moved, { recursive: true });
  const fresh = await lab.start();
  assert.equal(await ask(fresh.url, `SELECT to_regclass('kept')`), null);
});

test('root, with an umask and a folder closed to others, leaves no half cluster behind', {
  skip: onlyRoot,
}, async (t) => {
  const lab = openLab(t, { mode: 0o700 });
  const umask = process.umask(0o077);
  t.after(() => process.umask(umask));
  const count = clustersElsewhere().length;
  const starter = lab.spawnWithoutWaiting();
  await until(() => clustersElsewhere().length > count, 'initdb to begin');
  starter.kill('SIGKILL');
  await lab.start();
  assert.equal(clustersElsewhere().length, count + 1);
});

test('root copies programs that the account cannot reach, once', { skip: onlyRoot }, async (t) => {
  const lab = openLab(t);
  const { packageFolder } = makePackage(lab.folder);
  chmodSync(packageFolder, 0o700);
  const account = pickAccount();
  const copies = join(lab.folder, 'copies');
  const [one, two] = await Promise.all([
    prepareBinaries(packageFolder, account, copies),
    prepareBinaries(packageFolder, account, copies),
  ]);
  assert.deepEqual(one, two);
  assert.deepEqual({ version: one.version, major: one.major }, { version: '18.4.0-test', major: '18' });
  assert.ok(one.postgres.startsWith(copies));
  const said = execFileSync(one.postgres, { ...identity(account), cwd: '/', encoding: 'utf8' });
  assert.equal(said, 'library\n');
});

test('missing links are made where npm put the package', async (t) => {
  const lab = openLab(t);
  const { packageFolder, link } = makePackage(lab.folder);
  const { postgres } = await prepareBinaries(packageFolder, pickAccount(), lab.folder);
  assert.equal(postgres, join(packageFolder, 'native/bin/postgres'));
  assert.equal(readlinkSync(link), 'libthing.so.1.2');
});

test('links that cannot be made there are made in a copy', { skip: onlyOrdinary }, async (t) => {
  const lab = openLab(t);
  const { packageFolder, link } = makePackage(lab.folder);
  chmodSync(dirname(link), 0o555);
  const { postgres } = await prepareBinaries(packageFolder, undefined, lab.folder);
  chmodSync(dirname(link), 0o755);
  assert.ok(postgres.startsWith(join(lab.folder, 'postgresql-18.4.0-test')));
  assert.equal(execFileSync(postgres, { encoding: 'utf8' }), 'library\n');
});

test('an ordinary user with a closed home folder', { skip: onlyRoot }, async (t) => {
  const user = readAccounts().find(({ name }) => name === 'nobody') ?? assert.fail('there is a user nobody');
  const needed = [import.meta.filename, process.execPath, findBinariesPackage()];
  const closed = needed.find((path) => !canRead(user, path));
  if (closed) return t.skip(`other users cannot reach ${closed}`);

  const elsewhere = clustersElsewhere();
  const lab = openLab(t, { mode: 0o700, owner: user });
  const starter = await lab.spawn(user);
  assert.equal(statSync(realpathSync(join(lab.dataDir, 'postgres'))).uid, user.uid);
  assert.ok(!lstatSync(join(lab.dataDir, 'postgres')).isSymbolicLink());
  assert.deepEqual(clustersElsewhere(), elsewhere);
  await starter.stop();
  assert.equal(lab.postmaster(), undefined);

  // Root uses the cluster unchanged.
  const { url } = await lab.start();
  assert.equal(await ask(url, 'SELECT 42'), 42);
});

test('root reads nothing for the account that the account could not read itself', { skip: onlyRoot }, async (t) => {
  const lab = openLab(t, { cluster: 'ready' });
  const { home, data } = openCluster(lab.dataDir) ?? assert.fail('there is a cluster');
  const secret = join(lab.folder, 'secret');
  writeFileSync(secret, 'hunter2\n', { mode: 0o600 });
  const account = pickAccount();
  const hasNoSecret = (error: Error) => {
    assert.doesNotMatch(`${error.message} ${error.cause}`, /hunter2/);
    assert.match(`${error.message} ${error.cause}`, /is not a file of the user|ELOOP/);
    return true;
  };

  const inPlaceOf = async (file: string, put: () => void) => {
    const isThere = existsSync(file);
    if (isThere) renameSync(file, `${file}.aside`);
    put();
    await assert.rejects(lab.start(), hasNoSecret, file);
    rmSync(file);
    if (isThere) renameSync(`${file}.aside`, file);
  };
  for (const file of [join(home, 'password'), join(data, 'PG_VERSION'), join(data, 'postmaster.pid')]) {
    await inPlaceOf(file, () => symlinkSync(secret, file));
    await inPlaceOf(file, () => linkSync(secret, file));
    await inPlaceOf(file, () => execFileSync('sh', ['-c', 'mkfifo "$0"', file], { ...identity(account), cwd: '/' }));
  }
  // A folder in the path may be a link too.
  const elsewhere = join(lab.folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(join(elsewhere, 'PG_VERSION'), 'hunter2\n');
  await inPlaceOf(data, () => symlinkSync(elsewhere, data));

  // PostgreSQL cannot start and logs the reason, which the error repeats; but not if the log belongs to another user.
  const log = join(home, 'postgres.log');
  renameSync(join(data, 'global'), join(home, 'global'));
  await inPlaceOf(log, () => symlinkSync(secret, log));
  renameSync(join(home, 'global'), join(data, 'global'));

  assert.equal(await ask((await lab.start()).url, 'SELECT 42'), 42);
});

test('access of another user is found out by trying', { skip: onlyRoot }, (t) => {
  const lab = openLab(t);
  const account = pickAccount();
  chmodSync(lab.folder, 0o700);
  assert.equal(canReach(account, dirname(lab.dataDir)), false);
  chmodSync(lab.folder, 0o711);
  assert.equal(canReach(account, dirname(lab.dataDir)), true);
  assert.equal(canRead(account, lab.folder), false);
});

/** Stands for the package with PostgreSQL's programs: its program prints the content of its library. */
function makePackage(folder: string): { packageFolder: string; link: string } {
  const packageFolder = join(folder, 'package');
  const native = join(packageFolder, 'native');
  for (const name of ['bin', 'lib', 'share/postgresql']) mkdirSync(join(native, name), { recursive: true });
  const links = [{ source: 'native/lib/libthing.so.1.2', target: 'native/lib/libthing.so.1' }];
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ version: '18.4.0-test' }));
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  writeFileSync(join(native, 'lib/libthing.so.1.2'), 'library\n', { mode: 0o600 });
  writeFileSync(join(native, 'bin/postgres'), '#!/bin/sh\ncat "$(dirname "$0")/../lib/libthing.so.1"\n', {
    mode: 0o755,
  });
  return { packageFolder, link: join(native, 'lib/libthing.so.1') };
}

// Most tests begin with a copy of this cluster, because making one takes a second.

before(async () => {
  chmodSync(sharedFolder, 0o755);
  const postgres = await startEmbedded(readyCluster, { log() {}, settings, systemFolder });
  await postgres.stop();
});

after(async () => {
  await endAllIn(sharedFolder);
  await rm(sharedFolder, { recursive: true, force: true, maxRetries: 10 });
});

// A folder for one test, with everything started in it, which ends with the test.

type Starter = { url: string; stop(): Promise<void>; killGroup(): Promise<void> };
type LabOptions = { cluster?: 'none' | 'ready'; mode?: number; below?: string[]; owner?: { uid: number; gid: number } };
type Lab = ReturnType<typeof openLab>;

function openLab(t: TestContext, { cluster = 'none', mode = 0o755, below = [], owner }: LabOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-embedded-'));
  const home = join(folder, 'home');
  const dataDir = join(home, ...below, 'data');
  const children: ChildProcess[] = [];
  const started: EmbeddedPostgres[] = [];
  const messages: string[] = [];
  const log = createLog('info', { write: (line) => messages.push(line) });
  const options = { log, settings, systemFolder };
  chmodSync(folder, 0o755);
  mkdirSync(home);
  chmodSync(home, mode);
  if (owner) chownSync(home, owner.uid, owner.gid);
  if (cluster === 'ready') {
    mkdirSync(dirname(dataDir), { recursive: true });
    execFileSync('cp', ['-Rp', readyCluster, dataDir]);
  }

  async function start(folder = dataDir): Promise<EmbeddedPostgres> {
    const postgres = await startEmbedded(folder, options);
    started.push(postgres);
    return postgres;
  }

  function postmaster() {
    const found = existsSync(dataDir) ? openCluster(dataDir) : undefined;
    return found && findPostmaster(found);
  }

  function spawnWithoutWaiting(purpose = 'stay', account?: { uid: number; gid: number }): ChildProcess {
    const args = ['--input-type=module', '-e', starterScript, dataDir, systemFolder, purpose];
    const child = spawn(process.execPath, args, {
      ...(account && { uid: account.uid, gid: account.gid }),
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  }

  async function spawnStarter(account?: { uid: number; gid: number }): Promise<Starter> {
    const child = spawnWithoutWaiting('stay', account);
    const url = await firstLine(child);
    return {
      url,
      async stop() {
        child.stdin?.end('stop\n');
        const [code] = await once(child, 'exit');
        assert.equal(code, 0);
      },
      async killGroup() {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
        await once(child, 'exit');
      },
    };
  }

  t.after(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const postgres of started) await postgres.stop();
    await endAllIn(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  return {
    folder,
    dataDir,
    messages,
    postmaster,
    start,
    spawn: spawnStarter,
    spawnWithoutWaiting,
    files: () => (existsSync(dataDir) ? readdirSync(dataDir) : []),
  };
}

const starterScript = `
  import { createInterface } from 'node:readline';
  import { startEmbedded } from '${import.meta.resolve('./embedded.ts')}';
  const [dataDir, systemFolder, purpose] = process.argv.slice(1);
  const postgres = await startEmbedded(dataDir, { log() {}, settings: ${JSON.stringify(settings)}, systemFolder });
  console.log(postgres.url);
  if (purpose === 'stay') {
    for await (const line of createInterface(process.stdin)) if (line === 'stop') break;
    await postgres.stop();
  }
`;

function clustersElsewhere(): string[] {
  const folder = join(systemFolder, 'clusters');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  assert.ok(stdout);
  for await (const line of createInterface(stdout)) return line;
  return assert.fail('the process ended before it said anything');
}

/** Stops every PostgreSQL that a test has left, even if its cluster was moved. */
async function endAllIn(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('postmaster.pid'))) {
    const data = dirname(join(folder, file));
    const cluster = { home: folder, data, account: ownerAccount(data), password: '' };
    const postmaster = findPostmaster(cluster);
    if (!postmaster) continue;
    process.kill(postmaster.pid, 'SIGQUIT');
    await until(() => !findPostmaster(cluster), 'PostgreSQL to end');
  }
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function untilQuery(url: string, statement: string, expected: unknown): Promise<void> {
  let answer: unknown;
  await until(async () => {
    answer = await ask(url, statement).catch((error) => error);
    return answer === expected;
  }, `${statement} to answer ${expected}`);
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > deadline) assert.fail(`waited in vain for ${what}`);
    await pause(10);
  }
}
