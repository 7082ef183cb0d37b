import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { recurring } from '../platform/concurrency/recurring.ts';
import { uuidv7 } from '../platform/ids.ts';

// Hears NOTIFY on a connection of its own. What is kept in memory on the strength of it is only as fresh as that
// connection, so the connection beats: the moment up to which nothing can have been missed is always known, also when a
// network swallows packets in silence.

export type Listener = {
  /** The time, as `performance.now` tells it, up to which every notification has been heard; -Infinity while disconnected. */
  heardUpTo(): number;
  stop(): Promise<void>;
};

export type Hearing = {
  onNotification: (payload: string) => void;
  /** Called when a new connection hears: what was said before it is lost. */
  onConnect: () => void;
  onDisconnect: (error: Error) => void;
};

const beatEvery = 200;
/** How long PostgreSQL may take for an answer. */
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
    made.on('error', () => {}); // Whatever it is, the next beat fails of it too.
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
      // It may have broken already, and a network that swallows everything swallows the goodbye too.
      await Promise.race([client?.end().catch(() => {}), setTimeout(patience, undefined, { ref: false })]);
    },
  };
}

/**
 * A pooler that lends out connections by the transaction takes a LISTEN and lets nothing be heard of it. So the first
 * thing to be heard is said by ourselves, from another connection.
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
  speaking.on('error', () => {}); // The statement fails of it too.
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
