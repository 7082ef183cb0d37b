// `npm run test:cluster -- --seed 7`: the cluster of deploy/cluster on this machine, whose processes are killed one after the
// other while clients write customers and start test calls, and others make live calls through Kamailio and two Asterisk
// servers. Then all nodes are restarted one by one, without a failed request. Afterwards nothing acknowledged is lost or doubled,
// and each call has one end and one terminal event.
//
// `npm run test:cluster -- --without-sync`: whether that check can fail. Commits wait for no standby, and the primary dies after
// its standbys have lost their connections to it. The check must find acknowledged writes that are lost.
//
// `npm run test:cluster -- --upgrade-from FOLDER`: the nodes run the older version in that folder, with its packages, and are
// restarted with this one, one after the other. The database is migrated before (by the first command), and the old nodes go on.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { commandLine } from '../command-line.ts';
import type { LabAsterisk } from '../phone-lab/asterisk.ts';
import { onServer } from '../runner/on-server.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { until } from '../until.ts';
import { type Clients, startClients, type Tenant } from './clients.ts';
import { type LiveCallers, startLiveCallers } from './live-callers.ts';
import type { Failures } from './repeating-client.ts';
import type { Service } from './service.ts';
import { type ClusterLab, startClusterLab } from './start-cluster-lab.ts';
import type { DatabaseMachine } from './start-database.ts';
import { startParties } from './start-parties.ts';

const settings = { LOG_LEVEL: 'warn', RATE_LIMIT: '0', SIMULATOR_SPEED: '5', ANALYSIS_WORKERS: '0' };
/** A node has its first call on the first Asterisk and its second one on the other: with so many, each Asterisk has some. */
const liveStaff = 6;

async function main(): Promise<void> {
  const options = {
    seed: { type: 'string' },
    'without-sync': { type: 'boolean', default: false },
    'upgrade-from': { type: 'string' },
  } as const;
  const { values } = parseArgs({ options });
  const seed = Number(values.seed ?? randomInt(1_000_000));
  const isSynchronous = !values['without-sync'];
  let running: ClusterLab | undefined;
  stopOnSignal(130, () => running);
  console.log(`Seed ${seed}. Starting the cluster ...`);
  const version = values['upgrade-from'];
  const lab = await startClusterLab({ settings, isSynchronous, version });
  running = lab;
  try {
    if (!isSynchronous) await proveLossIsFound(lab);
    else if (version) await proveUpgrade(lab);
    else await proveFailover(lab, seed);
  } catch (error) {
    console.error(`Failed with --seed ${seed}. Output of all programs: ${await keepOutput(lab)}`);
    throw error;
  } finally {
    await lab.stop();
  }
}

async function proveFailover(lab: ClusterLab, seed: number): Promise<void> {
  const parties = await startParties(lab, liveStaff);
  try {
    const load = await startLoad(lab, parties);
    for (const fault of shuffled(faults, seed)) await inflict(fault, lab, load);
    console.log(`Attempts that failed meanwhile: ${[...load.failures].map((pair) => pair.join(': ')).join(', ')}`);
    await restartNodes(lab, load);
    await stopLoad(load);
    await assertNothingLost(lab, load);
  } finally {
    await parties.stop();
  }
}

/** Without live calls: the older version may not know `SIP_PROXY`. */
async function proveUpgrade(lab: ClusterLab): Promise<void> {
  const load = await startLoad(lab);
  await restartNodes(lab, load);
  await stopLoad(load);
  await assertNothingLost(lab, load);
}

/** The negative control. */
async function proveLossIsFound(lab: ClusterLab): Promise<void> {
  const load = await startLoad(lab);
  await inflict(disconnectedStandbys, lab, load);
  await stopLoad(load);
  const found = await assertNothingLost(lab, load).then(
    () => 'nothing',
    (error: Error) => error,
  );
  assert.ok(found instanceof assert.AssertionError, `the check found ${found}`);
  const lost = (found.expected as string[]).length - (found.actual as string[]).length;
  assert.ok(lost > 0, found.message);
  console.log(`Without synchronous commits the check fails, as it should: ${lost} acknowledged customers are lost.`);
}

