import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { withClient } from './client.ts';
import {
  columnsOf,
  type End,
  endName,
  format,
  type Manifest,
  manifestName,
  type Progress,
  pieceName,
  quoted,
  type Sum,
  type Table,
} from './manifest.ts';

/** A piece is held in memory, and its length comes before it in the file. */
const pieceBytes = 1 << 20;

/** Writes the database as it is at one moment, while servers go on. Returns what it wrote. */
export function writeBackup(
  url: string,
  output: Writable,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<{ manifest: Manifest; end: End }> {
  const write = async (client: pg.Client) => {
    const { rows } = await client.query(tablesQuery);
    await client.query('begin isolation level repeatable read read only');
    // Before the first look at any row: a table that is rewritten after that looks empty to this transaction.
    await client.query(`lock table ${rows.map(({ name }) => quoted(name)).join(', ')} in access share mode`);
    const manifest = await describe(client);
    const archive = pack();
    archive.on('error', () => {}); // The pipeline fails with it too, and may have ended before.
    // The level is the fastest one: PostgreSQL should not wait for this program.
    const written = pipeline(archive, createGzip({ level: 1 }), output, { signal });
    const filled = fill(client, archive, manifest, onProgress).catch((error) => {
      archive.destroy(error);
      throw error;
    });
    const [end] = await Promise.all([filled, written]);
    return { manifest, end };
  };
  return withClient(url, 'trunkline backup', write, signal);
}

async function fill(
  client: pg.Client,
  archive: Pack,
  manifest: Manifest,
  onProgress: (progress: Progress) => void,
): Promise<End> {
  await add(archive, manifestName, json(manifest));
  const sums: Record<string, Sum> = {};
  let bytes = 0;
  for (const [done, table] of manifest.tables.entries()) {
    const sum = await addTable(client, archive, table, (piece) => {
      bytes += piece;
      onProgress({ table: table.name, tables: manifest.tables.length, done, bytes });
    });
    sums[table.name] = sum;
  }
  // Sequences are not part of a transaction: read last, they are not behind any row.
  const end: End = { tables: sums, sequences: await sequencesOf(client) };
  await add(archive, endName, json(end));
  archive.finalize();
  return end;
}

async function addTable(
  client: pg.Client,
  archive: Pack,
  table: Table,
  onPiece: (bytes: number) => void,
): Promise<Sum> {
  const rows = client.query(to(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`));
  const hash = createHash('sha256');
  const sum = { rows: 0, bytes: 0 };
  let index = 0;
  for await (const piece of piecesOf(rows)) {
    hash.update(piece);
    sum.bytes += piece.length;
    await add(archive, pieceName(table.name, index++), piece);
    onPiece(piece.length);
  }
  return { ...sum, rows: rows.rowCount ?? 0, sha256: hash.digest('hex') };
}

async function* piecesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < pieceBytes) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

/** Waits until the archive has room for more. */
function add(archive: Pack, name: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    entry.on('error', reject); // Without a listener, an archive that is destroyed meanwhile ends the process.
  });
}

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

// The key of the secrets comes first, so that a restore without the key to it ends before it has loaded all the rest. Rows of an
// unlogged table do not survive a crash of PostgreSQL either.
const tablesQuery = `
  select relname as name, array(
    select attname::text from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
  from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition and relpersistence = 'p'
  order by relname <> 'secret_keys', relname`;

async function describe(client: pg.Client): Promise<Manifest> {
  const { rows: migrations } = await client.query(
    'select version, name, checksum from schema_migrations order by version',
  );
  const { rows: tables } = await client.query(tablesQuery);
  const { rows: months } = await client.query(`
    select to_char(to_date(substr(relname, 7), 'YYYY_MM'), 'YYYY-MM-DD') as first
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'calls'::regclass order by 1`);
  const { rows: now } = await client.query('select now() as taken_at');
  return {
    format,
    taken_at: now[0].taken_at.toISOString(),
    migrations,
    months: months.map(({ first }) => first),
    tables,
  };
}

async function sequencesOf(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query(`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`);
  return rows;
}
