import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { familyOf } from '../../bench/calls/cpu-seconds.ts';
import type { Installation, Node } from '../installation.ts';
import type { Random } from '../random.ts';
import type { Behavior, Receiver } from '../receiver.ts';

// The ways to harm an installation. Each harm resolves when it is over; another kind of installation brings its own list.

export type Harm = { name: string; inflict(random: Random): Promise<void> };

export type Nodes = {
  all(): Node[];
  /** Starts a node anew in the place of one that has ended. */
  replace(node: Node): Promise<void>;
};

const seconds = (random: Random, from: number, to: number) => pause(random.between(from * 1_000, to * 1_000));

export function harmsOfNodes(nodes: Nodes): Harm[] {
  return [
    {
      name: 'a node is killed',
      async inflict(random) {
        const node = random.pick(nodes.all());
        node.signal('SIGKILL');
        await node.ended;
        await seconds(random, 0, 3);
        await nodes.replace(node);
      },
    },
    {
      // Longer than its leases: it wakes up as a node that others believe dead.
      name: 'a node is stopped and continues',
      async inflict(random) {
        const node = random.pick(nodes.all());
        node.signal('SIGSTOP');
        await seconds(random, 1, 20);
        node.signal('SIGCONT');
      },
    },
  ];
}

export function harmsOfDatabase({ databaseUrl, folder }: Installation): Harm[] {
  return [
    {
      name: 'all connections to the database are cut',
      inflict: () =>
        onDatabase(databaseUrl, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()'),
    },
    {
      name: 'the database crashes and recovers',
      async inflict() {
        process.kill(postmasterOf(folder), 'SIGQUIT'); // PostgreSQL's immediate shutdown.
        await answers(databaseUrl);
      },
    },
    {
      name: 'the database falls silent',
      async inflict(random) {
        const family = familyOf(postmasterOf(folder));
        for (const pid of family) signalIfThere(pid, 'SIGSTOP');
        await seconds(random, 1, 8);
        for (const pid of family) signalIfThere(pid, 'SIGCONT');
        await answers(databaseUrl);
      },
    },
  ];
}

export function harmsOfReceiver(receiver: Receiver): Harm[] {
  const behaviors: Behavior[] = ['fails', 'is slow', 'hangs up'];
  return behaviors.map((behavior) => ({
    name: `the receiver of webhooks ${behavior}`,
    async inflict(random) {
      receiver.behave(behavior);
      await seconds(random, 1, 8);
      receiver.behave('accepts');
    },
  }));
}

function postmasterOf(folder: string): number {
  return Number(readFileSync(join(folder, 'database/postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Resolves when the database answers again. */
async function answers(databaseUrl: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await pause(100)) {
    try {
      return await onDatabase(databaseUrl, 'select 1');
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function onDatabase(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // It may be cut too.
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
