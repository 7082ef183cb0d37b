import pg from 'pg';
import { atEnd } from './at-end.ts';
import { query } from './builders.ts';

/**
 * Updates of such rows wait in PostgreSQL, as on a server that is slow, until the returned function is called. The condition is
 * that of a trigger on the table.
 */
export async function stallWrites(databaseUrl: string, table: string, condition: string): Promise<() => Promise<void>> {
  const holder = new pg.Client(databaseUrl);
  await holder.connect();
  await holder.query(
    `select pg_advisory_lock(4711);
     create function stall() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(4711); return new; end';
     create trigger stall before update on ${table} for each row when (${condition}) execute function stall()`,
  );
  let released: Promise<void> | undefined;
  const release = () => {
    released ??= holder.end();
    return released;
  };
  atEnd(release);
  return release;
}

/** The PostgreSQL processes whose statements have been stalled for so long that they are not canceled soon. */
export async function longStalled(app: { databaseUrl: string }): Promise<number[]> {
  const rows = await query(
    app,
    `select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'
       and clock_timestamp() - query_start > interval '1.2 s' order by pid`,
  );
  return rows.map(({ pid }) => pid);
}
