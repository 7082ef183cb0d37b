import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { launch } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { client, startNode, startTestApp, type TestApp } from '../../test/test-app.ts';
import { createForeignDatabase, createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { connect } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { folderPlace } from './folder-place.ts';
import { readBackupSchedule } from './schedule-queries.ts';
import { makeScheduledBackup } from './scheduled-backup.ts';

// Backups that the server makes by itself, at the times of BACKUP_AT.

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-schedule-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tar.gz'));

function collectedLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, of: (event: string) => lines.filter((line) => line.event === event) };
}

/** As if the last backup had been made two days ago, and no attempt had failed since. */
const makeDue = (databaseUrl: string) =>
  query({ databaseUrl }, `update scheduled_backup set began_at = now() - interval '2 days', failed_at = null`);

/** A connection of the test, on which it holds locks. */
async function openSession(databaseUrl: string): Promise<pg.Client> {
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  atEnd(() => session.end());
  return session;
}

/** Of the locks of all databases, those of this one: the tests of other files run on the same PostgreSQL. */
const isOurs = 'database = (select oid from pg_database where datname = current_database())';

/** A backup waits for this lock while it writes the tables. */
const holdTables = 'begin; lock table blocked_numbers in access exclusive mode';

/** Waits until a node has looked for a due backup and left it: one that begins a backup looks twice, and then writes the row. */
async function untilLooked(databaseUrl: string): Promise<void> {
  const session = await openSession(databaseUrl);
  for (let looks = 0; looks < 3; ) {
    await session.query('begin; lock table scheduled_backup in access exclusive mode');
    const mode = await until(async () => {
      const { rows } = await session.query(
        `select mode from pg_locks
        where relation = 'scheduled_backup'::regclass and not granted and ${isOurs}`,
      );
      return rows[0]?.mode;
    });
    await session.query('rollback');
    looks = mode === 'AccessShareLock' ? looks + 1 : 0;
  }
}

