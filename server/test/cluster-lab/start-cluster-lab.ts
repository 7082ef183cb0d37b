import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProgram } from '../phone-lab/lab-process.ts';
import { onServer } from '../runner/on-server.ts';
import { until } from '../until.ts';
import { newNetwork, newPlaces, type Place } from './places.ts';
import { fetchPrograms, type Programs } from './programs.ts';
import { type Service, serviceOf } from './service.ts';
import { fillIn, variablesOf } from './shipped-file.ts';
import { type DatabaseMachine, type Etcd, type Passwords, prepareDatabase, prepareEtcd } from './start-database.ts';
import { type Sip, startSip } from './start-sip.ts';

// The whole of deploy/cluster on one machine: three times etcd, Patroni with PostgreSQL, HAProxy and a node of Trunkline, and
// Kamailio with two Asterisk servers, from the files there with addresses, ports, folders and passwords filled in.

export type ClusterLab = {
  etcds: Etcd[];
  databases: DatabaseMachine[];
  /** The roles of the databases when all of them run. */
  roles: string[];
  haproxies: Service[];
  nodes: ClusterNode[];
  sip: Sip;
  /** The first three numbers of the addresses of this lab. */
  network: string;
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

type ClusterNode = Service & {
  name: string;
  address: string;
  isReady(): Promise<boolean>;
  /** From its next start on it runs this version. */
  upgrade(): void;
};

type LabOptions = {
  /** Further settings of the nodes. */
  settings?: Record<string, string>;
  /** False: a commit waits for no standby. */
  isSynchronous?: boolean;
  /** The folder of the version that the nodes run at first; this one if not given. */
  version?: string | undefined;
};

const repository = join(import.meta.dirname, '../../..');
const secret = () => randomBytes(16).toString('hex');

export async function startClusterLab({
  settings = {},
  isSynchronous = true,
  version = repository,
}: LabOptions = {}): Promise<ClusterLab> {
  await using starting = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-cluster-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user if this one is root.
  // PostgreSQL and its tools may write for a moment after they were killed.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  // After the programs are killed, whose listeners come before this one.
  process.on('exit', () => {
    try {
      remove();
    } catch (error) {
      console.error(`The folder ${folder} stays: ${error}`);
    }
  });
  starting.defer(remove);
  const programs = await fetchPrograms(folder);
  const network = newNetwork();
  const places = newPlaces(folder, network);
  const passwords = { superuser: secret(), replication: secret(), rewind: secret(), trunkline: secret() };

  const start = (services: Pick<Service, 'start' | 'stop'>[]) => {
    starting.defer(async () => void (await Promise.all(services.map((service) => service.stop()))));
    for (const service of services) service.start();
  };
  const etcds = await Promise.all(places.map((place) => prepareEtcd(place, programs)));
  start(etcds);
  const prepareOne = (place: Place) => prepareDatabase(place, programs, passwords, isSynchronous);
  const databases = await Promise.all(places.map(prepareOne));
  start(databases);
  const haproxies = await Promise.all(places.map((place) => prepareHaproxy(place, programs)));
  start(haproxies);
  const [first] = places as [Place, ...Place[]];
  await until(() => createDatabase(first, passwords), 120);
  const roles = ['primary', isSynchronous ? 'sync_standby' : 'replica', 'replica'];
  await until(async () => {
    const now = await Promise.all(databases.map((database) => database.role()));
    return roles.every((role) => now.includes(role));
  }, 120);

  const sip = await startSip(join(folder, 'sip'), network);
  starting.defer(sip.stop);
  const recordings = join(folder, 'recordings');
  await mkdir(recordings);
  const shared = {
    ...{ passwords, secretsKey: randomBytes(32).toString('base64'), recordings, version },
    settings: { ...sip.settings, ASTERISK_URL: sip.settings.ASTERISK_URL.join(), ...settings },
  };
  const prepared = await Promise.all(places.map((place) => prepareNode(place, shared)));
  const nodes = prepared.map(({ node }) => node);
  start(nodes);
  for (const node of nodes) await until(node.isReady, 120);
  const fronts = places.map((place) => `http://${place.address}:${place.port(80)}`);
  for (const front of fronts) await until(() => isAnswered(`${front}/health/ready`));

  const started = starting.move();
  const environment = prepared[0]?.environment ?? {};
  const { patronictl, pythonEnvironment } = programs;
  const words = [patronictl.command, ...patronictl.args, '-c', join(first.folder, 'patroni/config.yml'), 'list'];
  return {
    ...{ etcds, databases, roles, haproxies, nodes, sip, network, fronts, environment, folder },
    patronictl: `PYTHONHOME=${pythonEnvironment.PYTHONHOME} ${words.join(' ')}`,
    stop: () => started.disposeAsync(),
  };
}

async function prepareHaproxy(place: Place, programs: Programs): Promise<Service> {
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
  return serviceOf(() => startProgram(programs.haproxy, ['-f', configuration], folder));
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

type Shared = {
  passwords: Passwords;
  secretsKey: string;
  /** The folder that all nodes see as `DATA_DIR/recordings`. */
  recordings: string;
  settings: Record<string, string>;
  version: string;
};

async function prepareNode(
  place: Place,
  { passwords, secretsKey, recordings, settings, version }: Shared,
): Promise<{ node: ClusterNode; environment: Record<string, string> }> {
  const folder = join(place.folder, 'node');
  await mkdir(join(folder, 'data'), { recursive: true });
  await symlink(recordings, join(folder, 'data/recordings'));
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
  let root = version;
  const node: ClusterNode = {
    ...serviceOf(() => {
      const program = { command: process.execPath, args: [join(root, 'server/src/main.ts')] };
      return startProgram(program, ['serve'], folder, { env: environment });
    }),
    upgrade() {
      root = repository;
    },
    name: place.name.replace('db', 'node'),
    address,
    isReady: () => isAnswered(`${address}/health/ready`),
  };
  return { node, environment };
}

async function isAnswered(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
