import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { query } from '../../test/builders.ts';
import { startDatabaseProxy } from '../../test/stand-ins/database-proxy.ts';
import { createForeignDatabase, createTestDatabase } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';
import { type Migration, migrate, pendingMigrations } from './migrate.ts';

const makeMigration = (version: number, sql: string): Migration => ({
  version,
  name: `${version}.sql`,
  sql,
  checksum: sql,
});
const first = makeMigration(9001, 'create table first (n int)');
const second = makeMigration(9002, 'create table second (n int); insert into second values (1)');

/** A database whose migration history contains only what a test puts there. */
async function blankHistory(): Promise<{ databaseUrl: string }> {
  const databaseUrl = await createTestDatabase();
  await query({ databaseUrl }, 'delete from schema_migrations');
  return { databaseUrl };
}

test('many nodes that migrate at once run each migration once', async () => {
  const { databaseUrl } = await blankHistory();
  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(databaseUrl, [first, second])));
  assert.deepEqual(runs.flat().sort(), ['9001.sql', '9002.sql']);
  assert.deepEqual(await query({ databaseUrl }, 'select * from second'), [{ n: 1 }]);
  assert.deepEqual(await migrate(databaseUrl, [first, second]), []);
});

test('PostgreSQL ends the session of a migration soon after its machine has lost power', async () => {
  const { databaseUrl } = await blankHistory();
  const network = await startDatabaseProxy(databaseUrl);
  const asked = network.count('set tcp_keepalives_idle = 30');
  // Through a Unix socket PostgreSQL accepts the settings and reports 0.
  const seen = makeMigration(9001, `create table seen as select current_setting('tcp_keepalives_idle') as idle`);
  await migrate(network.url, [seen]);
  assert.equal(asked(), 1);
  const isSocket = new pg.Client({ connectionString: databaseUrl }).host.startsWith('/');
  assert.deepEqual(await query({ databaseUrl }, 'select idle from seen'), [{ idle: isSocket ? '0' : '30' }]);
});

test('a migration that fails is undone whole, named, and can be run again when it is mended', async () => {
  const { databaseUrl } = await blankHistory();
  const broken = makeMigration(9002, 'create table half (n int); select nonsense');
  await assert.rejects(
    migrate(databaseUrl, [first, broken]),
    /Migration 9002\.sql failed: .*nonsense.* Nothing of it was kept\./,
  );
  assert.deepEqual(await query({ databaseUrl }, `select to_regclass('half') as half`), [{ half: null }]);
  assert.deepEqual(await migrate(databaseUrl, [first, second]), ['9002.sql']);
});

test('a migration that waits for a table delays the statements of other nodes only briefly', {
  timeout: 120_000,
}, async (t) => {
  const { databaseUrl } = await blankHistory();
  await migrate(databaseUrl, [first]);
  const [backup, node] = [0, 1].map(() => new pg.Client({ connectionString: databaseUrl })) as [pg.Client, pg.Client];
  for (const client of [backup, node]) {
    await client.connect();
    t.after(() => client.end());
  }
  await backup.query('begin; lock table first in access share mode');
  const wider = makeMigration(9002, 'alter table first add column m int');
  const locked = /9002\.sql failed: a backup or another long transaction uses its tables\./;
  await assert.rejects(migrate(databaseUrl, [first, wider], 0), locked);

  const migrating = migrate(databaseUrl, [first, wider]);
  const waiting = `select from pg_locks where not granted and relation = 'first'::regclass`;
  await until(async () => (await query({ databaseUrl }, waiting)).length > 0);
  await node.query(`set lock_timeout = '30s'`);
  await node.query('select * from first');

  await backup.query('rollback');
  assert.deepEqual(await migrating, ['9002.sql']);
});

test('a database of a newer version, or with a changed history, is refused', async () => {
  const { databaseUrl } = await blankHistory();
  await migrate(databaseUrl, [first, second]);
  await assert.rejects(migrate(databaseUrl, [first]), /newer Trunkline/);
  await assert.rejects(
    migrate(databaseUrl, [first, { ...second, checksum: 'other' }]),
    /changed after this database ran it/,
  );
});

test('a database that is not in UTF8 is refused, and nothing is put into it', async () => {
  for (const encoding of ['LATIN1', 'SQL_ASCII']) {
    const databaseUrl = await createForeignDatabase(`encoding '${encoding}' locale_provider libc locale 'C'`);
    await assert.rejects(migrate(databaseUrl), new RegExp(`needs a database in UTF8; this one is in ${encoding}\\.`));
    const made = `select from pg_class where relnamespace = 'public'::regnamespace`;
    assert.deepEqual(await query({ databaseUrl }, made), []);
  }
});

test('pending migrations are listed without running them', async () => {
  const databaseUrl = await createTestDatabase();
  assert.deepEqual(await pendingMigrations(databaseUrl), []);
  await query({ databaseUrl }, 'delete from schema_migrations where version = 1');
  assert.deepEqual(await pendingMigrations(databaseUrl), ['0001-foundation.sql']);
});