async function newTenant({ environment }: ClusterLab): Promise<Tenant> {
  const { json, newTenant } = commandLine({ ...environment, LOG_LEVEL: 'silent' });
  const { of, project, staff } = await newTenant();
  const { key } = await json(`key create ${of} --kind test --scopes all`);
  return { key, projectId: project, staffIds: [...staff, ...staff] };
}

type Load = {
  clients: Clients;
  callers: LiveCallers | undefined;
  /** Of both. */
  failures: Failures;
};

async function startLoad(lab: ClusterLab, calling?: Tenant): Promise<Load> {
  const failures: Failures = new Map();
  const clients = startClients(lab.fronts, await newTenant(lab), failures);
  const callers = calling && startLiveCallers(lab.fronts, calling, failures);
  await Promise.all([clients.acknowledgedAgain(20), callers?.answeredAgain(liveStaff)]);
  return { clients, callers, failures };
}

async function stopLoad({ clients, callers }: Load): Promise<void> {
  await Promise.all([clients.stop(), callers?.stop()]);
}

type Fault = {
  name: string;
  /** Returns what brings the killed process back. */
  kill(lab: ClusterLab): Promise<Killed>;
};

type Killed = {
  start(): void | Promise<void>;
  /** Whether the others have taken over. */
  isReplaced(): Promise<boolean>;
};

/**
 * A standby that loses its connection comes back at once, and the next time after five seconds (wal_retrieve_retry_interval).
 * Commits that wait for no standby are acknowledged meanwhile.
 */
const disconnectStandbys = `do $$ begin
  for i in 1..20 loop
    perform pg_stat_clear_snapshot();
    perform pg_terminate_backend(pid) from pg_stat_replication;
    perform pg_sleep(0.05);
  end loop;
end $$`;

const disconnectedStandbys: Fault = {
  name: 'primary PostgreSQL with its Patroni, after its standbys lost their connections to it',
  kill: (lab) =>
    killDatabase(lab, 'primary', async (database) => {
      // First, or it would see that no standby is left, and allow the primary to go on alone.
      await database.killPatroni();
      await onServer(database.superuser, disconnectStandbys);
      await database.kill();
    }),
};

