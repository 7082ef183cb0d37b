import pg from 'pg';
import type { TestApp } from '../test-app.ts';

/** Has all who read or write a table wait until it is released. */
export async function holdTable({ databaseUrl }: Pick<TestApp, 'databaseUrl'>, table: string) {
  const connection = new pg.Client({ connectionString: databaseUrl });
  await connection.connect();
  await connection.query(`begin; lock table ${table}`);
  return () => connection.end();
}
