import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { recurring } from '../platform/concurrency/recurring.ts';
import { uuidv7 } from '../platform/ids.ts';

// Receives NOTIFY on a separate connection. Caches that rely on it are only as fresh as that connection, so the connection has
// a heartbeat: the time up to which no notification can be missing is always known, even if the network drops packets silently.

export type Listener = {
  /** The time, as of `performance.now`, up to which every notification has been received; -Infinity while disconnected. */
  heardUpTo(): number;
  stop(): Promise<void>;
};

export type Hearing = {
  onNotification: (payload: string) => void;
  /** Called when a new connection listens: earlier notifications may be lost. */
  onConnect: () => void;
  onDisconnect: (error: Error) => void;
};

const beatEvery = 200;
/** How long PostgreSQL may take to answer. */
const patience = 1_000;

export function listen(url: string, channel: string, hearing: Hearing): Listener {
  let heardUpTo = Number.NEGATIVE_INFINITY;
  let isDeaf = false;
  let client: pg.Client | undefined;

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'trunkline listen',
      connectionTimeoutMillis: 2_000,
      query_timeout: patience,
    });
    made.on('error', () => {}); // Any error fails the next beat too.
    try {
      await made.connect();
      await made.query(`listen ${pg.escapeIdentifier(channel)}`);
      await proveHearing(made, url, channel);
    } catch (error) {
      made.end().catch(() => {});
      throw error;
    }
    made.on('notification', ({ payload }) => hearing.onNotification(payload ?? ''));
    hearing.onConnect();
    return made;
  }

  async function beat(): Promise<void> {
    try {
      client ??= await connect();
      const sentAt = performance.now();
      // Notifications committed before this is sent arrive before its answer does.
      await client.query('select 1');
      heardUpTo = sentAt;
      isDeaf = false;
    } catch (error) {
      if (!isDeaf) hearing.onDisconnect(error as Error);
      isDeaf = true;
      heardUpTo = Number.NEGATIVE_INFINITY;
      client?.end().catch(() => {});
      client = undefined;
    }
  }

  const stopBeating = recurring(() => beatEvery, beat);
  return {
    heardUpTo: () => heardUpTo,
    async stop() {
      await stopBeating();
      // It may have broken already, and a silent network drops the termination message too.
      await Promise.race([client?.end().catch(() => {}), setTimeout(patience, undefined, { ref: false })]);
    },
  };
}

/**
 * A pooler in transaction mode accepts a LISTEN but delivers no notifications. So this node first sends a notification to
 * itself, from another connection.
 */
async function proveHearing(listening: pg.Client, url: string, channel: string): Promise<void> {
  const proof = `heard ${uuidv7()}`;
  const { promise: heard, resolve } = Promise.withResolvers<true>();
  const hear = ({ payload }: pg.Notification) => {
    if (payload === proof) resolve(true);
  };
  listening.on('notification', hear);
  const speaking = new pg.Client({
    connectionString: url,
    application_name: 'trunkline listen',
    connectionTimeoutMillis: 2_000,
    query_timeout: patience,
  });
  speaking.on('error', () => {}); // The statement fails with it too.
  try {
    await speaking.connect();
    await speaking.query('select pg_notify($1, $2)', [channel, proof]);
    if (await Promise.race([heard, setTimeout(patience, false, { ref: false })])) return;
    throw new Error('NOTIFY is not heard. Connect to PostgreSQL itself, or through a pooler in session mode.');
  } finally {
    listening.off('notification', hear);
    speaking.end().catch(() => {});
  }
}
