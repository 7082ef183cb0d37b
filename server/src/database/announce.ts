import { type Wakeable, wakeable } from '../platform/concurrency/wakeable.ts';
import { type Queryable, statement } from './sql.ts';

// Wakes the listeners of a channel. A NOTIFY inside a transaction would serialize all commits, because PostgreSQL keeps
// notifications in commit order; so it is sent after the commit, outside of any transaction. It can be lost in between:
// listeners must also poll now and then.

export type Announcer = {
  announce(channel: string): void;
  /** Sends pending notifications, and waits until they are sent. */
  stop(): Promise<void>;
};

/**
 * Each channel is notified at most once in this time: the first time immediately, and later calls together at the end of it.
 */
const spacingMs = 10;

export function announcer(db: Queryable): Announcer {
  const channels = new Map<string, Wakeable>();
  let hasStopped = false;

  const channelOf = (channel: string): Wakeable =>
    wakeable({
      spacingMs,
      work: async () => {
        // While the database is unreachable no NOTIFY can be sent; polling listeners find the work later.
        await notify.run(db, { channel }).catch(() => {});
      },
    });

  return {
    announce(name) {
      if (hasStopped) return;
      const channel = channels.get(name) ?? channelOf(name);
      channels.set(name, channel);
      channel.wake();
    },
    async stop() {
      hasStopped = true;
      await Promise.all([...channels.values()].map(({ stop }) => stop()));
    },
  };
}

const notify = statement({
  name: 'notify',
  takes: { channel: 'text' },
  acrossTenants: 'It reads no table, and only announces that there is work.',
  sql: `select from pg_notify(:channel, '')`,
});
