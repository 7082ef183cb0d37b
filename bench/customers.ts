// `npm run bench -- customers`: each figure is a ratio, in one run, to a bare Fastify handler with the same SQL over the same
// pool. A word selects measures: `npm run bench -- customers bulk`. Bounded in time (about three minutes) and in rows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { createCustomers } from '../server/src/customers/create-customers.ts';
import { foldCustomerCounts } from '../server/src/customers/fold-customer-counts.ts';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { statement } from '../server/src/database/sql.ts';
import { createKey } from '../server/src/keys/create-key.ts';
import { scopes } from '../server/src/platform/caller.ts';
import type { CustomerId, ProjectId, TenantId } from '../server/src/platform/ids.ts';
import { createProject } from '../server/src/projects/create-project.ts';
import { createTenant } from '../server/src/tenants/create-tenant.ts';
import { startServerProcess } from './server-process.ts';

const poolSize = 16;
const seededCustomers = 20_000;
const rounds = 5;
const seconds = 3;

type Seed = { tenantId: TenantId; projectId: ProjectId; key: string; customerIds: CustomerId[] };
type Measure = {
  name: string;
  target: string;
  /** The ratio: requests a second of the API to those of the bare server, or the time of the API to that of the bare server. */
  ratio: 'throughput' | 'time';
  connections: number;
  request: (seed: Seed, serial: number) => { method: 'GET' | 'POST'; path: string; body?: string };
};

const newCustomer = ({ projectId }: Seed, serial: number) => ({
  project_id: projectId,
  external_id: `bench-${process.pid}-${serial}`,
  name: `山田 太郎 ${serial}`,
  tel1: '+819012345678',
});

const measures: Measure[] = [
  {
    name: 'GET /customers/{id}',
    target: '>= 0.80',
    ratio: 'throughput',
    connections: 32,
    request: ({ customerIds }, serial) => ({
      method: 'GET',
      path: `/customers/${customerIds[serial % customerIds.length]}`,
    }),
  },
  {
    name: 'GET /customers (50 a page)',
    target: '>= 0.80',
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
    target: '<= 1.50',
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

async function plant(db: Database): Promise<Seed> {
  const seed = await db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name: 'Bench' });
    const projectId = await createProject(tx, tenantId, { name: 'Bench' });
    const { key } = await createKey(tx, tenantId, { name: 'Bench', kind: 'test', scopes });
    return { tenantId, projectId, key };
  });
  const customerIds: CustomerId[] = [];
  while (customerIds.length < seededCustomers) {
    const wanted = Array.from({ length: 500 }, (_, i) => ({
      project_id: seed.projectId,
      name: `佐藤 花子 ${customerIds.length + i}`,
      tel1: `+8190${10_000_000 + customerIds.length + i}`,
    }));
    const creations = await db.transaction((tx) =>
      createCustomers(tx, { tenantId: seed.tenantId, kind: 'test' }, wanted),
    );
    customerIds.push(...creations.flatMap((made) => (made.kind === 'created' ? [made.customer.customer_id] : [])));
  }
  await foldCustomerCounts(db);
  await age.run(db, { tenant_id: seed.tenantId });
  return { ...seed, customerIds };
}

/** Lists with customers younger than a minute are read twice; this measures the list of an ordinary day. */
const age = statement({
  name: 'age_customers',
  takes: { tenant_id: 'int8' },
  sql: `update customers set created_at = now() - interval '1 day' where tenant_id = :tenant_id`,
});

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
