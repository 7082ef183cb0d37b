import type pg from 'pg';
import type { PreparedQuery, QueryResult } from './sql.ts';
import { run } from './statement-query.ts';

// A few connections over which quick statements are sent without waiting for the answers to earlier ones. Taking a connection
// from the pool and giving it back costs the process more than such a statement costs PostgreSQL. A slow statement would delay
// those behind it, so a statement has to be declared quick.

export function pipelinedOn(pool: pg.Pool, count: number) {
  const clients: (pg.PoolClient | undefined)[] = Array.from({ length: count });
  const opening = new Map<number, Promise<pg.PoolClient>>();
  let turn = 0;

  async function open(place: number): Promise<pg.PoolClient> {
    const client = await pool.connect();
    const discard = () => {
      if (clients[place] !== client) return;
      clients[place] = undefined;
      client.release(true);
    };
    clients[place] = client;
    client.once('error', discard).once('end', discard);
    return client;
  }

  /** Concurrent requests open one connection for each place. */
  function openOnce(place: number): Promise<pg.PoolClient> {
    const opened = opening.get(place) ?? open(place).finally(() => opening.delete(place));
    opening.set(place, opened);
    return opened;
  }

  return {
    async run(query: PreparedQuery): Promise<QueryResult> {
      turn = (turn + 1) % count;
      return run(clients[turn] ?? (await openOnce(turn)), query);
    },

    /** Gives the connections back to the pool, which ends them. */
    async close(): Promise<void> {
      await Promise.allSettled(opening.values());
      for (const client of clients.splice(0)) client?.release();
    },
  };
}
