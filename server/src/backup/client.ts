import { Socket } from 'node:net';
import pg from 'pg';
import { endWithMachine, keepAlive } from '../database/keep-alive.ts';

/**
 * Opens a connection without the time limits of the server's statements, because a large table takes long. After a failure the
 * socket is destroyed: PostgreSQL may still be sending rows, and `end` would wait for them. PostgreSQL then rolls back. The signal
 * does the same, because a statement may wait for a lock.
 */
export async function withClient<T>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const socket = new Socket();
  const leave = () => socket.destroy();
  signal?.addEventListener('abort', leave);
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    ...keepAlive,
    stream: () => socket,
  });
  client.on('error', () => {}); // The current statement fails with it too.
  try {
    await client.connect();
    await client.query(endWithMachine);
    const result = await work(client);
    await client.end();
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
    leave();
  }
}
