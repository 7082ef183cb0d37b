// `npm run bench -- cpu`: the processor time of one request, of the server's process and of PostgreSQL. The unit "hello" is the
// time that the process of a bare Fastify server takes for `{"hello":"world"}` in the same run, so that figures of different
// machines can be compared. Bounded in time (about two minutes) and in rows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createCustomers } from '../server/src/customers/create-customers.ts';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { statement } from '../server/src/database/sql.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from './calls/cpu-seconds.ts';
import { medianOf } from './calls/figure.ts';
import { newCustomer, plant, type Seed } from './plant-customers.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const poolSize = 16;
const connections = 32;
const rounds = 5;
const seconds = 3;

type Measure = {
  name: string;
  /** In hellos of the process. */
  target?: string;
  isBare?: boolean;
  before?: (db: Database, seed: Seed) => Promise<unknown>;
  /** Runs meanwhile, over connections of this process: the time that PostgreSQL spends on these is not counted. */
  beside?: (db: Database, seed: Seed, isOver: () => boolean) => Promise<unknown>;
  request: (seed: Seed, serial: number) => { method: 'GET' | 'POST'; path: string; body?: string };
};

const lastPage = 20_000 / 25;

const measures: Measure[] = [
  { name: 'hello', isBare: true, request: () => ({ method: 'GET', path: '/hello' }) },
  {
    name: 'GET /customers/{id}',
    target: '<= 5',
    request: ({ customerIds }, serial) => ({
      method: 'GET',
      path: `/customers/${customerIds[serial % customerIds.length]}`,
    }),
  },
  {
    name: 'GET /customers (25 a page)',
    target: '<= 9',
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?per_page=25&page=${1 + (serial % lastPage)}` }),
  },
  {
    name: 'the same, pages younger than a minute',
    target: '<= 1.3 lists',
    before: plantYoung,
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?per_page=25&page=${youngPage + (serial % 20)}` }),
  },
  {
    name: 'the same, two writers beside it',
    target: '<= 1.3 lists',
    before: plantYoung,
    beside: writeCustomers,
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?per_page=25&page=${youngPage + (serial % 20)}` }),
  },
  {
    name: 'POST /customers',
    target: '<= 14',
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers',
      body: JSON.stringify(newCustomer(seed, serial)),
    }),
  },
  {
    name: 'POST /calls/initiate',
    target: '<= 14',
    request: ({ staffId, projectId }, serial) => ({
      method: 'POST',
      path: '/calls/initiate',
      body: JSON.stringify({
        phone_number: `+8190${20_000_000 + (serial % 70_000_000)}`,
        staff_id: staffId,
        project_id: projectId,
      }),
    }),
  },
];

type Cost = { rate: number; process: number; postgres: number };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const postgres = await startEmbedded(folder, { log: console.error });
  const db = connect(postgres.url, { poolSize, applicationName: 'bench', onIdleError: console.error });
  const servers: ServerProcess[] = [];
  try {
    await migrate(postgres.url);
    const seed = await plant(db);
    const task = { databaseUrl: postgres.url, tenantId: seed.tenantId, poolSize };
    const bare = await startServerProcess('./bare-server.ts', task);
    const api = await startServerProcess('./api-server.ts', task);
    servers.push(bare, api);
    const { pid: postmaster } = (await postmasterPid.first(db, {})) ?? { pid: 0 };

    const costs = new Map(measures.map((measure) => [measure, [] as Cost[]]));
    for (let round = -1; round < rounds; round++) {
      for (const [measure, found] of costs) {
        await measure.before?.(db, seed);
        let isOver = false;
        const beside = measure.beside?.(db, seed, () => isOver);
        const cost = await fire(measure.isBare ? bare : api, measure, seed, () => postgresSeconds(db, postmaster));
        isOver = true;
        await beside;
        if (round >= 0) found.push(cost); // The round before the first one compiles the code.
        process.stderr.write('.');
      }
    }
    process.stderr.write('\n');
    print(costs);
  } finally {
    for (const server of servers) await server.stop();
    await db.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

let serial = 0;

async function fire(
  { address, pid }: ServerProcess,
  measure: Measure,
  seed: Seed,
  postgresSeconds: () => Promise<number>,
): Promise<Cost> {
  const { origin, pathname } = new URL(address);
  const prefix = pathname === '/' ? '' : pathname;
  const before = { process: cpuSecondsOf(pid), postgres: await postgresSeconds() };
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${seed.key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          const { path, ...rest } = measure.request(seed, serial++);
          return { ...request, ...rest, path: `${prefix}${path}` };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${measure.name}: ${result.non2xx + result.errors} failed.`);
  const after = { process: cpuSecondsOf(pid), postgres: await postgresSeconds() };
  const microseconds = (spent: number) => (spent * 1e6) / result.requests.total;
  return {
    rate: result.requests.total / result.duration,
    process: microseconds(after.process - before.process),
    postgres: microseconds(after.postgres - before.postgres),
  };
}

/** Without the connections of this process. */
async function postgresSeconds(db: Database, postmaster: number): Promise<number> {
  const own = await ownBackends.all(db, {});
  return cpuSecondsOfFamily(postmaster) - own.reduce((sum, { pid }) => sum + cpuSecondsOf(pid), 0);
}

function print(costs: Map<Measure, Cost[]>): void {
  const costOf = (found: Cost[], part: keyof Cost) => medianOf(found.map((cost) => cost[part]));
  const [[, hellos] = [undefined, []]] = costs;
  const hello = costOf(hellos, 'process');
  const rows = [...costs].map(([{ name, target }, found]) => ({
    request: name,
    'process (µs)': Math.round(costOf(found, 'process')),
    'PostgreSQL (µs)': Math.round(costOf(found, 'postgres')),
    'process (hellos)': Number((costOf(found, 'process') / hello).toFixed(1)),
    target: target ?? '',
    'requests/s': Math.round(costOf(found, 'rate')),
  }));
  console.table(rows);
}

/** The first page of the 500 customers that were created last. */
let youngPage = 1;

async function plantYoung(db: Database, { tenantId, projectId }: Seed): Promise<void> {
  const wanted = Array.from({ length: 500 }, (_, i) => ({ project_id: projectId, name: `鈴木 一郎 ${i}` }));
  await db.transaction((tx) => createCustomers(tx, { tenantId, kind: 'test' }, wanted));
  const { n } = await countCustomers.one(db, { tenant_id: tenantId });
  youngPage = Math.ceil(n / 25) - 20;
}

/** Two clients that create one customer after the other. */
async function writeCustomers(db: Database, { tenantId, projectId }: Seed, isOver: () => boolean): Promise<void> {
  const write = async () => {
    while (!isOver())
      await db.transaction((tx) =>
        createCustomers(tx, { tenantId, kind: 'test' }, [{ project_id: projectId, name: '鈴木 一郎' }]),
      );
  };
  await Promise.all([write(), write()]);
}

const countCustomers = statement({
  name: 'bench_count_customers',
  takes: { tenant_id: 'int8' },
  gives: { n: 'int8' },
  sql: 'select count(*) as n from customers where tenant_id = :tenant_id',
});

const ownBackends = statement({
  name: 'bench_own_backends',
  takes: {},
  gives: { pid: 'int4' },
  acrossTenants: 'It reads no table of ours.',
  sql: `select pid from pg_stat_activity where application_name = current_setting('application_name')`,
});

const postmasterPid = statement({
  name: 'bench_postmaster_pid',
  takes: {},
  gives: { pid: 'int4' },
  acrossTenants: 'It reads no table.',
  sql: `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int4 as pid`,
});

await main();
