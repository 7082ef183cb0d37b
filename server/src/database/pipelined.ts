import type { Writable } from 'node:stream';
import type pg from 'pg';
import { codeOf } from '../platform/error-code.ts';
import type { PreparedQuery, QueryResult } from './sql.ts';
import { run } from './statement-query.ts';

// A few connections over which quick statements are sent without waiting for the answers to earlier ones. Taking a connection
// from the pool and giving it back costs the process more than such a statement costs PostgreSQL. A slow statement would delay
// those behind it, so a statement has to be declared quick.

/** The connection has no such prepared statement, or another one of that name, or the table has changed since. */
const staleStatement = ['26000', '42P05', '0A000'];

export function pipelinedOn(pool: pg.Pool, count: number, onIdleError: (error: Error) => void) {
  const clients: (pg.PoolClient | undefined)[] = Array.from({ length: count });
  const opening = new Map<number, Promise<pg.PoolClient>>();
  let turn = 0;
  let isClosed = false;

  async function open(place: number): Promise<pg.PoolClient> {
    const client = await pool.connect();
    clients[place] = client;
    client.once('end', () => discard(client));
    client.once('error', (error) => {
      onIdleError(error);
      discard(client);
    });
    return client;
  }

  /** Concurrent requests open one connection for each place. */
  function openOnce(place: number): Promise<pg.PoolClient> {
    const opened = opening.get(place) ?? open(place).finally(() => opening.delete(place));
    opening.set(place, opened);
    return opened;
  }

  /** The statements that were sent are still answered; the next one opens another connection. */
  function discard(client: pg.PoolClient): void {
    const place = clients.indexOf(client);
    if (place === -1) return;
    clients[place] = undefined;
    client.release(true);
  }

  /** Statements of one turn of the event loop leave in one system call, which costs more than writing the statement. */
  function sendTogether(client: pg.PoolClient): void {
    const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
    if (stream.writableCorked > 0) return;
    stream.cork();
    setImmediate(() => stream.uncork());
  }

  return {
    /** Returns undefined if the statement has to be run on a connection of its own. */
    async run(query: PreparedQuery): Promise<QueryResult | undefined> {
      if (isClosed) return undefined;
      turn = (turn + 1) % count;
      const client = clients[turn] ?? (await openOnce(turn));
      try {
        sendTogether(client);
        return await run(client, query);
      } catch (error) {
        discard(client);
        if (staleStatement.includes(codeOf(error))) return undefined;
        throw error;
      }
    },

    openCount: () => clients.filter(Boolean).length,

    async close(): Promise<void> {
      isClosed = true;
      await Promise.allSettled(opening.values());
      for (const client of clients) if (client) discard(client);
      await pool.end();
    },
  };
}
