// `npm run bench -- search`: a page and the exact total of a search that a tenth of all customers match, of a tenant with 10,000
// customers and of one with 300,000. One request at a time over HTTP, alternating between the two tenants. Takes about three
// minutes, most of it for making the customers; `--folder` keeps them for the next run. Targets are printed, not enforced.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { createCustomers } from '../server/src/customers/create-customers.ts';
import { foldCustomerCounts } from '../server/src/customers/fold-customer-counts.ts';
import { sortSearchIndex } from '../server/src/customers/search-index.ts';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { statement } from '../server/src/database/sql.ts';
import { createKey } from '../server/src/keys/create-key.ts';
import { scopes } from '../server/src/platform/caller.ts';
import { medianOf, ms, quantile } from './calls/figure.ts';
import { plantTenant, type Seed } from './plant-customers.ts';
import { startServerProcess } from './server-process.ts';

const sizes = [10_000, 300_000] as const;
const rounds = 31;

/** Every tenth customer has the same surname. */
const surnames = ['佐藤', '鈴木', '高橋', '田中', '伊藤', 'Smith', 'Jones', 'Miller', 'Wilson', 'Taylor'];
const givenNames = ['太郎', '花子', '一郎', '美咲', '健', 'Mary', 'James', 'Linda', 'Robert', 'Susan', 'Karen'];

type Measure = {
  name: string;
  target?: string;
  queries: string[];
  /** The page to read, of so many; the first one unless given. */
  page?: (pages: number) => number;
  /** A customer that matches is created before each search. */
  isWritten?: boolean;
};

const [first = '', second = ''] = [surnames[0], surnames[5]];
const repeated = (surname: string) => Array.from({ length: rounds }, () => surname);

const target = '<= 2.00';
const measures: Measure[] = [
  { name: 'first search for a surname', queries: surnames },
  { name: `q=${first}, page 1`, target, queries: repeated(first) },
  { name: `q=${first}, page in the middle`, target, queries: repeated(first), page: (pages) => pages >> 1 },
  { name: `q=${first}, page 1, each after a creation`, target, queries: repeated(first), isWritten: true },
  { name: `q=${second}, page 1`, target, queries: repeated(second) },
  { name: `q=${second}, page in the middle`, target, queries: repeated(second), page: (pages) => pages >> 1 },
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { folder: { type: 'string' } }, allowPositionals: true });
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  await using closing = new AsyncDisposableStack();
  if (!values.folder) closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = await startEmbedded(folder, { log: console.error });
  closing.defer(postgres.stop);
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolSize: 4, applicationName: 'bench', onIdleError: console.error });
  closing.defer(db.close);
  const seeds: Seed[] = [];
  for (const size of sizes) seeds.push((await findPlanted(db, size)) ?? (await plantNamed(db, size)));
  await db.execute({ name: '', text: 'analyze customers', values: [] });
  const [{ tenantId } = { tenantId: 0 as never }] = seeds;
  const api = await startServerProcess('./api-server.ts', { databaseUrl: postgres.url, tenantId, poolSize: 16 });
  closing.defer(api.stop);

  const agent = new Agent({ keepAlive: true });
  closing.defer(() => agent.destroy());
  const sides = seeds.map((seed) => ({ seed, read: readerOf(api.address, seed.key, agent) }));
  for (let i = 0; i < 200; i++) for (const { read } of sides) await read(`${i % 10}`, 1); // Compiles the code.
  const rows = [];
  for (const { name, target = '', queries, page, isWritten } of measures) {
    const times: number[][] = sizes.map(() => []);
    for (const q of queries) {
      for (const [i, { seed, read }] of sides.entries()) {
        if (isWritten) await create(db, seed, [`${q} 次郎`]);
        const number = page ? page((await read(q, 1)).lastPage) : 1;
        times[i]?.push((await read(q, number)).milliseconds);
      }
    }
    const [few = [], many = []] = times;
    rows.push({
      measure: name,
      '10,000 customers': ms(medianOf(few)),
      '300,000': `${ms(medianOf(many))} (p95 ${ms(quantile(many, 0.95))})`,
      ratio: Number((medianOf(many) / medianOf(few)).toFixed(2)),
      target,
    });
  }
  console.table(rows);
}

const nameOf = (size: number) => `Bench ${size}`;

/** The tenant that an earlier run left, with a new key. */
async function findPlanted(db: Database, size: number): Promise<Seed | undefined> {
  const found = await findBenchTenant.first(db, { name: nameOf(size) });
  if (!found) return undefined;
  const { tenant_id: tenantId, project_id: projectId, staff_id: staffId } = found;
  const { key } = await db.transaction((tx) => createKey(tx, tenantId, { name: 'Bench', kind: 'test', scopes }));
  return { tenantId, projectId, staffId, key, customerIds: [] };
}

const findBenchTenant = statement({
  name: 'bench_find_tenant',
  takes: { name: 'text' },
  gives: { tenant_id: 'int8', project_id: 'int8', staff_id: 'int8' },
  sql: `
    select tenant_id, project_id, staff_id from tenants join projects using (tenant_id) join staff using (tenant_id)
    where tenants.name = :name`,
});

async function plantNamed(db: Database, size: number): Promise<Seed> {
  const seed = await plantTenant(db, nameOf(size));
  // Lists with customers younger than a minute are read twice; this measures the list of an ordinary day.
  const isCreatedAt = (moment: string) => `alter table customers alter created_at set default ${moment}`;
  await db.execute({ name: '', text: isCreatedAt(`now() - interval '1 day'`), values: [] });
  for (let made = 0; made < size; made += 500) {
    const serials = Array.from({ length: 500 }, (_, i) => made + i);
    await create(
      db,
      seed,
      serials.map((n) => `${surnames[n % surnames.length]} ${givenNames[n % givenNames.length]}`),
    );
    if (made % 50_000 === 0) await doChores(db);
  }
  await db.execute({ name: '', text: isCreatedAt('now()'), values: [] });
  await doChores(db);
  return seed;
}

/** A running node does the same several times a second. */
async function doChores(db: Database): Promise<void> {
  await foldCustomerCounts(db);
  await sortSearchIndex(db);
}

let serial = 0;

async function create(db: Database, { tenantId, projectId }: Seed, names: string[]): Promise<void> {
  const wanted = names.map((name) => ({
    project_id: projectId,
    external_id: `search-${process.pid}-${++serial}`,
    name,
    company_name: `株式会社 ${serial}`,
    tel1: `+8190${10_000_000 + serial}`,
    email: `customer-${serial}@example.com`,
    address: '東京都千代田区丸の内一丁目9番1号',
  }));
  await db.transaction((tx) => createCustomers(tx, { tenantId, kind: 'test' }, wanted));
}

type Page = { milliseconds: number; lastPage: number };

function readerOf(address: string, key: string, agent: Agent) {
  const headers = { authorization: `Bearer ${key}` };
  return (q: string, page: number) =>
    new Promise<Page>((resolve, reject) => {
      const begin = performance.now();
      const request = get(
        `${address}/customers?q=${encodeURIComponent(q)}&page=${page}`,
        { agent, headers },
        async (response) => {
          const received = await text(response);
          const milliseconds = performance.now() - begin;
          if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}: ${received}`));
          resolve({ milliseconds, lastPage: JSON.parse(received).pagination.last_page });
        },
      );
      request.on('error', reject);
    });
}

await main();