const metricOf = async (address: string, name: string) => {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

test('two nodes make one backup of what is due, which can be restored, and keep as many as wanted', {
  timeout: 150_000,
}, async () => {
  const BACKUP_TO = newFolder();
  const { log, of } = collectedLog();
  // Those of other programs, and of an operator, are not touched.
  for (const name of ['monday.tar.gz', 'trunkline-old.tar.gz']) writeFileSync(join(BACKUP_TO, name), '');
  const one = await startTestApp();
  const { key, projectId } = await buildTenant(one);
  const created = await client(one, key).post('/customers', { project_id: projectId, name: 'Jiro' });
  assert.equal(created.status, 201);
  const settings = { BACKUP_TO, BACKUP_KEEP: 2 };
  const nodes = await Promise.all([1, 2].map(() => startNode(one.databaseUrl, settings, log)));
  await until(() => of('backup.completed').length === 1);
  assert.equal(backupsIn(BACKUP_TO).length, 3);
  const [{ address } = { address: '' }] = nodes;
  assert.equal(await metricOf(address, 'trunkline_backup_overdue_seconds'), 0);
  const age = await metricOf(address, 'trunkline_backup_age_seconds');
  assert.ok(age >= 0 && age < 60, `${age}`);

  const { run } = commandLine({ DATABASE_URL: one.databaseUrl, DATA_DIR: newFolder(), BACKUP_TO });
  assert.match((await run('doctor')).out, /backups +ok +The last backup was completed 0\.0 hours ago\./);

  const DATABASE_URL = await createForeignDatabase(`encoding 'UTF8'`);
  const { json } = commandLine({ DATABASE_URL, DATA_DIR: newFolder(), SECRETS_KEY: secretsKey });
  await json(`restore ${of('backup.completed')[0]?.backup}`);
  const restored = await startNode(DATABASE_URL);
  assert.equal((await client(restored, key).get('/customers')).body.pagination.total, 1);

  for (const made of [2, 3]) {
    const second = Math.floor(Date.now() / 1_000);
    await until(() => Date.now() / 1_000 > second + 1); // The name of a backup has the second of its beginning.
    await makeDue(one.databaseUrl);
    await until(() => of('backup.completed').length === made);
  }
  const [, ...lastTwo] = of('backup.completed').map(({ backup }) => `${backup}`);
  await until(() => backupsIn(BACKUP_TO).length === 4);
  assert.deepEqual(
    backupsIn(BACKUP_TO).map((name) => join(BACKUP_TO, name)),
    [join(BACKUP_TO, 'monday.tar.gz'), ...lastTwo, join(BACKUP_TO, 'trunkline-old.tar.gz')],
  );
  const failed = of('chore.failed').filter(({ chore }) => chore === 'make backups');
  assert.deepEqual([of('backup.failed'), failed], [[], []]);
});

test('a backup that fails is logged and overdue, removes nothing, and is made later', {
  timeout: 150_000,
}, async () => {
  const BACKUP_TO = join(newFolder(), 'not-mounted');
  const { log, of } = collectedLog();
  const { databaseUrl, address } = await startNode(await createTestDatabase(), { BACKUP_TO, BACKUP_KEEP: 1 }, log);
  await until(() => of('backup.failed').length === 1);
  assert.match(JSON.stringify(of('backup.failed')[0]?.err), /does not exist\. Create it first/);
  await until(async () => (await metricOf(address, 'trunkline_backup_overdue_seconds')) > 0);
  assert.ok(Number.isNaN(await metricOf(address, 'trunkline_backup_age_seconds')));
  mkdirSync(BACKUP_TO);
  const earlier = 'trunkline-20200101T000000Z.tar.gz';
  writeFileSync(join(BACKUP_TO, earlier), '');
  await query({ databaseUrl }, `update scheduled_backup set failed_at = now() - interval '11 minutes'`);
  await until(() => of('backup.completed').length === 1 && backupsIn(BACKUP_TO).length === 1);
  assert.ok(!backupsIn(BACKUP_TO).includes(earlier));
});

test('a backup whose node is killed is made by another node, and its draft goes', { timeout: 150_000 }, async () => {
  const BACKUP_TO = newFolder();
  const DATABASE_URL = await createTestDatabase();
  const holder = await openSession(DATABASE_URL);
  await holder.query(holdTables);
  const settings = { DATABASE_URL, BACKUP_TO, DATA_DIR: newFolder(), SECRETS_KEY: secretsKey };
  const killed = launch(['serve'], settings);
  await until(() => readdirSync(BACKUP_TO).some((name) => name.endsWith('.part')));
  const { log, of } = collectedLog();
  await startNode(DATABASE_URL, { BACKUP_TO }, log);
  await untilLooked(DATABASE_URL);
  assert.equal(readdirSync(BACKUP_TO).length, 1, 'the other node waits');
  killed.child.kill('SIGKILL');
  await killed.ended;
  await holder.query('rollback');
  await until(() => of('backup.completed').length === 1);
  assert.deepEqual(
    readdirSync(BACKUP_TO).map((name) => join(BACKUP_TO, name)),
    of('backup.completed').map(({ backup }) => backup),
  );
});

test('a node that is killed while it copies recordings leaves no backup, and its upload is aborted', {
  timeout: 150_000,
}, async () => {
  const s3 = await startS3Server();
  s3.hold(/recordings/);
  const BACKUP_TO = s3.address.replace('/recorded?', '/nightly?');
  const DATABASE_URL = await createTestDatabase();
  const DATA_DIR = newFolder();
  const recording = '1/01900000-0000-7000-8000-000000000000.wav';
  mkdirSync(join(DATA_DIR, 'recordings/1'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'recordings', recording), 'a call');
  const killed = launch(['serve'], { DATABASE_URL, BACKUP_TO, DATA_DIR, SECRETS_KEY: secretsKey });
  await until(() => s3.requests.includes(`PUT nightly/recordings/${recording}`));
  assert.deepEqual([...s3.objects.keys()], []);
  assert.equal(s3.uploads.size, 1);
  killed.child.kill('SIGKILL');
  await killed.ended;
  s3.uploads.set('by hand', { key: 'nightly/monday.tar.gz', parts: [] });
  s3.uploads.set('elsewhere', { key: 'trunkline-20270401T031500Z.tar.gz', parts: [] });
  const { log, of } = collectedLog();
  await startNode(DATABASE_URL, { BACKUP_TO }, log);
  await until(() => of('backup.completed').length === 1);
  assert.equal(s3.objects.size, 1);
  assert.deepEqual([...s3.uploads.keys()], ['by hand', 'elsewhere']);
});

/** Stops a node that waits for an answer of the store, after five requests: nothing that it has in memory may be lost. */
async function assertStopsCleanly(
  s3: Awaited<ReturnType<typeof startS3Server>>,
  node: TestApp,
  { of }: ReturnType<typeof collectedLog>,
): Promise<void> {
  const { api } = await buildTenant(node);
  for (let i = 0; i < 5; i++) assert.equal((await api.get('/customers')).status, 200);
  await node.stop();
  assert.deepEqual([of('server.stop_incomplete'), of('backup.failed')], [[], []]);
  const rows = await query(node, 'select count(*)::int as requests from api_requests');
  assert.deepEqual(rows, [{ requests: 5 }]);
  assert.equal(s3.objects.size, 0);
}

test('a node that is stopped while the store takes a recording saves its last requests and aborts the upload', {
  timeout: 150_000,
}, async () => {
  const s3 = await startS3Server();
  s3.hold(/recordings/);
  const BACKUP_TO = s3.address.replace('/recorded?', '/nightly?');
  const DATA_DIR = newFolder();
  const recording = '1/01900000-0000-7000-8000-000000000000.wav';
  mkdirSync(join(DATA_DIR, 'recordings/1'), { recursive: true });
  writeFileSync(join(DATA_DIR, 'recordings', recording), 'a call');
  const logged = collectedLog();
  const node = await startNode(await createTestDatabase(), { BACKUP_TO, DATA_DIR }, logged.log);
  await until(() => s3.requests.includes(`PUT nightly/recordings/${recording}`));
  await assertStopsCleanly(s3, node, logged);
  assert.equal(s3.uploads.size, 0);
});

for (const method of ['GET', 'POST'])
  test(`a node that is stopped while the store does not answer ${method} saves its last requests`, {
    timeout: 150_000,
  }, async () => {
    const s3 = await startS3Server();
    s3.hold(new RegExp(`^${method} nightly/trunkline-`));
    const BACKUP_TO = s3.address.replace('/recorded?', '/nightly?');
    const logged = collectedLog();
    const node = await startNode(await createTestDatabase(), { BACKUP_TO }, logged.log);
    await until(() => s3.requests.some((request) => request.startsWith(`${method} nightly/trunkline-`)));
    await assertStopsCleanly(s3, node, logged);
  });

test('a backup that kills its node twice is tried again after ten minutes', { timeout: 150_000 }, async () => {
  const BACKUP_TO = newFolder();
  const DATABASE_URL = await createTestDatabase();
  const holder = await openSession(DATABASE_URL);
  await holder.query(holdTables);
  let drafts: string[] = [];
  for (const _ of ['at once', 'at the next start']) {
    const { child, ended } = launch(['serve'], {
      DATABASE_URL,
      BACKUP_TO,
      DATA_DIR: newFolder(),
      SECRETS_KEY: secretsKey,
    });
    const before = drafts;
    drafts = await until(() => {
      const found = readdirSync(BACKUP_TO);
      return found.length === 1 && found[0] !== before[0] && found;
    });
    child.kill('SIGKILL');
    await ended;
  }
  await holder.query('rollback');
  const { log, of } = collectedLog();
  const { address } = await startNode(DATABASE_URL, { BACKUP_TO }, log);
  await untilLooked(DATABASE_URL);
  assert.deepEqual(readdirSync(BACKUP_TO), drafts);
  assert.ok((await metricOf(address, 'trunkline_backup_overdue_seconds')) > 0);
  await query({ databaseUrl: DATABASE_URL }, `update scheduled_backup set failed_at = now() - interval '11 minutes'`);
  await until(() => of('backup.completed').length === 1);
  assert.equal(readdirSync(BACKUP_TO).length, 1);
});

test('a backup without its recordings is not kept', { timeout: 150_000 }, async () => {
  const BACKUP_TO = newFolder();
  writeFileSync(join(BACKUP_TO, 'recordings'), 'not a folder');
  const { log, of } = collectedLog();
  await startNode(await createTestDatabase(), { BACKUP_TO }, log);
  await until(() => of('backup.failed').length === 1);
  assert.deepEqual(readdirSync(BACKUP_TO), ['recordings']);
});

const lockConnection = `from pg_stat_activity
  where application_name = 'trunkline backup schedule' and datname = current_database()`;
const breakLock = `select pg_terminate_backend(pid) ${lockConnection}`;

test('a backup ends with the connection that holds its lock', { timeout: 150_000 }, async () => {
  const BACKUP_TO = newFolder();
  const databaseUrl = await createTestDatabase();
  const holder = await openSession(databaseUrl);
  await holder.query(holdTables);
  const { log, of } = collectedLog();
  await startNode(databaseUrl, { BACKUP_TO }, log);
  await until(() => readdirSync(BACKUP_TO).some((name) => name.endsWith('.part')));
  await query({ databaseUrl }, breakLock);
  await until(() => of('backup.failed').length === 1);
  assert.match(JSON.stringify(of('backup.failed')[0]?.err), /held the lock/);
  assert.deepEqual(readdirSync(BACKUP_TO), []);
});

test('no backup begins if the connection with the lock breaks just before', { timeout: 150_000 }, async () => {
  const BACKUP_TO = newFolder();
  const databaseUrl = await createTestDatabase();
  const db = connect(databaseUrl, { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  atEnd(() => db.close());
  const holder = await openSession(databaseUrl);
  await holder.query('select pg_advisory_lock(1)');
  const { log } = collectedLog();
  const making = makeScheduledBackup(
    { url: databaseUrl, db, files: undefined, retentionDays: 0 },
    {
      placeOf: (name, signal) => folderPlace(join(BACKUP_TO, name), signal),
      schedule: { times: ['00:00'], timezone: 'UTC' },
      ...{ keep: 1, log, signal: new AbortController().signal },
    },
  );
  making.catch(() => {}); // It is awaited below.
  // The only connection of the pool looks, then waits for the test, and then looks again, with the lock.
  const waiting = db.execute({ name: '', text: 'select pg_advisory_lock(1)::text', values: [] });
  const count = async (text: string) => (await holder.query(text)).rows.length;
  await until(() => count(`select 1 from pg_locks where locktype = 'advisory' and not granted and ${isOurs}`));
  await until(() =>
    count(`select 1 ${lockConnection} and pid in (select pid from pg_locks where locktype = 'advisory' and granted)`),
  );
  await holder.query(breakLock);
  await until(async () => (await count(`select 1 ${lockConnection}`)) === 0);
  await holder.query('select pg_advisory_unlock(1)');
  await waiting;
  await assert.rejects(making, /held the lock/);
  assert.equal(await count('select 1 from scheduled_backup'), 0);
});

test('PostgreSQL ends the sessions of a backup soon after their machine has lost power', {
  timeout: 150_000,
}, async () => {
  const databaseUrl = await createTestDatabase();
  const network = await startDatabaseProxy(databaseUrl);
  const asked = network.count('set tcp_keepalives_idle = 30');
  const { log, of } = collectedLog();
  await startNode(network.url, { BACKUP_TO: newFolder() }, log);
  await until(() => of('backup.completed').length === 1);
  assert.equal(asked(), 2, 'the one with the lock, and the one that reads the tables');
});

test('uploads of killed nodes are removed on every page of the list, although one vanishes meanwhile', {
  timeout: 150_000,
}, async () => {
  const s3 = await startS3Server();
  const key = 'nightly/trunkline-20270401T031500Z.tar.gz';
  for (const id of ['1', '2', '3', '4', '5']) s3.uploads.set(id, { key, parts: [] });
  s3.removedMeanwhile.add('1');
  for (const name of ['monday', 'trunkline-old', 'tuesday'])
    s3.uploads.set(name, { key: `nightly/${name}`, parts: [] });
  const { log, of } = collectedLog();
  const BACKUP_TO = s3.address.replace('/recorded?', '/nightly?');
  await startNode(await createTestDatabase(), { BACKUP_TO }, log);
  await until(() => of('backup.completed').length === 1);
  assert.deepEqual([...s3.uploads.keys()], ['monday', 'trunkline-old', 'tuesday']);
  assert.deepEqual(of('backup.drafts_not_removed'), []);
});

test('backups go to a bucket, and old ones are removed there', { timeout: 150_000 }, async () => {
  const s3 = await startS3Server();
  const { log, of } = collectedLog();
  const BACKUP_TO = s3.address.replace('/recorded?', '/nightly?');
  const { databaseUrl } = await startNode(await createTestDatabase(), { BACKUP_TO, BACKUP_KEEP: 1 }, log);
  await until(() => of('backup.completed').length === 1);
  const [first] = s3.objects.keys();
  assert.match(`${first}`, /^nightly\/trunkline-\d{8}T\d{6}Z\.tar\.gz$/);
  assert.equal(of('backup.completed')[0]?.backup, `s3://calls/${first}`);
  await makeDue(databaseUrl);
  await until(() => of('backup.completed').length === 2 && s3.objects.size === 1);
  assert.ok(!s3.objects.has(`${first}`));
});

test('a clock that ran ahead stops no backups, and its backups do not push out newer ones', {
  timeout: 150_000,
}, async () => {
  const BACKUP_TO = newFolder();
  const { log, of } = collectedLog();
  const { databaseUrl, address } = await startNode(await createTestDatabase(), { BACKUP_TO, BACKUP_KEEP: 1 }, log);
  await until(() => of('backup.completed').length === 1);
  const ahead = 'trunkline-29990101T000000Z.tar.gz';
  writeFileSync(join(BACKUP_TO, ahead), '');
  const second = Math.floor(Date.now() / 1_000);
  await until(() => Date.now() / 1_000 > second + 1); // The name of a backup has the second of its beginning.
  await query(
    { databaseUrl },
    `update scheduled_backup set (wanted_since, began_at, completed_at, failed_at) =
       (select t, t, t, t from (select now() + interval '1 year') as ahead (t))`,
  );
  await until(() => of('backup.completed').length === 2);
  const last = of('backup.completed')[1]?.backup;
  await until(() => backupsIn(BACKUP_TO).length === 2);
  assert.deepEqual(
    backupsIn(BACKUP_TO).map((name) => join(BACKUP_TO, name)),
    [last, join(BACKUP_TO, ahead)],
  );
  assert.equal(await metricOf(address, 'trunkline_backup_overdue_seconds'), 0);
  const age = await metricOf(address, 'trunkline_backup_age_seconds');
  assert.ok(age >= 0 && age < 60, `${age}`);
});

test('a backup is due after the last of the times of day, in their time zone', async () => {
  const db = connect(await createTestDatabase(), { poolSize: 1, applicationName: 'test', onIdleError: () => {} });
  atEnd(() => db.close());
  const timezone = 'Asia/Kolkata';
  const timeOfDay = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', { timeZone: timezone, timeStyle: 'short' });
  const began = (minutesAgo: number) =>
    db.execute({
      name: '',
      text: `insert into scheduled_backup (began_at, wanted_since) values (now() - $1::int * interval '1 minute', '2020-01-01')
        on conflict (is_only) do update set began_at = excluded.began_at`,
      values: [minutesAgo],
    });
  const read = (...times: string[]) => readBackupSchedule.one(db, { times, timezone });
  assert.deepEqual(await read('00:00'), {
    ...{ is_due: true, may_begin: true, is_running: false },
    ...{ overdue_seconds: 0, age_seconds: null },
  });
  await began(60);
  assert.equal((await read(timeOfDay(-30))).is_due, true);
  const { overdue_seconds } = await read(timeOfDay(-30), timeOfDay(60));
  assert.ok(overdue_seconds >= 29 * 60 && overdue_seconds <= 32 * 60, `${overdue_seconds}`);
  assert.equal((await read(timeOfDay(30))).is_due, false);
  assert.equal((await read(timeOfDay(30), timeOfDay(-30))).is_due, true);
  const missedTwice = await read(timeOfDay(-10), timeOfDay(-50));
  assert.ok(missedTwice.overdue_seconds >= 49 * 60 && missedTwice.overdue_seconds <= 52 * 60, 'since the first one');
  await began(3 * 24 * 60 - 60);
  const hours = (await read(timeOfDay(0))).overdue_seconds / 3_600;
  assert.ok(hours > 47.9 && hours < 48.1, `since the first of three: ${hours} hours`);
  await began(10);
  assert.equal((await read(timeOfDay(-30))).is_due, false);
});
