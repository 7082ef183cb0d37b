import { type Wakeable, wakeable } from '../platform/concurrency/wakeable.ts';
import { type Queryable, statement } from './sql.ts';

// Wakes those who listen on a channel. A NOTIFY inside a transaction would have all of them commit one after the other,
// because PostgreSQL keeps notifications in the order of commits; so it is said afterwards, outside of any. It can be lost
// in between: whoever listens must also look by itself now and then.

export type Announcer = {
  announce(channel: string): void;
  /** Says what is waiting to be said, and waits until it is. */
  stop(): Promise<void>;
};

/** On each channel at most once in this time: the first at once, and what comes meanwhile together at the end of it. */
const spacingMs = 10;

export function announcer(db: Queryable): Announcer {
  const channels = new Map<string, Wakeable>();
  let hasStopped = false;

  const channelOf = (channel: string): Wakeable =>
    wakeable({
      spacingMs,
      work: async () => {
        // A database out of reach can announce nothing, and those who look by themselves find it later.
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
  acrossTenants: 'It reads no table, and says nothing but that there is something to do.',
  sql: `select from pg_notify(:channel, '')`,
});
