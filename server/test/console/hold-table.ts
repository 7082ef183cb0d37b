import pg from 'pg';
import type { TestApp } from '../test-app.ts';

/** Blocks all reads and writes of a table until it is released. */
export async function holdTable({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, table: string) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query(`begin; lock table ${table}`);
  return () => connection.end();
}
