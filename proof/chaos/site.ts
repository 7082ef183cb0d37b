import { join } from 'node:path';
import type { Database } from '../../server/src/database/connect.ts';
import { type Node, startInstallation } from '../installation.ts';
import { type PlantedTenant, plantTenant } from '../tenants.ts';
import { type Harm, harmsOfDatabase, harmsOfDisks, harmsOfNodes, type Nodes, restartOf } from './harms.ts';
import { canMount, mountSmallDisk, type SmallDisk, unmountLeftovers } from './small-disk.ts';

/** An installation with the harms that can be done to it. */
export type Site = AsyncDisposable & {
  db: Database;
  databaseUrl: string;
  /** Where clients send their requests, as it is now. */
  addresses: () => string[];
  harms: Harm[];
  /** One more tenant whose staff work, beside those with test keys. */
  live?: PlantedTenant;
  /** The lines of all logs that have this text. */
  logOf?: (text: string) => string[];
};

export type MachineOptions = {
  nodes: number;
  onProgress: (text: string) => void;
  /** How large the disks are. */
  megabytes?: { database: number; recordings: number };
};

/** Several nodes on one machine, with one PostgreSQL. */
export async function startMachine(
  { nodes, onProgress, megabytes = { database: 2_000, recordings: 500 } }: MachineOptions,
  onViolation: (text: string) => void,
): Promise<Site> {
  await using starting = new AsyncDisposableStack();
  const disks: SmallDisk[] = [];
  const prepare = (folder: string, closing: AsyncDisposableStack) => {
    if (!canMount) return onProgress('Without CAP_SYS_ADMIN on Linux, no disk is filled.');
    unmountLeftovers();
    disks.push(mountSmallDisk('the database', join(folder, 'database'), megabytes.database, closing));
    disks.push(mountSmallDisk('the recordings', join(folder, 'data'), megabytes.recordings, closing));
  };
  const installation = starting.use(await startInstallation({ prepare }));
  const running = await startNodes(nodes, (name) =>
    installation.startNode(name, {
      // All nodes share a folder, as they share recordings.
      ...{ DATA_DIR: join(installation.folder, 'data'), SIMULATOR_SPEED: '2', DRAIN_DELAY_SECONDS: '5' },
      // The last node has workers that can be killed.
      WORKERS: name === `node-${nodes - 1}` ? '2' : '1',
    }),
  );
  const bystander = await plantTenant(installation.db, 'bystander');
  const harms = [
    ...[...harmsOfNodes(running), restartOf(running, bystander, onViolation)],
    ...[...harmsOfDatabase(installation), ...harmsOfDisks(disks, installation.databaseUrl)],
  ];
  const started = starting.move();
  const { db, databaseUrl } = installation;
  return {
    ...{ db, databaseUrl, harms, addresses: () => running.all().map(({ address }) => address) },
    logOf: (text) =>
      running.all().flatMap(({ output }) =>
        output()
          .split('\n')
          .filter((line) => line.includes(text)),
      ),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}

/** Nodes that can be replaced. */
async function startNodes(count: number, start: (name: string) => Promise<Node>): Promise<Nodes> {
  const names = Array.from({ length: count }, (_, i) => `node-${i}`);
  const nodes = new Map<string, Node>();
  for (const name of names) nodes.set(name, await start(name));
  return {
    all: () => [...nodes.values()],
    async replace({ name }) {
      nodes.set(name, await start(name));
    },
  };
}
