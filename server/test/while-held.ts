import pg from 'pg';
import { query } from './builders.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/**
 * Runs a statement in a transaction that ends when each of the requests, made in this order, waits for it. Returns the answers.
 */
export async function whileHeld<T>(
  app: Pick<TestApp, 'databaseUrl'>,
  [sql, ...values]: [sql: string, ...values: unknown[]],
  requests: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = new pg.Client({ connectionString: app.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(sql, values);
    const answers: Promise<T>[] = [];
    for (const ask of requests) {
      answers.push(ask());
      await until(async () => (await waiting(app)) === answers.length);
    }
    await holder.query('commit');
    return await Promise.all(answers);
  } finally {
    await holder.end();
  }
}

/** How many of Trunkline's statements wait for another transaction. */
export async function waiting(app: Pick<TestApp, 'databaseUrl'>): Promise<number> {
  const sql = `
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name like 'trunkline%' and wait_event_type = 'Lock'`;
  return (await query(app, sql))[0]?.n;
}
