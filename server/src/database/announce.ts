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

type Channel = { resting: NodeJS.Timeout | undefined; isWanted: boolean };

export function announcer(db: Queryable): Announcer {
  const channels = new Map<string, Channel>();
  const underWay = new Set<Promise<unknown>>();
  let hasStopped = false;

  function say(name: string, channel: Channel): void {
    channel.isWanted = false;
    channel.resting = setTimeout(() => {
      channel.resting = undefined;
      if (channel.isWanted) say(name, channel);
    }, spacingMs);
    // Where the database is out of reach nobody can be told anything, and those who look by themselves find it later.
    const said = notify.run(db, { channel: name }).catch(() => {});
    underWay.add(said);
    void said.then(() => underWay.delete(said));
  }

  return {
    announce(name) {
      if (hasStopped) return;
      const channel = channels.get(name) ?? { resting: undefined, isWanted: false };
      channels.set(name, channel);
      if (channel.resting) channel.isWanted = true;
      else say(name, channel);
    },
    async stop() {
      hasStopped = true;
      for (const [name, channel] of channels) {
        if (channel.isWanted) say(name, channel);
        clearTimeout(channel.resting);
      }
      await Promise.all(underWay);
    },
  };
}

const notify = statement({
  name: 'notify',
  takes: { channel: 'text' },
  acrossTenants: 'It reads no table, and says nothing but that there is something to do.',
  sql: `select from pg_notify(:channel, '')`,
});
