import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { recurring } from '../platform/concurrency/recurring.ts';
import { uuidv7 } from '../platform/ids.ts';

// Receives NOTIFY on a separate connection. Caches that rely on it are only as fresh as that connection, so the connection has
// a heartbeat: the time up to which no notification can be missing is always known, even if the network drops packets silently.

export type Listener = {
  /** The time, as of `performance.now`, up to which every notification has been received; -Infinity while disconnected. */
  receivedUpTo(): number;
  stop(): Promise<void>;
};

export type NotificationHandlers = {
  onNotification: (payload: string) => void;
  /** Called when a new connection listens: earlier notifications may be lost. */
  onConnect: () => void;
  /** Called once until it is connected again, and once more if the reason turns out to be a pooler. */
  onDisconnect: (error: Error) => void;
};

const beatEvery = 200;
/** A machine that has just started the server may be busy, and so far nothing is lost. */
const failuresAtStart = 3;
/** How long PostgreSQL may take to answer. */
const patience = 1_000;

export function listenToChannel(url: string, channel: string, handlers: NotificationHandlers): Listener {
  let receivedUpTo = Number.NEGATIVE_INFINITY;
  let reported: 'nothing' | 'outage' | 'pooler' = 'nothing';
  let failuresToReport = failuresAtStart;
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
      await proveDelivery(made, url, channel);
    } catch (error) {
      made.end().catch(() => {});
      throw error;
    }
    made.on('notification', ({ payload }) => handlers.onNotification(payload ?? ''));
    handlers.onConnect();
    return made;
  }

  async function beat(): Promise<void> {
    try {
      client ??= await connect();
      const sentAt = performance.now();
      // Notifications committed before this is sent arrive before its answer does.
      await client.query('select 1');
      receivedUpTo = sentAt;
      reported = 'nothing';
      failuresToReport = 1;
    } catch (error) {
      failuresToReport--;
      const reason = error instanceof NotHeard ? 'pooler' : 'outage';
      const isNews = reported === 'nothing' ? failuresToReport <= 0 : reason === 'pooler' && reported !== reason;
      if (isNews) {
        handlers.onDisconnect(error as Error);
        reported = reason;
      }
      receivedUpTo = Number.NEGATIVE_INFINITY;
      client?.end().catch(() => {});
      client = undefined;
    }
  }

  const stopBeating = recurring(() => beatEvery, beat);
  return {
    receivedUpTo: () => receivedUpTo,
    async stop() {
      await stopBeating();
      // It may have broken already, and a silent network drops the termination message too.
      await Promise.race([client?.end().catch(() => {}), setTimeout(patience, undefined, { ref: false })]);
    },
  };
}

class NotHeard extends Error {}

/**
 * A pooler in transaction mode accepts a LISTEN but delivers no notifications. So this node first sends a notification to
 * itself, from another connection.
 */
async function proveDelivery(receiver: pg.Client, url: string, channel: string): Promise<void> {
  const proof = `heard ${uuidv7()}`;
  const { promise: received, resolve } = Promise.withResolvers<true>();
  const onNotification = ({ payload }: pg.Notification) => {
    if (payload === proof) resolve(true);
  };
  receiver.on('notification', onNotification);
  const sender = new pg.Client({
    connectionString: url,
    application_name: 'trunkline listen',
    connectionTimeoutMillis: 2_000,
    query_timeout: patience,
  });
  sender.on('error', () => {}); // The statement fails with it too.
  try {
    await sender.connect();
    await sender.query('select pg_notify($1, $2)', [channel, proof]);
    if (await Promise.race([received, setTimeout(patience, false, { ref: false })])) return;
    throw new NotHeard('NOTIFY is not heard. Connect to PostgreSQL itself, or through a pooler in session mode.');
  } finally {
    receiver.off('notification', onNotification);
    sender.end().catch(() => {});
  }
}
