// `npm run bench -- customers`: each figure is a ratio, in one run, to a bare Fastify handler with the same SQL over the same
// pool. A word selects measures: `npm run bench -- customers bulk`. Bounded in time (about three minutes) and in rows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { connect } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { newCustomer, plant, type Seed } from './plant-customers.ts';
import { startServerProcess } from './server-process.ts';

const poolSize = 16;
const rounds = 5;
const seconds = 3;

type Measure = {
  name: string;
  target: string;
  /** The ratio: requests a second of the API to those of the bare server, or the time of the API to that of the bare server. */
  ratio: 'throughput' | 'time';
  connections: number;
  request: (seed: Seed, serial: number) => { method: 'GET' | 'POST'; path: string; body?: string };
};

const measures: Measure[] = [
  {
    name: 'GET /customers/{id}',
    target: '>= 0.90',
    ratio: 'throughput',
    connections: 32,
    request: ({ customerIds }, serial) => ({
      method: 'GET',
      path: `/customers/${customerIds[serial % customerIds.length]}`,
    }),
  },
  {
    name: 'GET /customers (50 a page)',
    target: '>= 0.95',
    ratio: 'throughput',
    connections: 32,
    request: (_seed, serial) => ({ method: 'GET', path: `/customers?page=${1 + (serial % 100)}` }),
  },
  {
    name: 'POST /customers',
    target: '>= 0.70',
    ratio: 'throughput',
    connections: 32,
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers',
      body: JSON.stringify(newCustomer(seed, serial)),
    }),
  },
  {
    name: 'POST /customers/bulk (500)',
    target: '<= 1.25',
    ratio: 'time',
    connections: 1,
    request: (seed, serial) => ({
      method: 'POST',
      path: '/customers/bulk',
      body: JSON.stringify({ customers: Array.from({ length: 500 }, (_, i) => newCustomer(seed, serial * 1_000 + i)) }),
    }),
  },
];

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const postgres = await startEmbedded(folder, { log: console.error });
  try {
    await migrate(postgres.url);
    const db = connect(postgres.url, { poolSize, applicationName: 'bench', onIdleError: console.error });
    const seed = await plant(db);
    const task = { databaseUrl: postgres.url, tenantId: seed.tenantId, poolSize };
    const bare = await startServerProcess('./bare-server.ts', task);
    const api = await startServerProcess('./api-server.ts', task);
    try {
      await compare(seed, bare.address, api.address);
    } finally {
      await api.stop();
      await bare.stop();
      await db.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rounds alternate between the two servers, so that a slow minute of the machine affects both. */
async function compare(seed: Seed, bareAddress: string, apiAddress: string): Promise<void> {
  let serial = 0;
  const fire = async (address: string, { request, connections }: Measure, duration: number) => {
    const { origin, pathname } = new URL(address);
    const result = await autocannon({
      url: origin,
      connections,
      duration,
      headers: { authorization: `Bearer ${seed.key}`, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    });
    if (result.non2xx + result.errors > 0)
      throw new Error(`${result.non2xx + result.errors} requests failed at ${address}.`);
    return { rate: result.requests.total / result.duration, milliseconds: result.latency.mean };

    function next() {
      const { path, ...rest } = request(seed, serial++);
      return { ...rest, path: `${pathname === '/' ? '' : pathname}${path}` };
    }
  };

  const rows = [];
  for (const measure of measures.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
    await fire(bareAddress, measure, 2);
    await fire(apiAddress, measure, 2);
    const ratios: number[] = [];
    const rates: { bare: number; api: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const bare = await fire(bareAddress, measure, seconds);
      const api = await fire(apiAddress, measure, seconds);
      rates.push({ bare: bare.rate, api: api.rate });
      ratios.push(measure.ratio === 'throughput' ? api.rate / bare.rate : api.milliseconds / bare.milliseconds);
      process.stderr.write('.');
    }
    const middle = ratios.map((ratio, i) => ({ ratio, ...rates[i] })).toSorted((a, b) => a.ratio - b.ratio)[
      rounds >> 1
    ];
    rows.push({
      measure: measure.name,
      'bare/s': Math.round(middle?.bare ?? 0),
      'API/s': Math.round(middle?.api ?? 0),
      compares: measure.ratio,
      'ratio (median)': Number(middle?.ratio.toFixed(2)),
      'ratios of all rounds': ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      target: measure.target,
    });
  }
  process.stderr.write('\n');
  console.table(rows);
}

await main();
