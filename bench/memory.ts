// `npm run bench -- memory`: the memory of the whole program with one worker, idle after its start and during a million requests, as
// proportional set size (PSS): pages that processes share count once. This process shares Node's own code with the server, so a part
// of it counts here and not there. Linux only. Bounded: a million requests, four to eight minutes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { familyOf } from './calls/cpu-seconds.ts';

const rounds = 10;
const perRound = 100_000;
const connections = 32;
/** Unused connections to PostgreSQL are closed, and their memory is returned. */
const idleMs = 60_000;

type Figure = { after: string; 'server MB': number; 'PostgreSQL MB': number; 'sum MB': number; 'heap MB': number };

async function main(): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-'));
  chmodSync(folder, 0o755); // Root starts PostgreSQL as another user, who needs access.
  closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { pid, address, key, stop } = await startProgram(join(folder, 'data'));
  closing.defer(stop);
  const figures: Figure[] = [];
  const measure = async (after: string) => {
    const figure = { after, ...(await memoryOf(pid, address)) };
    console.log(JSON.stringify(figure));
    figures.push(figure);
  };

  await pause(idleMs);
  await measure('a minute without requests');
  const ids = await createCustomers(address, key);
  for (let round = 1; round <= rounds; round++) {
    await load(address, key, ids);
    await measure(`${(round * perRound).toLocaleString('en')} requests`);
  }
  await pause(idleMs);
  await measure('another minute without requests');
  console.table(figures);
}

async function startProgram(DATA_DIR: string) {
  const env = { ...process.env, DATA_DIR, PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: '0', WORKERS: '1' };
  const program = join(import.meta.dirname, '../server/src/main.ts');
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const data of child.stdout) {
    output += data;
    if (output.includes('Ctrl-C')) break;
  }
  const found = /Address +(?<address>\S+).*Test key +(?<key>\S+)/s.exec(output)?.groups;
  if (!found?.address || !found.key || !child.pid) throw new Error(`The server did not start.\n${output}`);
  const stop = async () => {
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  return { pid: child.pid, address: found.address, key: found.key, stop };
}

async function memoryOf(pid: number, address: string): Promise<Omit<Figure, 'after'>> {
  const megabytes = (bytes: number) => Math.round(bytes / 1e6);
  const metrics = await (await fetch(`${address}/metrics`)).text();
  const heap = Number(/^nodejs_heap_size_used_bytes (\d+)/m.exec(metrics)?.[1]);
  const family = familyOf(pid);
  const total = (members: number[]) => members.reduce((bytes, member) => bytes + pssOf(member), 0);
  const server = total(family.filter((member) => !isPostgres(member)));
  const postgres = total(family.filter(isPostgres));
  return {
    'server MB': megabytes(server),
    'PostgreSQL MB': megabytes(postgres),
    'sum MB': megabytes(server + postgres),
    'heap MB': megabytes(heap),
  };
}

const isPostgres = (pid: number) => readProcess(pid, 'comm').startsWith('postgres');

const pssOf = (pid: number) => 1_024 * Number(/^Pss: +(\d+) kB/m.exec(readProcess(pid, 'smaps_rollup'))?.[1] ?? 0);

function readProcess(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return ''; // The process has just ended.
  }
}

async function createCustomers(address: string, key: string): Promise<number[]> {
  const customers = Array.from({ length: 500 }, (_, i) => ({ project_id: 1, name: `Customer ${i}` }));
  const answer = await fetch(`${address}/api/v1/customers/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customers }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const list = await fetch(`${address}/api/v1/customers?per_page=100`, { headers: { authorization: `Bearer ${key}` } });
  const { data } = (await list.json()) as { data: { customer_id: number }[] };
  return data.map(({ customer_id }) => customer_id);
}

/** Single customers and pages of them, in turns. */
async function load(address: string, key: string, ids: number[]): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const { non2xx, errors } = await autocannon({
    url: `${address}/api/v1`,
    connections,
    amount: perRound,
    headers,
    requests: ids.flatMap((id) => [{ path: `/api/v1/customers/${id}` }, { path: '/api/v1/customers?per_page=25' }]),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed.`);
}

await main();
