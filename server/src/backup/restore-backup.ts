import { createHash, type Hash } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import { locks } from '../database/locks.ts';
import { migrationsUpTo } from '../database/migrate.ts';
import { messageOf } from '../platform/error-code.ts';
import { withClient } from './client.ts';
import {
  columnsOf,
  type End,
  endName,
  format,
  type Manifest,
  manifestName,
  type Progress,
  quoted,
  type Sum,
  type Table,
  tableOfPiece,
} from './manifest.ts';

export type Restored = { manifest: Manifest; end: End };

type Watching = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Fails if the secrets in the backup cannot be read here. */
  checkKey: (known: { key: Buffer; is_sealed: boolean }) => Promise<void>;
};

/** Loads a backup into an empty database: all of it or, if anything fails, nothing. */
export function restoreBackup(url: string, input: Readable, watching: Watching): Promise<Restored> {
  return withClient(url, 'trunkline restore', async (client) => {
    // A server that starts on this database waits until this connection ends, and then finds all of it or nothing.
    await client.query('select pg_advisory_lock($1)', [locks.migration]);
    await client.query('begin');
    await refuseData(client);
    const restored = await load(client, input, watching);
    await client.query('commit');
    await client.query('analyze');
    await sortSearchIndexes(client);
    return restored;
  }).finally(() => input.destroy());
}

async function refuseData(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') limit 1`,
  );
  if (rows.length > 0)
    throw new Error(
      'This database has tables already. Restore into an empty one: set another DATA_DIR or DATABASE_URL.',
    );
}

async function load(client: pg.Client, input: Readable, watching: Watching): Promise<Restored> {
  const entries = contentsOf(input, watching.signal);
  const manifest = readManifest(await entries.next());
  await makeTables(client, manifest);
  const constraints = await dropConstraints(client);
  const end = await loadTables(client, entries, manifest, watching);
  for (const { name, last_value } of end.sequences)
    await client.query('select setval($1::text::regclass, $2::bigint)', [quoted(name), last_value]);
  // Each is checked against all rows as it is made.
  for (const constraint of constraints) await client.query(constraint.add);
  for (const { name } of manifest.tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
  return { manifest, end };
}

type Content = { name: string; content: Buffer };

async function* contentsOf(input: Readable, signal: AbortSignal): AsyncGenerator<Content> {
  const archive = extract();
  archive.on('error', () => {}); // Reading fails with it too.
  const read = pipeline(input, createGunzip(), archive, { signal }).catch((error) => {
    archive.destroy(error);
  });
  try {
    for await (const entry of archive) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      yield { name: entry.header.name, content: Buffer.concat(chunks) };
    }
  } catch (error) {
    throw new Error(`The backup cannot be read: ${messageOf(error)}. Nothing was restored.`, { cause: error });
  } finally {
    archive.destroy();
    await read;
  }
}

function readManifest({ value, done }: IteratorResult<Content>): Manifest {
  if (done || value.name !== manifestName) throw new Error('This file is not a backup of Trunkline.');
  const manifest = JSON.parse(value.content.toString()) as Manifest;
  if (manifest.format !== format)
    throw new Error(
      `This backup has the format ${manifest.format}; this program reads ${format}. Use a newer version.`,
    );
  return manifest;
}

/** The tables as they were then; newer migrations run when all rows are loaded. */
async function makeTables(client: pg.Client, { migrations, months, tables }: Manifest): Promise<void> {
  await client.query(`create table schema_migrations (
    version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  for (const { sql } of await migrationsUpTo(migrations)) await client.query(sql);
  for (const month of months) await client.query('select make_call_partition($1::date)', [month]);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  // A migration may have filled a table; all rows come from the backup.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

/** Tables refer to each other, also in circles, so no order of loading them satisfies all foreign keys. */
async function dropConstraints(client: pg.Client): Promise<{ add: string }[]> {
  const { rows } = await client.query(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by conname`);
  for (const { drop } of rows) await client.query(drop);
  return rows;
}

async function loadTables(
  client: pg.Client,
  entries: AsyncIterable<Content>,
  { tables }: Manifest,
  { onProgress, checkKey }: Watching,
): Promise<End> {
  const sums: Record<string, Sum> = {};
  let bytes = 0;
  let current: Loading | undefined;
  const close = async () => {
    if (!current) return;
    sums[current.table.name] = await current.end();
    if (current.table.name === 'secret_keys') await checkKeyOf(client, checkKey);
    current = undefined;
  };
  for await (const { name, content } of entries) {
    if (name === endName) {
      await close();
      return compared(JSON.parse(content.toString()) as End, sums);
    }
    const table = tables.find((one) => one.name === tableOfPiece(name));
    if (!table) throw new Error(`The backup has a part that its list does not name: ${name}. Nothing was restored.`);
    if (current?.table !== table) {
      await close();
      current = loading(client, table);
    }
    await current.add(content);
    bytes += content.length;
    onProgress({ table: table.name, tables: tables.length, done: tables.indexOf(table), bytes });
  }
  throw new Error('The end of the backup is missing: it was not written to its end, or was cut. Nothing was restored.');
}

/** The first searches would read the new entries of all rows one by one. */
async function sortSearchIndexes(client: pg.Client): Promise<void> {
  await client.query(`
    select gin_clean_pending_list(i.oid) from pg_class i join pg_am on pg_am.oid = i.relam
    where amname = 'gin' and i.relkind = 'i' and i.relnamespace = current_schema()::regnamespace`);
}

type Loading = { table: Table; add(rows: Buffer): Promise<void>; end(): Promise<Sum> };

function loading(client: pg.Client, table: Table): Loading {
  const copy = client.query(from(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`));
  const hash = createHash('sha256');
  let bytes = 0;
  const copied = finished(copy);
  copied.catch(() => {}); // It is awaited below, where the failure counts.
  return {
    table,
    async add(rows) {
      bytes += rows.length;
      hash.update(rows);
      if (!copy.write(rows)) await Promise.race([drained(copy), copied]);
    },
    async end() {
      copy.end();
      await copied;
      return { rows: copy.rowCount, bytes, sha256: digest(hash) };
    },
  };
}

const digest = (hash: Hash) => hash.digest('hex');
const drained = (stream: Writable) => new Promise<void>((resolve) => stream.once('drain', resolve));

async function checkKeyOf(client: pg.Client, checkKey: Watching['checkKey']): Promise<void> {
  const { rows } = await client.query('select key, is_sealed from secret_keys');
  if (rows[0]) await checkKey(rows[0]);
}

function compared(end: End, found: Record<string, Sum>): End {
  for (const [name, { rows, bytes, sha256 }] of Object.entries(end.tables)) {
    const read = found[name] ?? { rows: 0, bytes: 0, sha256: digest(createHash('sha256')) };
    if (read.rows !== rows || read.bytes !== bytes || read.sha256 !== sha256)
      throw new Error(
        `The backup is damaged: the rows of ${name} are not those that were written. Nothing was restored.`,
      );
  }
  return end;
}
