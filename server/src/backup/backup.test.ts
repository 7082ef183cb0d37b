import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { buildEverything } from '../../test/build/build-everything.ts';
import { buildTenant } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { launch } from '../../test/program.ts';
import { customersInSearchList } from '../../test/search-list.ts';
import { mountSmallDisk } from '../../test/small-disk.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { client, startNode, startTestApp } from '../../test/test-app.ts';
import { createForeignDatabase, createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { migrate, migrationsUpTo } from '../database/migrate.ts';
import { decodeId } from '../platform/ids.ts';
import { writeBackup } from './write-backup.ts';

// Backups of a whole installation and of its recordings, restored into empty databases.

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-backup-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const emptyDatabase = () => createForeignDatabase(`encoding 'UTF8'`);
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const DATA_DIR = newFolder();
const app = await startTestApp({ SECRETS_KEY, DATA_DIR, SIMULATOR_SPEED: 100 });
const tenant = await buildEverything(app);
const { ids } = tenant;
await app.stop(); // Its own work would change rows while they are compared.
const callFile = `${tenant.tenantId}/${decodeId('call', ids.callId)}.wav`;
const installation = { DATABASE_URL: app.databaseUrl, DATA_DIR, SECRETS_KEY };
const { json, run } = commandLine(installation);

async function inDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url });
  await connection.connect();
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** A number for the rows of each table, whatever their order. */
const contentsOf = (url: string) =>
  inDatabase(url, async (connection) => {
    const { rows: tables } = await connection.query(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'p' order by 1`,
    );
    const contents: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await connection.query(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from "${name}" t`,
      );
      contents[name] = rows[0].sum;
    }
    return contents;
  });

/** Names of tables, constraints, indexes, triggers and sequences, with the state of each. */
const shapeOf = (url: string) =>
  inDatabase(url, async (connection) => {
    const { rows } = await connection.query(`
      select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) || convalidated as line from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select 'trigger ' || tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
      union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
      union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
      union all select 'column ' || table_name || ' ' || column_name || ' ' || data_type from information_schema.columns where table_schema = 'public'
      order by 1`);
    return rows.map(({ line }) => line);
  });

test('a restored installation has the same data, keys, secrets and recordings, and goes on', async () => {
  const backup = join(newFolder(), 'one.tar.gz');
  const before = await contentsOf(app.databaseUrl);
  const shape = await shapeOf(app.databaseUrl);
  const taken = await json(`backup ${backup}`);
  assert.equal(taken.backup, backup);
  assert.equal(taken.recordings, 1);
  assert.equal(statSync(backup).mode & 0o777, 0o600);

  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder(), SECRETS_KEY };
  const restored = await json(`restore ${backup}`, target);
  assert.deepEqual(
    [restored.rows, restored.tables, restored.taken_at, restored.migrations],
    [taken.rows, taken.tables, taken.taken_at, []],
  );
  assert.deepEqual(await contentsOf(target.DATABASE_URL), before);
  assert.deepEqual(await shapeOf(target.DATABASE_URL), shape);
  assert.equal(await customersInSearchList({ databaseUrl: target.DATABASE_URL }), 0);
  assert.deepEqual(
    readFileSync(join(target.DATA_DIR, 'recordings', callFile)),
    readFileSync(join(DATA_DIR, 'recordings', callFile)),
  );

  const node = await startNode(target.DATABASE_URL, { ...target, SIMULATOR_SPEED: 100 });
  const page = client(node, tenant.key);
  const call = (await page.get(`/calls/${ids.callId}`)).body.data;
  assert.equal(call.recording.status, 'ready');
  assert.equal((await page.get(`/calls/${ids.callId}/recording`)).status, 200);
  // The delivery is signed, so the secret of the webhook was decrypted.
  assert.equal((await page.post(`/webhooks/${ids.webhookId}/test`, {})).status, 200);
  const created = await page.post('/customers', { project_id: ids.projectId, name: 'Jiro' });
  assert.equal(created.status, 201, created.text);
  assert.ok(created.body.data.customer_id > ids.customerId, 'numbers go on');
});

test('a restore that ended before it had copied the recordings goes on with them', async () => {
  const backup = join(newFolder(), 'one.tar.gz');
  await json(`backup ${backup}`);
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder(), SECRETS_KEY };
  const [recordings, copy] = [DATA_DIR, target.DATA_DIR].map((folder) => join(folder, 'recordings', callFile));
  writeFileSync(join(target.DATA_DIR, 'recordings'), 'no folder');
  assert.match(await refusal(`restore ${backup}`, target), /database is restored.*go on with --recordings only/);
  rmSync(join(target.DATA_DIR, 'recordings'));
  assert.equal((await json(`restore ${backup} --recordings only`, target)).recordings, 1);
  assert.deepEqual(readFileSync(copy ?? ''), readFileSync(recordings ?? ''));
  const again = await json(`restore ${backup} --recordings only`, target);
  assert.deepEqual([again.recordings, again.recordings_unchanged], [0, 1]);
  assert.match(await refusal(`restore ${backup}x --recordings only`, target), /There is no file/);
  const blank = { ...target, DATABASE_URL: await emptyDatabase() };
  assert.match(await refusal(`restore ${backup} --recordings only`, blank), /^This database is empty/);
});