const faults: Fault[] = [
  disconnectedStandbys,
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
  ...[0, 1].map((place) => ({
    name: `node ${place + 1}`,
    kill: (lab: ClusterLab) => killService(lab.nodes[place]),
  })),
  { name: 'HAProxy of a machine', kill: ({ haproxies }) => killService(haproxies[2]) },
  { name: 'etcd that leads the others', kill: killEtcd },
  { name: 'Kamailio, and started again', kill: killKamailio },
  ...[0, 1].map((place) => ({
    name: `Asterisk ${place + 1}`,
    kill: (lab: ClusterLab) => killService(lab.sip.asterisks[place]),
  })),
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

async function killService(service: (Pick<Service, 'kill'> & Pick<Killed, 'start'>) | undefined): Promise<Killed> {
  assert.ok(service);
  await service.kill();
  return { start: service.start, isReplaced: async () => true };
}

/** There is only one, which systemd starts again. */
async function killKamailio({ sip: { kamailio } }: ClusterLab): Promise<Killed> {
  await kamailio.kill();
  kamailio.start();
  return { start: () => {}, isReplaced: kamailio.isReady };
}

async function killEtcd({ etcds }: ClusterLab): Promise<Killed> {
  const leads = await Promise.all(etcds.map((etcd) => etcd.isLeader()));
  const others = etcds.filter((_, place) => !leads[place]);
  const killed = await killService(etcds[leads.indexOf(true)]);
  return {
    ...killed,
    isReplaced: async () => (await Promise.all(others.map((etcd) => etcd.isLeader()))).includes(true),
  };
}

async function inflict(fault: Fault, lab: ClusterLab, { clients, callers }: Load): Promise<void> {
  const killedAt = performance.now();
  const { start, isReplaced } = await fault.kill(lab);
  await until(isReplaced, 120);
  await Promise.all([clients.acknowledgedAgain(20), callers?.answeredAgain(liveStaff)]);
  const { silence, slowest } = clients.since(killedAt);
  console.log(
    `Killed: ${fault.name}. Nothing was acknowledged for ${silence.toFixed(1)} s at most; ` +
      `the slowest request took ${slowest.toFixed(1)} s with its repetitions.` +
      (callers ? ` No live call was answered for ${callers.silenceSince(killedAt).toFixed(1)} s at most.` : ''),
  );
  await start();
  await until(() => isWhole(lab), 180);
  if (callers) for (const asterisk of lab.sip.asterisks) await until(async () => (await channelsOf(asterisk)) > 0);
}

async function isWhole({ databases, nodes, roles: wanted }: ClusterLab): Promise<boolean> {
  const roles = await Promise.all(databases.map((database) => database.role()));
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  return wanted.every((role) => roles.includes(role)) && ready.every(Boolean);
}

/** As an upgrade does: one node after the other, each with SIGTERM. */
async function restartNodes({ nodes }: ClusterLab, { clients, failures }: Load): Promise<void> {
  // Until its first checks, a new HAProxy takes each PostgreSQL for the primary.
  do {
    failures.clear();
    await clients.acknowledgedAgain(100);
  } while (failures.size > 0);
  const begin = performance.now();
  for (const node of nodes) {
    await node.stop();
    node.upgrade();
    node.start();
    await until(node.isReady, 120);
    await until(async () => /_count\{[^}]*customers/.test(await metricsOf(node.address)), 60);
  }
  assert.deepEqual([...failures], [], 'requests failed during the rolling restart');
  console.log(`All nodes restarted: no request failed; the slowest took ${clients.since(begin).slowest.toFixed(1)} s.`);
}

/** A node counts requests for customers only since HAProxy sends it requests again. */
const metricsOf = async (address: string) => (await fetch(`${address}/metrics`)).text();

/** NaN if it does not answer. */
const channelsOf = ({ ask }: LabAsterisk) =>
  ask<unknown[]>('/channels').then(
    ({ length }) => length,
    () => Number.NaN,
  );

async function assertNothingLost(lab: ClusterLab, { clients, callers }: Load): Promise<void> {
  const { customers } = clients;
  const live = callers?.calls ?? [];
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
    assert.deepEqual(sorted(await stored('calls')), sorted([...clients.calls, ...live]));
    const ended = await read(
      `select external_id, is_test, status, end_reason, (select array_agg(type) from events e
         where e.tenant_id = c.tenant_id and data ->> 'external_id' = c.external_id
           and type in ('call.completed', 'call.missed')) as ends
       from calls c`,
    );
    for (const { external_id, status, end_reason, ends } of ended) {
      assert.deepEqual(ends, [status === 'connected' ? 'call.completed' : 'call.missed'], external_id);
      assert.ok(end_reason, external_id);
    }
    for (const asterisk of lab.sip.asterisks) await until(async () => (await channelsOf(asterisk)) === 0);
    console.log(
      `${customers.length} customers, ${clients.calls.length} test calls and ${live.length} live calls acknowledged: ` +
        'none lost or doubled. Each call has one end and one terminal event.',
    );
    console.log(`Ends of the live calls: ${endsOf(ended)}`);
  } finally {
    await client.end();
  }
}

function endsOf(calls: { is_test: boolean; status: string; end_reason: string }[]): string {
  const live = calls.filter(({ is_test }) => !is_test);
  const ends = Map.groupBy(live, ({ status, end_reason }) => `${status} (${end_reason})`);
  return [...ends].map(([end, { length }]) => `${end}: ${length}`).join(', ');
}

/** Copies what the programs wrote to a folder that stays. */
async function keepOutput(lab: ClusterLab): Promise<string> {
  const kept = await mkdtemp(join(tmpdir(), 'trunkline-cluster-output-'));
  for (const file of globSync(['{machine*,sip}/*/output', 'sip/*/log/messages.log'], { cwd: lab.folder }))
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
