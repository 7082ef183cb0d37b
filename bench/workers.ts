// `npm run bench -- workers`: the same load on the real program with 1, 2 and 4 workers: throughput, p99, and the processor time
// of the workers, of their parent and of PostgreSQL. Bounded in time (about three minutes) and in rows. The load is on the same
// machine, so a machine needs more processors than workers to show how they scale.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { connect } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { childrenOf, cpuSecondsOf, cpuSecondsOfFamily, memoryOf } from './calls/cpu-seconds.ts';
import { medianOf } from './calls/figure.ts';
import { newCustomer, plant, type Seed } from './plant-customers.ts';

const counts = [1, 2, 4];
const connections = 32;
const rounds = 2;
const seconds = 3;

type Operation = {
  name: string;
  request: (seed: Seed, serial: number) => { method: 'GET' | 'POST'; path: string; body?: string };
};

const operations: Operation[] = [
  {
    name: 'GET /customers/{id}',
    request: ({ customerIds }, serial) => ({ method: 'GET', path: `/customers/${customerIds[serial % 10_000]}` }),
  },
  {
    name: 'GET /customers (25 a page)',
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?per_page=25&page=${1 + (serial % 700)}` }),
  },
  {
    name: 'POST /customers',
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers',
      body: JSON.stringify(newCustomer(seed, serial)),
    }),
  },
  {
    name: 'POST /calls/initiate',
    request: ({ staffId: staff_id, projectId: project_id }, serial) => ({
      method: 'POST',
      path: '/calls/initiate',
      body: JSON.stringify({ phone_number: `+8190${20_000_000 + (serial % 70_000_000)}`, staff_id, project_id }),
    }),
  },
];

type Program = { count: number; child: ChildProcess; pid: number; workers: number[]; address: string };
/** Microseconds a request, and the part of the busiest worker in the processor time of all workers. */
type Figures = { rate: number; p99: number; parent: number; workers: number; postgres: number; busiest: number };

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const postgres = await startEmbedded(folder, { log: console.error });
  const db = connect(postgres.url, { poolSize: 4, applicationName: 'bench', onIdleError: console.error });
  const programs: Program[] = [];
  try {
    await migrate(postgres.url);
    const seed = await plant(db);
    // Otherwise connections keep plans that were made for empty tables.
    await db.execute({ name: '', text: 'vacuum analyze', values: [] });
    const postmaster = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    for (const count of counts) programs.push(await start(count, postgres.url, folder));
    const found = new Map<Operation, Map<Program, Figures[]>>();
    for (const operation of operations) {
      const ofOperation = new Map(programs.map((program) => [program, [] as Figures[]]));
      found.set(operation, ofOperation);
      for (let round = -1; round < rounds; round++)
        for (const [program, figures] of ofOperation) {
          const figure = await fire(program, operation, seed, postmaster);
          if (round >= 0) figures.push(figure); // The round before the first one compiles the code.
          process.stderr.write('.');
        }
    }
    process.stderr.write('\n');
    print(found);
  } finally {
    for (const { child } of programs) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await db.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program as `npm start` starts it, except that the rate limit never refuses and simulated calls cost nothing. */
async function start(count: number, databaseUrl: string, folder: string): Promise<Program> {
  const log = join(folder, `server-${count}.log`);
  const main = join(import.meta.dirname, '../server/src/main.ts');
  const child = spawn(process.execPath, [main, 'serve'], {
    env: {
      ...process.env,
      ...{ PORT: '0', WORKERS: `${count}`, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, `data-${count}`) },
      ...{ RATE_LIMIT: '10000000', SIMULATOR_SPEED: '0.01', ANALYSIS_WORKERS: '0' },
    },
    stdio: ['ignore', openSync(log, 'w'), 'inherit'],
  });
  for (;;) {
    const address = /running at (http:\S+?)[\s,]/.exec(readFileSync(log, 'utf8'))?.[1];
    const { pid = 0 } = child;
    if (address) return { count, child, pid, address, workers: count === 1 ? [pid] : childrenOf(pid) };
    if (child.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    await pause(50);
  }
}

let serial = 0;

async function fire(program: Program, operation: Operation, seed: Seed, postmaster: number): Promise<Figures> {
  const { address, pid, workers } = program;
  const spent = () => [cpuSecondsOfFamily(postmaster), cpuSecondsOf(pid), ...workers.map(cpuSecondsOf)];
  const before = spent();
  const result = await autocannon({
    url: address,
    connections,
    duration: seconds,
    headers: { authorization: `Bearer ${seed.key}`, 'content-type': 'application/json' },
    requests: [
      {
        setupRequest: (request) => {
          const { path, ...rest } = operation.request(seed, serial++);
          return { ...request, ...rest, path: `/api/v1${path}` };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${operation.name}: ${result.non2xx + result.errors} failed.`);
  const [ofPostgres = 0, ofParent = 0, ...ofWorkers] = spent().map(
    (now, i) => ((now - (before[i] ?? 0)) * 1e6) / result.requests.total,
  );
  const all = ofWorkers.reduce((sum, one) => sum + one, 0);
  return {
    rate: result.requests.total / result.duration,
    p99: result.latency.p99,
    parent: workers.includes(pid) ? 0 : ofParent,
    workers: all,
    postgres: ofPostgres,
    busiest: Math.max(...ofWorkers) / all,
  };
}

function print(found: Map<Operation, Map<Program, Figures[]>>): void {
  const rows = [...found].flatMap(([{ name }, ofOperation]) =>
    [...ofOperation].map(([{ count }, figures]) => {
      const of = (part: keyof Figures) => medianOf(figures.map((one) => one[part]));
      return {
        request: name,
        workers: count,
        'requests/s': Math.round(of('rate')),
        'p99 (ms)': of('p99'),
        'workers (µs)': Math.round(of('workers')),
        'parent (µs)': Math.round(of('parent')),
        'PostgreSQL (µs)': Math.round(of('postgres')),
        'busiest worker': `${Math.round(of('busiest') * 100)} %`,
      };
    }),
  );
  console.table(rows);
  const [ofOperation] = found.values();
  for (const { count, pid, workers } of ofOperation?.keys() ?? []) {
    const megabytes = [...new Set([pid, ...workers])].map((one) => Math.round(memoryOf(one) / 1e6));
    console.log(`${count} worker(s): resident memory of each process, parent first: ${megabytes.join(', ')} MB.`);
  }
  console.log(`${availableParallelism()} processors, shared by the servers, PostgreSQL and the load.`);
}

await main();