/** The sentence of a command that fails. */
async function refusal(line: string, more: Record<string, string> = {}): Promise<string> {
  const { code, err } = await run(line, { ...installation, ...more });
  assert.equal(code, 1, err);
  return err;
}

const isEmpty = (url: string) =>
  inDatabase(url, async (connection) => {
    const { rows } = await connection.query(
      `select count(*)::int from pg_class where relnamespace = 'public'::regnamespace`,
    );
    return rows[0].count === 0;
  });

test('nothing of a damaged, foreign or unreadable backup is restored, and the reason is said', async () => {
  const folder = newFolder();
  const backup = join(folder, 'whole.tar.gz');
  await json(`backup ${backup} --recordings without`);
  assert.deepEqual(readdirSync(folder), ['whole.tar.gz'], 'no recordings, and no draft');
  const whole = readFileSync(backup);
  const DATABASE_URL = await emptyDatabase();
  const target = { DATABASE_URL, DATA_DIR: newFolder() };
  const restoring = async (content: Buffer, more = {}) => {
    const file = join(folder, 'damaged.tar.gz');
    writeFileSync(file, content);
    const sentence = await refusal(`restore ${file}`, { ...target, ...more });
    assert.ok(await isEmpty(DATABASE_URL), sentence);
    return sentence;
  };
  assert.match(await restoring(whole.subarray(0, whole.length >> 1)), /The backup cannot be read/);
  const flipped = Buffer.from(whole);
  flipped.writeUInt8((flipped.at(-2000) ?? 0) ^ 0x10, flipped.length - 2000);
  assert.match(await restoring(flipped), /cannot be read|damaged|part/);
  assert.match(await restoring(Buffer.from('not a backup')), /cannot be read/);
  assert.match(
    await restoring(whole, { SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') }),
    /encrypted with another key/,
  );
  assert.match(await restoring(whole, { SECRETS_KEY: '' }), /encrypted with a key that is not here/);

  assert.match(await refusal(`restore ${join(folder, 'none.tar.gz')}`, target), /none\.tar\.gz/);
  assert.match(await refusal(`restore ${backup}`), /This database has tables already/);
  assert.match(await refusal(`backup ${backup}`), /exists\. Choose another name/);
  assert.match(await refusal(`backup ${join(folder, 'no', 'such.tar.gz')}`), /does not exist\. Create it first/);
  assert.match(await refusal(`backup ${join(folder, 'new.tar.gz')}`, target), /This database is empty/);
  assert.deepEqual(readdirSync(folder).sort(), ['damaged.tar.gz', 'whole.tar.gz'], 'no draft is left');
});

test('a backup of an older version is brought up to date', async () => {
  const { rows: all } = await inDatabase(app.databaseUrl, (connection) =>
    connection.query('select version, name, checksum from schema_migrations order by version'),
  );
  const older = await emptyDatabase();
  await migrate(older, await migrationsUpTo(all.filter(({ version }) => version <= 40)));
  await inDatabase(older, (connection) => connection.query(`insert into tenants (name) values ('Old')`));
  const backup = join(newFolder(), 'old.tar.gz');
  await json(`backup ${backup}`, { DATABASE_URL: older });
  const DATABASE_URL = await emptyDatabase();
  const { migrations } = await json(`restore ${backup}`, { DATABASE_URL });
  assert.deepEqual(
    migrations,
    all.filter(({ version }) => version > 40).map(({ name }) => name),
  );
  assert.deepEqual(await shapeOf(DATABASE_URL), await shapeOf(await migratedTo(all)));
});

/** A database that ran all migrations, one by one, and in which the sequences are where those of the older one were. */
async function migratedTo(all: Parameters<typeof migrationsUpTo>[0]): Promise<string> {
  const url = await emptyDatabase();
  await migrate(url, await migrationsUpTo(all));
  await inDatabase(url, (connection) => connection.query(`insert into tenants (name) values ('Old')`));
  return url;
}

test('a backup under writers is of one moment, and has all that was acknowledged before', async () => {
  const node = await startTestApp({ SECRETS_KEY, SIMULATOR_SPEED: 100 });
  const { key, projectId, tenantId } = await buildTenant(node);
  const page = client(node, key);
  const acknowledged = new Set<number>();
  let isWriting = true;
  const writer = async () => {
    while (isWriting) {
      const answer = await page.post('/customers', { project_id: projectId, name: '田中 一郎', tel1: '+81312345678' });
      assert.equal(answer.status, 201, answer.text);
      acknowledged.add(answer.body.data.customer_id);
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, writer));
  await until(() => acknowledged.size > 100);
  const before = new Set(acknowledged);
  const backup = join(newFolder(), 'busy.tar.gz');
  await json(`backup ${backup}`, { DATABASE_URL: node.databaseUrl });
  isWriting = false;
  await writers;
  const restored = await emptyDatabase();
  await json(`restore ${backup}`, { DATABASE_URL: restored });
  await inDatabase(restored, async (connection) => {
    const { rows } = await connection.query('select customer_id::int from customers where tenant_id = $1', [tenantId]);
    const there = new Set(rows.map(({ customer_id }) => customer_id));
    assert.ok([...before].every((id) => there.has(id)));
    // An event and a customer are written in one transaction.
    const { rows: events } = await connection.query(
      `select count(*)::int from events where tenant_id = $1 and type = 'customer.created'`,
      [tenantId],
    );
    assert.equal(events[0].count, there.size);
  });
  const again = await startNode(restored, { SECRETS_KEY });
  const total = (await client(again, key).get('/customers')).body.pagination.total;
  assert.ok(total >= before.size && total <= acknowledged.size);
});

test('recordings in a bucket are copied once, and go when they are deleted here', async () => {
  const s3 = await startS3Server();
  const to = (name: string) => `backup s3://calls/trunkline/${name}`;
  const first = await json(to('1.tar.gz'), s3.variables);
  assert.deepEqual([first.recordings, first.recordings_unchanged], [1, 0]);
  const second = await json(to('2.tar.gz'), s3.variables);
  assert.deepEqual([second.recordings, second.recordings_unchanged], [0, 1]);
  assert.deepEqual([...s3.objects.keys()].sort(), [
    'trunkline/1.tar.gz',
    'trunkline/2.tar.gz',
    `trunkline/recordings/${callFile}`,
  ]);
  assert.equal(s3.uploads.size, 0);
  assert.match(await refusal(to('2.tar.gz'), s3.variables), /has an object trunkline\/2\.tar\.gz/);

  const target = { ...s3.variables, DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() };
  const restored = await json('restore s3://calls/trunkline/2.tar.gz', target);
  assert.deepEqual([restored.recordings, restored.recordings_missing], [1, 0]);
  assert.ok(existsSync(join(target.DATA_DIR, 'recordings', callFile)));

  const node = await startNode(target.DATABASE_URL, { ...target, SECRETS_KEY });
  const deleted = await client(node, tenant.key).send('DELETE', `/calls/${ids.callId}/recording`);
  assert.equal(deleted.status, 200, deleted.text);
  await until(() => !existsSync(join(target.DATA_DIR, 'recordings', callFile)));
  const third = await json(to('3.tar.gz'), target);
  assert.deepEqual([third.recordings, third.recordings_removed], [0, 1]);
  assert.ok(!s3.objects.has(`trunkline/recordings/${callFile}`));
  assert.match(
    await refusal(to('4.tar.gz'), { ...s3.variables, AWS_SECRET_ACCESS_KEY: 'wrong' }),
    /SignatureDoesNotMatch/,
  );
});

const disk = mountSmallDisk('4k');

test('a file for which a full disk has no space is named, and no part of it stays', {
  skip: disk === undefined && 'no disk can be mounted here',
}, async () => {
  assert.ok(disk);
  const noSpaceFor = (file: string) =>
    `There is no space left for ${file}. Free some on its disk, or choose a file on another disk.\n`;
  const empty = () => readdirSync(disk, { recursive: true, withFileTypes: true }).every((entry) => !entry.isFile());

  const onDisk = join(disk, 'one.tar.gz');
  assert.equal(await refusal(`backup ${onDisk} --recordings without`), noSpaceFor(onDisk));
  assert.ok(empty());

  const folder = newFolder();
  const backup = join(folder, 'two.tar.gz');
  symlinkSync(disk, join(folder, 'recordings'));
  assert.equal(await refusal(`backup ${backup}`), noSpaceFor(join(folder, 'recordings', callFile)));
  assert.ok(empty());
  assert.deepEqual(readdirSync(folder), ['recordings']);

  rmSync(join(folder, 'recordings'));
  await json(`backup ${backup}`);
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() };
  symlinkSync(disk, join(target.DATA_DIR, 'recordings'));
  const sentence = await refusal(`restore ${backup}`, target);
  assert.ok(
    sentence.includes(`There is no space left for ${target.DATA_DIR}/recordings/${callFile.slice(0, -4)}`),
    sentence,
  );
});

test('a place that takes no more ends the backup, although PostgreSQL has much to send', {
  timeout: 240_000,
}, async () => {
  const url = await createTestDatabase();
  await inDatabase(url, (connection) =>
    connection.query(
      'create table ballast as select repeat(md5(n::text), 100) as text from generate_series(1, 20_000) n',
    ),
  );
  let taken = 0;
  const full = new Writable({
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.length;
      done(taken > 50_000 ? new Error('no space left on the disk') : null);
    },
  });
  const never = new AbortController().signal;
  await assert.rejects(
    writeBackup(url, full, () => {}, never),
    /no space left/,
  );
  const interruption = new AbortController();
  const stuck = new Writable({ write: () => interruption.abort(new Error('Ctrl-C')) });
  await assert.rejects(
    writeBackup(url, stuck, () => {}, interruption.signal),
    /Ctrl-C/,
  );
  await until(async () => (await connectionsOf(url)) === 0);
});

