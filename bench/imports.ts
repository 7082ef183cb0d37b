// `npm run bench -- imports`: the cost of one tenant's imports for another tenant. Three loops of heavy bulks run beside single
// creations of another tenant, one every 60 ms, and beside a reader of the importing tenant's last page.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { statement } from '../server/src/database/sql.ts';
import { createKey } from '../server/src/keys/create-key.ts';
import { scopes } from '../server/src/platform/caller.ts';
import type { ProjectId, TenantId } from '../server/src/platform/ids.ts';
import { createProject } from '../server/src/projects/create-project.ts';
import { createTenant } from '../server/src/tenants/create-tenant.ts';
import { cpuSecondsOf, cpuSecondsOfFamily } from './calls/cpu-seconds.ts';
import { startServerProcess } from './server-process.ts';

const loops = 3;
const itemsInBulk = 500;
const quietSeconds = 10;
const busySeconds = 30;
const createEveryMs = 60;

type Tenant = { tenantId: TenantId; projectId: ProjectId; key: string };
type Answer = { status: number; milliseconds: number };
type Send = (method: 'GET' | 'POST', path: string, body?: string) => Promise<Answer & { text: string }>;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  const postgres = await startEmbedded(folder, { log: console.error });
  try {
    await migrate(postgres.url);
    const db = connect(postgres.url, { poolSize: 4, applicationName: 'bench', onIdleError: console.error });
    const [importing, other] = [await plant(db), await plant(db)];
    const api = await startServerProcess('./api-server.ts', {
      databaseUrl: postgres.url,
      tenantId: other.tenantId,
      poolSize: 16,
    });
    const postmaster = (await findPostmaster.first(db, {}))?.pid ?? 0;
    try {
      await measure(api, postmaster, importing, other);
    } finally {
      await api.stop();
      await db.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const findPostmaster = statement({
  name: 'find_postmaster',
  takes: {},
  gives: { pid: 'int4' },
  acrossTenants: 'It reads no table.',
  sql: `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int4 as pid`,
});

async function plant(db: Database): Promise<Tenant> {
  return db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name: 'Bench' });
    const projectId = await createProject(tx, tenantId, { name: 'Bench' });
    const { key } = await createKey(tx, tenantId, { name: 'Bench', kind: 'test', scopes });
    return { tenantId, projectId, key };
  });
}

async function measure(
  api: { address: string; pid: number },
  postmaster: number,
  importing: Tenant,
  other: Tenant,
): Promise<void> {
  const importer = sender(api.address, importing.key);
  const client = sender(api.address, other.key);
  await createEvenly(client, other, 2); // Until the code is compiled.
  const quiet = await createEvenly(client, other, quietSeconds);

  const ending = new AbortController();
  const cpuBefore = { node: cpuSecondsOf(api.pid), postgres: cpuSecondsOfFamily(postmaster) };
  const bulks = Array.from({ length: loops }, () => repeat(ending.signal, () => importBulk(importer, importing)));
  const reads = repeat(ending.signal, () => readLastPage(importer));
  const beside = await createEvenly(client, other, busySeconds);
  const cpu = {
    node: cpuSecondsOf(api.pid) - cpuBefore.node,
    postgres: cpuSecondsOfFamily(postmaster) - cpuBefore.postgres,
  };
  ending.abort();
  const imported = (await Promise.all(bulks)).flat();
  console.table([
    row('creations of another tenant, quiet', quiet),
    row(`the same beside ${loops} loops of heavy bulks`, beside),
    row('heavy bulks', imported),
    row("the importing tenant's last page", await reads),
  ]);
  const each = (seconds: number) => `${Math.round((seconds * 1_000) / imported.length)} ms`;
  console.log(`CPU for each bulk, all else included: node ${each(cpu.node)}, PostgreSQL ${each(cpu.postgres)}`);
}

function sender(address: string, key: string): Send {
  return async (method, path, body) => {
    const started = performance.now();
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return { status: answer.status, milliseconds: performance.now() - started, text };
  };
}

/** One at each tick, whether or not the last one was answered. */
async function createEvenly(send: Send, { projectId }: Tenant, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const end = performance.now() + seconds * 1_000;
  for (let next = performance.now(); next < end; next += createEveryMs) {
    await pause(Math.max(0, next - performance.now()));
    const customer = { project_id: projectId, name: '山田 太郎', name_kana: 'やまだ たろう', company_name: '山田商店' };
    answers.push(send('POST', '/customers', JSON.stringify(customer)));
  }
  return Promise.all(answers);
}

async function repeat(signal: AbortSignal, work: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (!signal.aborted) answers.push(await work());
  return answers;
}

function importBulk(send: Send, { projectId }: Tenant): Promise<Answer> {
  const customers = Array.from({ length: itemsInBulk }, () => ({
    project_id: projectId,
    name: characters(0x4e00, 0x9fa0),
    company_name: characters(0x4e00, 0x9fa0),
    name_kana: characters(0x3041, 0x3097),
  }));
  return send('POST', '/customers/bulk', JSON.stringify({ customers }));
}

function characters(first: number, end: number): string {
  return String.fromCodePoint(...Array.from({ length: 255 }, () => first + Math.floor(Math.random() * (end - first))));
}

async function readLastPage(send: Send): Promise<Answer> {
  const first = await send('GET', '/customers?per_page=1');
  const { pagination } = JSON.parse(first.text);
  return pagination ? send('GET', `/customers?per_page=1&page=${pagination.last_page}`) : first;
}

function row(measure: string, answers: Answer[]) {
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0);
  const failed = answers.filter(({ status }) => status >= 300).length;
  return { measure, answers: answers.length, failed, 'p50 ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) };
}

await main();
