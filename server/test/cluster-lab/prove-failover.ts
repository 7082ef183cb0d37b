// `npm run test:cluster -- --seed 7`: the cluster of deploy/cluster on this machine, whose processes are killed one after the
// other while clients write customers and start test calls. Afterwards nothing acknowledged is lost or doubled, and each call
// has one end and one terminal event. Then all nodes are restarted one by one, without a failed request.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { commandLine } from '../command-line.ts';
import { until } from '../until.ts';
import { type Clients, startClients, type Tenant } from './clients.ts';
import { type ClusterLab, startClusterLab } from './start-cluster-lab.ts';
import type { DatabaseMachine } from './start-database.ts';

const settings = { LOG_LEVEL: 'warn', RATE_LIMIT: '0', SIMULATOR_SPEED: '5', ANALYSIS_WORKERS: '0' };

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string' } } });
  const seed = Number(values.seed ?? randomInt(1_000_000));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
  console.log(`Seed ${seed}. Starting the cluster ...`);
  const lab = await startClusterLab(settings);
  try {
    const tenant = await newTenant(lab);
    const clients = startClients(lab.fronts, tenant);
    await clients.acknowledgedAgain(20);
    for (const fault of shuffled(faults, seed)) await inflict(fault, lab, clients);
    console.log(`Attempts that failed meanwhile: ${[...clients.failures].map((pair) => pair.join(': ')).join(', ')}`);
    await restartNodes(lab, clients);
    await clients.stop();
    await assertNothingLost(lab, clients);
    console.log(
      `${clients.customers.length} customers and ${clients.calls.length} calls acknowledged: none lost or doubled.`,
    );
    console.log('Each call has one end and one terminal event.');
  } catch (error) {
    console.error(`Failed with --seed ${seed}. Output of all programs: ${await keepOutput(lab)}`);
    throw error;
  } finally {
    await lab.stop();
  }
}

async function newTenant({ environment }: ClusterLab): Promise<Tenant> {
  const { json, newTenant } = commandLine({ ...environment, LOG_LEVEL: 'silent' });
  const { of, project, staff } = await newTenant();
  const { key } = await json(`key create ${of} --kind test --scopes all`);
  return { key, projectId: project, staffIds: [...staff, ...staff] };
}

type Fault = {
  name: string;
  /** Returns what brings the killed process back. */
  kill(lab: ClusterLab): Promise<Killed>;
};

type Killed = {
  start(): void;
  /** Whether the others have taken over. */
  isReplaced(): Promise<boolean>;
};

const faults: Fault[] = [
  {
    name: 'primary PostgreSQL with its Patroni',
    kill: (lab) => killDatabase(lab, 'primary', (database) => database.kill()),
  },
  {
    name: 'Patroni of the primary alone',
    kill: (lab) => killDatabase(lab, 'primary', (database) => database.killPatroni()),
  },
  {
    name: 'synchronous standby with its Patroni',
    kill: (lab) => killDatabase(lab, 'sync_standby', (database) => database.kill()),
  },
  ...[0, 1].map((place) => ({ name: `node ${place + 1}`, kill: (lab: ClusterLab) => killNode(lab, place) })),
];

/** The role is free when the database has it no longer, so another one that has it is the next. */
async function killDatabase(
  { databases }: ClusterLab,
  role: 'primary' | 'sync_standby',
  kill: (database: DatabaseMachine) => Promise<void>,
): Promise<Killed> {
  const rolesNow = await Promise.all(databases.map((database) => database.role()));
  const victim = databases[rolesNow.indexOf(role)];
  assert.ok(victim, `no database is ${role}: ${rolesNow}`);
  await kill(victim);
  const others = databases.filter((database) => database !== victim);
  return {
    start: victim.start,
    isReplaced: async () => (await Promise.all(others.map((database) => database.role()))).includes(role),
  };
}

async function killNode({ nodes }: ClusterLab, place: number): Promise<Killed> {
  const node = nodes[place];
  assert.ok(node);
  await node.kill();
  return { start: node.start, isReplaced: async () => true };
}

async function inflict(fault: Fault, lab: ClusterLab, clients: Clients): Promise<void> {
  const killedAt = performance.now();
  const { start, isReplaced } = await fault.kill(lab);
  await until(isReplaced, 120);
  await clients.acknowledgedAgain(20);
  const { silence, slowest } = clients.since(killedAt);
  console.log(
    `Killed: ${fault.name}. Nothing was acknowledged for ${silence.toFixed(1)} s at most; ` +
      `the slowest request took ${slowest.toFixed(1)} s with its repetitions.`,
  );
  start();
  await until(() => isWhole(lab), 180);
}

async function isWhole({ databases, nodes }: ClusterLab): Promise<boolean> {
  const roles = await Promise.all(databases.map((database) => database.role()));
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  return ['primary', 'sync_standby', 'replica'].every((role) => roles.includes(role)) && ready.every(Boolean);
}

/** As an upgrade does: one node after the other, each with SIGTERM. */
async function restartNodes({ nodes }: ClusterLab, clients: Clients): Promise<void> {
  const begin = performance.now();
  clients.failures.clear();
  for (const node of nodes) {
    await node.stop();
    node.start();
    await until(node.isReady, 120);
    await until(async () => /_count\{[^}]*customers/.test(await metricsOf(node.address)), 60);
  }
  assert.deepEqual([...clients.failures], [], 'requests failed during the rolling restart');
  console.log(`All nodes restarted: no request failed; the slowest took ${clients.since(begin).slowest.toFixed(1)} s.`);
}

/** A node counts requests for customers only since HAProxy sends it requests again. */
const metricsOf = async (address: string) => (await fetch(`${address}/metrics`)).text();

async function assertNothingLost(lab: ClusterLab, { customers, calls }: Clients): Promise<void> {
  const client = new pg.Client({ connectionString: lab.environment.DATABASE_URL });
  await client.connect();
  const read = async (sql: string) => (await client.query(sql)).rows;
  try {
    await until(async () => {
      const [row] = await read(
        `select (select count(*)::int from calls where ended_at is null) + (select count(*)::int from open_calls) as open`,
      );
      return row?.open === 0;
    });
    const sorted = (ids: string[]) => ids.toSorted();
    const stored = async (table: string) =>
      (await read(`select external_id from ${table}`)).map((row) => row.external_id);
    assert.deepEqual(sorted(await stored('customers')), sorted(customers));
    assert.deepEqual(sorted(await stored('calls')), sorted(calls));
    const ended = await read(
      `select external_id, status, (select array_agg(type) from events e
         where e.tenant_id = c.tenant_id and data ->> 'external_id' = c.external_id
           and type in ('call.completed', 'call.missed')) as ends
       from calls c`,
    );
    for (const { external_id, status, ends } of ended)
      assert.deepEqual(ends, [status === 'connected' ? 'call.completed' : 'call.missed'], external_id);
  } finally {
    await client.end();
  }
}

/** Copies what the programs wrote to a folder that stays. */
async function keepOutput(lab: ClusterLab): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), 'trunkline-cluster-output-'));
  for (const file of globSync('machine*/*/output', { cwd: lab.folder }))
    await copyFile(join(lab.folder, file), join(kept, file.replaceAll('/', '-')));
  return kept;
}

/** Fisher and Yates, with a small generator of random numbers (mulberry32). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as T);
}

await main();