const connectionsOf = (url: string) =>
  inDatabase(url, async (connection) => {
    const { rows } = await connection.query(
      `select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'trunkline backup'`,
    );
    return rows[0].count;
  });

test('copies of recordings whose calls were deleted after their time go, and strange files stay', async () => {
  const folder = newFolder();
  const copies = join(folder, 'recordings');
  await json(`backup ${join(folder, '1.tar.gz')}`);
  const old = join(copies, `${tenant.tenantId}`, '01900000-0000-7000-8000-000000000000.wav');
  writeFileSync(old, 'from 2024');
  writeFileSync(join(copies, '.DS_Store'), '');
  const { recordings_removed: none } = await json(`backup ${join(folder, '2.tar.gz')}`);
  assert.deepEqual([none, existsSync(old)], [0, true], 'calls are kept forever');
  const { recordings_removed: removed } = await json(`backup ${join(folder, '3.tar.gz')}`, {
    CALL_RETENTION_DAYS: '90',
  });
  assert.deepEqual([removed, existsSync(old)], [1, false]);
  assert.deepEqual(readdirSync(copies).sort(), ['.DS_Store', `${tenant.tenantId}`]);
  assert.ok(existsSync(join(copies, callFile)));
});

test('a backup has no key of a client, no secret in the clear, and not the key to them', async () => {
  const node = await startTestApp({ SECRETS_KEY });
  const { key, projectId, api } = await buildTenant(node, { licenses: ['open_api_advanced'] });
  const webhook = await api.post('/webhooks', { url: 'https://receiver.example/', events: ['customer.created'] });
  const { secret } = webhook.body.data;
  assert.match(secret, /^whsec_.{20,}$/);
  assert.equal((await api.post('/customers', { project_id: projectId, name: 'Saburo' })).status, 201);
  const file = join(newFolder(), 'stolen.tar.gz');
  await json(`backup ${file}`, { DATABASE_URL: node.databaseUrl });
  const content = gunzipSync(readFileSync(file));
  assert.ok(content.includes('Saburo'), 'personal data is there');
  for (const text of [key, key.slice('tl_test_'.length), secret, secret.slice('whsec_'.length), SECRETS_KEY])
    for (const hidden of [text, Buffer.from(text).toString('hex'), Buffer.from(text, 'base64').toString('hex')])
      assert.ok(!content.includes(hidden));
});

