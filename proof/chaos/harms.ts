import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf, familyOf } from '../../bench/calls/cpu-seconds.ts';
import { until } from '../../server/test/until.ts';
import type { Installation, Node } from '../installation.ts';
import { postmasterOf } from '../postmaster.ts';
import type { Random } from '../random.ts';
import type { Behavior, Receiver } from '../receiver.ts';
import type { PlantedTenant } from '../tenants.ts';
import { calm, calmAgain, followDrain, isNodeReady } from './follow-drain.ts';
import type { SmallDisk } from './small-disk.ts';

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
        for (const pid of familyOf(node.pid)) signalIfThere(pid, 'SIGKILL');
        await node.ended;
        await seconds(random, 0, 3);
        await nodes.replace(node);
      },
    },
    {
      // Longer than its leases: it wakes up as a node that others believe dead.
      name: 'a node is stopped and continues',
      async inflict(random) {
        const family = familyOf(random.pick(nodes.all()).pid);
        for (const pid of family) signalIfThere(pid, 'SIGSTOP');
        await seconds(random, 1, 20);
        for (const pid of family) signalIfThere(pid, 'SIGCONT');
      },
    },
    {
      name: 'a worker of a node is killed',
      async inflict(random) {
        const { pid, address } = random.pick(nodes.all().filter((node) => childrenOf(node.pid).length > 1));
        const workers = childrenOf(pid);
        const victim = random.pick(workers);
        signalIfThere(victim, 'SIGKILL');
        await until(() => {
          const now = childrenOf(pid);
          return now.length === workers.length && !now.includes(victim);
        }, 60);
        await until(() => isNodeReady(address), 60);
      },
    },
  ];
}

/** The usual restart of a node: clients behind a load balancer must not notice. */
export function restartOf(nodes: Nodes, { key, projectId }: PlantedTenant, onViolation: (text: string) => void): Harm {
  let times = 0;
  return {
    name: 'a node is restarted, and clients follow its drain',
    async inflict(random) {
      const addresses = () => nodes.all().map(({ address }) => address);
      const clients = followDrain({ addresses, key, projectId, name: `follows-${times++}` });
      try {
        await calm(clients, addresses);
        const node = random.pick(nodes.all());
        node.signal('SIGTERM');
        const code = await node.ended;
        if (code !== 0) onViolation(`${node.name} ended with ${code} after SIGTERM`);
        await nodes.replace(node);
        await calmAgain(clients);
        for (const failure of clients.takeFailures()) onViolation(`while a node was restarted: ${failure}`);
      } finally {
        await clients.stop();
      }
    },
  };
}

export function harmsOfDisks(disks: SmallDisk[], databaseUrl: string): Harm[] {
  return disks.map(({ name, fill, empty }) => ({
    name: `the disk of ${name} is full`,
    async inflict(random) {
      fill();
      await seconds(random, 1, 8);
      empty();
      await answers(databaseUrl);
    },
  }));
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
    {
      name: 'the database is slow',
      async inflict(random) {
        for (const end = Date.now() + random.between(2_000, 10_000); Date.now() < end; await pause(20)) {
          const family = familyOf(postmasterOf(folder));
          for (const pid of family) signalIfThere(pid, 'SIGSTOP');
          await pause(80);
          for (const pid of family) signalIfThere(pid, 'SIGCONT');
        }
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
