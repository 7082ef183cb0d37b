import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, messageOf } from '../platform/error-code.ts';
import { endWithMachine, keepAlive } from './keep-alive.ts';
import { locks } from './locks.ts';

const migrationsFolder = new URL('../../migrations/', import.meta.url);

export type Migration = { version: number; name: string; sql: string; checksum: string };

async function readMigrations(folder: URL = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** How long each migration tries to lock its tables. */
const usualPatienceMs = 10 * 60_000;

/** Brings the database up to date and returns the migrations it ran. Safe to call from many nodes at once. */
export async function migrate(
  url: string,
  migrations?: Migration[],
  patienceMs: number = usualPatienceMs,
): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations());
  return connected(url, async (client) => {
    await refuseUnsuitableServer(client);
    // If there is nothing to do, nothing is written, so that a node can start on a read-only database.
    if ((await pendingOf(client, wanted)).length === 0) return [];
    await client.query(endWithMachine);
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query(`create table if not exists schema_migrations (
      version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const pending = await pendingOf(client, wanted);
    for (const migration of pending) await apply(client, migration, patienceMs);
    return pending.map(({ name }) => name);
  });
}

/** The migrations of a backup, as this program has them; it must know them all, unchanged. */
export async function migrationsUpTo(done: Pick<Migration, 'version' | 'checksum'>[]): Promise<Migration[]> {
  const known = await readMigrations();
  const versions = new Map(done.map(({ version, checksum }) => [version, checksum]));
  refuseForeignHistory(versions, known);
  return known.filter(({ version }) => versions.has(version));
}

/** The names of migrations that the database still lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const pending = await connected(url, async (client) => pendingOf(client, await readMigrations()));
  return pending.map(({ name }) => name);
}

/** Whether no migration has ever run there: an empty database, or one of another program. */
export function isBlank(url: string): Promise<boolean> {
  return connected(url, async (client) => (await appliedMigrations(client)).size === 0);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'trunkline migrate', ...keepAlive });
  client.on('error', () => {}); // The current statement fails with it too.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function pendingOf(client: pg.Client, wanted: Migration[]): Promise<Migration[]> {
  const done = await appliedMigrations(client);
  refuseForeignHistory(done, wanted);
  return wanted.filter(({ version }) => !done.has(version));
}

async function appliedMigrations(client: pg.Client): Promise<Map<number, string>> {
  const { rows: found } = await client.query(`select to_regclass('schema_migrations') is not null as exists`);
  if (!found[0].exists) return new Map();
  const { rows } = await client.query('select version, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.version, row.checksum]));
}

async function refuseUnsuitableServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0];
  if (version < 150_000)
    throw new Error(`Trunkline needs PostgreSQL 15 or later; this server is ${Math.floor(version / 10_000)}.`);
  if (encoding !== 'UTF8')
    throw new Error(`Trunkline needs a database in UTF8; this one is in ${encoding}. Create one with ENCODING 'UTF8'.`);
}

function refuseForeignHistory(done: Map<number, string>, wanted: Migration[]): void {
  const known = new Map(wanted.map(({ version, checksum }) => [version, checksum]));
  for (const [version, checksum] of done) {
    if (!known.has(version))
      throw new Error(
        `The database has migration ${version}, which this program does not know: it was written by a newer Trunkline. Start that version instead.`,
      );
    if (known.get(version) !== checksum)
      throw new Error(
        `Migration ${version} was changed after this database ran it. Restore the file; changes go into a new migration.`,
      );
  }
}

/**
 * Statements of other nodes queue behind a migration that waits for a table, for example until a backup ends. So it waits
 * briefly, lets them pass, and tries again.
 */
const lockTimeout = '1s';
const pauseMs = 1_000;

async function apply(client: pg.Client, migration: Migration, patienceMs: number): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    try {
      return await applyOnce(client, migration);
    } catch (error) {
      const isLocked = codeOf(error) === '55P03';
      if (isLocked && performance.now() < giveUpAt) {
        await pause(pauseMs);
        continue;
      }
      const why = isLocked ? 'a backup or another long transaction uses its tables' : messageOf(error);
      throw new Error(`Migration ${migration.name} failed: ${why}. Nothing of it was kept.`, { cause: error });
    }
  }
}

async function applyOnce(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    await client.query(sql);
    const values = [version, name, checksum];
    await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', values);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // Without a connection there is nothing to roll back.
    throw error;
  }
}
