import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LabProcess, startProgram } from '../phone-lab/lab-process.ts';
import { onServer } from '../runner/on-server.ts';
import { until } from '../until.ts';
import { newPlaces, type Place } from './places.ts';
import { fetchPrograms, type Programs } from './programs.ts';
import { fillIn, variablesOf } from './shipped-file.ts';
import { type DatabaseMachine, type Passwords, prepareDatabase, startEtcd } from './start-database.ts';

// The whole of deploy/cluster on one machine: three times etcd, Patroni with PostgreSQL, HAProxy and a node of Trunkline, from
// the files there with addresses, ports, folders and passwords filled in.

export type ClusterLab = {
  databases: DatabaseMachine[];
  nodes: ClusterNode[];
  /** Where clients reach the nodes: the HAProxy of each machine. */
  fronts: string[];
  /** The environment of a node, for commands. */
  environment: Record<string, string>;
  /** Where everything writes its output. */
  folder: string;
  /** The command line that shows the roles of the databases. */
  patronictl: string;
  stop(): Promise<void>;
};

type ClusterNode = {
  name: string;
  address: string;
  start(): void;
  isReady(): Promise<boolean>;
  kill(): Promise<void>;
  /** Asks it to stop, as an upgrade does, and waits for the end. */
  stop(): Promise<void>;
};

const repository = join(import.meta.dirname, '../../..');
const main = join(repository, 'server/src/main.ts');
const secret = () => randomBytes(16).toString('hex');

/** `settings` are further settings of the nodes. */
export async function startClusterLab(settings: Record<string, string> = {}): Promise<ClusterLab> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-cluster-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user if this one is root.
  starting.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const programs = await fetchPrograms(folder);
  const places = newPlaces(folder);
  const passwords = { superuser: secret(), replication: secret(), rewind: secret(), trunkline: secret() };

  for (const place of places) deferEnd(starting, await startEtcd(place, programs));
  const databases = await Promise.all(places.map((place) => prepareDatabase(place, programs, passwords)));
  starting.defer(async () => void (await Promise.all(databases.map((database) => database.stop()))));
  for (const database of databases) database.start();
  for (const place of places) deferEnd(starting, await startHaproxy(place, programs));
  const [first] = places as [Place, ...Place[]];
  await until(() => createDatabase(first, passwords), 120);
  await until(async () => {
    const roles = await Promise.all(databases.map((database) => database.role()));
    return roles.includes('primary') && roles.includes('sync_standby') && roles.includes('replica');
  }, 120);

  const secretsKey = randomBytes(32).toString('base64');
  const prepared = await Promise.all(places.map((place) => prepareNode(place, passwords, secretsKey, settings)));
  const nodes = prepared.map(({ node }) => node);
  starting.defer(async () => void (await Promise.all(nodes.map((node) => node.stop()))));
  for (const node of nodes) node.start();
  for (const node of nodes) await until(node.isReady, 120);
  const fronts = places.map((place) => `http://${place.address}:${place.port(80)}`);
  for (const front of fronts) await until(() => isAnswered(`${front}/health/ready`));

  const started = starting.move();
  const environment = prepared[0]?.environment ?? {};
  const { patronictl, pythonEnvironment } = programs;
  const words = [patronictl.command, ...patronictl.args, '-c', join(first.folder, 'patroni/config.yml'), 'list'];
  return {
    ...{ databases, nodes, fronts, environment, folder },
    patronictl: `PYTHONHOME=${pythonEnvironment.PYTHONHOME} ${words.join(' ')}`,
    stop: () => started.disposeAsync(),
  };
}

function deferEnd(stack: AsyncDisposableStack, program: LabProcess): void {
  stack.defer(async () => {
    if (program.isRunning()) await program.end('SIGTERM');
  });
}

async function startHaproxy(place: Place, programs: Programs): Promise<LabProcess> {
  const folder = join(place.folder, 'haproxy');
  await mkdir(folder);
  const text = await fillIn('haproxy.cfg', [
    ['/dev/log', 'stdout format raw'],
    ['    user haproxy\n    group haproxy\n', ''],
    ['THIS-ADDRESS:80', `THIS-ADDRESS:${place.port(80)}`],
    ...place.network([5000, 5432, 8008, 8080]),
  ]);
  const configuration = join(folder, 'haproxy.cfg');
  await writeFile(configuration, text);
  return startProgram(programs.haproxy, ['-f', configuration], folder);
}

/** What the README has an administrator do once, through HAProxy. Returns whether there is a primary that did it. */
async function createDatabase(place: Place, passwords: Passwords): Promise<boolean> {
  const server = `postgres://postgres:${passwords.superuser}@${place.address}:${place.port(5000)}/postgres`;
  try {
    await onServer(server, `create role trunkline login password '${passwords.trunkline}'`);
  } catch {
    return false;
  }
  await onServer(server, 'create database trunkline owner trunkline');
  return true;
}

async function prepareNode(
  place: Place,
  passwords: Passwords,
  secretsKey: string,
  settings: Record<string, string>,
): Promise<{ node: ClusterNode; environment: Record<string, string> }> {
  const folder = join(place.folder, 'node');
  await mkdir(folder);
  const text = await fillIn('trunkline.env', [
    ['CHANGE-ME-TRUNKLINE', passwords.trunkline],
    ['CHANGE-ME-KEY', secretsKey],
    ['/var/lib/trunkline', join(folder, 'data')],
    ...place.network([5000, 8080]),
  ]);
  const environment = {
    ...variablesOf(text),
    // Connections to any address of 127.0.0.0/8 come from 127.0.0.1.
    ...{ TRUSTED_PROXIES: '127.0.0.1', WORKERS: '1', ...settings },
  };
  const address = `http://${place.address}:${place.port(8080)}`;
  let child: LabProcess | undefined;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child?.isRunning()) await child.end(signal);
  };
  const node: ClusterNode = {
    name: place.name.replace('db', 'node'),
    address,
    start() {
      child = startProgram({ command: process.execPath, args: [main] }, ['serve'], folder, { env: environment });
    },
    isReady: () => isAnswered(`${address}/health/ready`),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
  return { node, environment };
}

async function isAnswered(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
