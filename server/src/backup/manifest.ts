import type { Migration } from '../database/migrate.ts';

// A backup of the database is a tar file, compressed with gzip: `manifest.json`, then for each table pieces of its rows, as
// PostgreSQL's COPY writes them (`calls.000001`), then `end.json`. A file without its end is not a backup.

export const format = 1;

export type Manifest = {
  format: number;
  taken_at: string;
  /** The migrations that had run, by which a restore makes the tables. */
  migrations: Pick<Migration, 'version' | 'name' | 'checksum'>[];
  /** The first days of the months for which the table of calls has a partition. */
  months: string[];
  tables: Table[];
};

/** Columns that PostgreSQL computes are left out. */
export type Table = { name: string; columns: string[] };

export type End = {
  /** Of the rows of each table, by its name. */
  tables: Record<string, Sum>;
  sequences: { name: string; last_value: string }[];
};

export type Sum = { rows: number; bytes: number; sha256: string };

/** What commands show of a backup. */
export type Contents = { taken_at: Date; tables: number; rows: number };

export function contentsOf({ taken_at }: Manifest, { tables }: End): Contents {
  const sums = Object.values(tables);
  return { taken_at: new Date(taken_at), tables: sums.length, rows: sums.reduce((sum, { rows }) => sum + rows, 0) };
}

/** The table that is being copied, how many there are, and how many bytes of rows have been copied. */
export type Progress = { table: string; tables: number; done: number; bytes: number };

export const manifestName = 'manifest.json';
export const endName = 'end.json';

export const pieceName = (table: string, index: number) => `${table}.${String(index).padStart(6, '0')}`;
export const tableOfPiece = (name: string) => /^(.+)\.\d{6,}$/.exec(name)?.[1];

/** Names of our own migrations, quoted as SQL wants them. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ');