test('recordings that a killed backup left half-copied are removed after an hour', async () => {
  const folder = newFolder();
  await json(`backup ${join(folder, '1.tar.gz')}`);
  const copies = join(folder, 'recordings', `${tenant.tenantId}`);
  const complete = basename(callFile);
  const abandoned = [`.${complete}.part`, `.${complete}.0190.part`];
  const others = [`.${complete}.0191.part`, 'notes.part', '.notes'];
  for (const name of [...abandoned, ...others]) writeFileSync(join(copies, name), 'half');
  const longAgo = Date.now() / 1_000 - 3_700;
  for (const name of [...abandoned, 'notes.part', '.notes']) utimesSync(join(copies, name), longAgo, longAgo);
  await json(`backup ${join(folder, '2.tar.gz')}`);
  assert.deepEqual(readdirSync(copies).sort(), [...others, complete].sort());
});

test('Ctrl-C ends a backup to a bucket within a recording, and leaves no upload', { timeout: 120_000 }, async () => {
  const s3 = await startS3Server();
  s3.hold(/recordings/);
  const to = 's3://calls/trunkline/1.tar.gz';
  const command = launch(['backup', to], { ...installation, ...s3.variables });
  await until(() => s3.requests.includes(`PUT trunkline/recordings/${callFile}`));
  command.child.kill('SIGINT');
  assert.equal(await command.ended, 1);
  assert.match(command.errors(), /SIGINT/);
  assert.deepEqual([s3.objects.size, s3.uploads.size], [0, 0]);
});
