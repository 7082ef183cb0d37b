import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { familyOf } from '../../bench/calls/cpu-seconds.ts';
import type { Installation } from '../installation.ts';
import { postmasterOf } from '../postmaster.ts';

// What a running installation keeps, over time: memory, handles, connections and queues. Linux only.

export const measured = {
  serverMegabytes: { unit: 'MB of the server processes', slack: 10 },
  objectMegabytes: { unit: 'MB of living objects in them', slack: 5 },
  databaseMegabytes: { unit: 'MB of PostgreSQL, without its shared buffers', slack: 10 },
  handles: { unit: 'handles of the server processes', slack: 20 },
  connections: { unit: 'connections to PostgreSQL', slack: 4 },
  openCalls: { unit: 'calls in progress', slack: 20 },
  waitingDeliveries: { unit: 'deliveries that wait', slack: 20 },
} as const;

type Name = keyof typeof measured;

export type Measures = Record<Name, number[]>;

/** Makes the processes of a server write into that folder how much their living objects occupy. */
export const heapReports = (folder: string) => ({
  NODE_OPTIONS: `--expose-gc --import ${pathToFileURL(join(import.meta.dirname, 'report-heap.ts'))}`,
  HEAP_REPORTS: folder,
});

const samplesOfRun = 120;
const shortestInterval = 1_000;

const names = Object.keys(measured) as Name[];

export const nothingMeasured = () => Object.fromEntries(names.map((name) => [name, [] as number[]])) as Measures;

type Measured = { installation: Installation; pid: number; heapFolder: string; minutes: number };

/** Adds a sample now and then, until it is stopped. */
export async function measure(
  measures: Measures,
  { installation, pid, heapFolder, minutes }: Measured,
  stop: AbortSignal,
  onSample: () => void,
): Promise<void> {
  const { databaseUrl, folder } = installation;
  const interval = Math.max(shortestInterval, (minutes * 60_000) / samplesOfRun);
  while (!stop.aborted) {
    const queues = await readQueues(databaseUrl);
    const servers = familyOf(pid);
    const now = {
      ...{ ...queues, serverMegabytes: sum(servers.map(residentMegabytes)), handles: sum(servers.map(handlesOf)) },
      objectMegabytes: sum(servers.map((server) => objectMegabytes(heapFolder, server))),
      databaseMegabytes: sum(familyOf(postmasterOf(folder)).map(privateMegabytes)),
    };
    for (const name of names) measures[name].push(now[name]);
    onSample();
    await pause(interval, undefined, { signal: stop }).catch(() => {});
  }
}

/** The names of what grew: the last quarter of the samples is more than a tenth above the second one. */
export function grown(measures: Measures): Name[] {
  return names.filter((name) => {
    const samples = measures[name];
    const quarter = Math.floor(samples.length / 4);
    const earlier = median(samples.slice(quarter, 2 * quarter));
    return median(samples.slice(-quarter)) > 1.1 * earlier + measured[name].slack;
  });
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const residentMegabytes = (pid: number) => kilobytesIn(`/proc/${pid}/status`, /^VmRSS:\s+(\d+)/m) / 1_024;

/** 0 before the first report. */
function objectMegabytes(folder: string, pid: number): number {
  const file = join(folder, `${pid}`);
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) / 2 ** 20 : 0;
}

/** The shared buffers belong to all processes of PostgreSQL at once. */
const privateMegabytes = (pid: number) => kilobytesIn(`/proc/${pid}/smaps_rollup`, /^Private_Dirty:\s+(\d+)/m) / 1_024;

/** 0 if the process has ended. */
function kilobytesIn(file: string, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function handlesOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

type Queues = Pick<Measures, 'connections' | 'openCalls' | 'waitingDeliveries'>;

async function readQueues(connectionString: string): Promise<Record<keyof Queues, number>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as "connections",
              (select count(*) from open_calls)::int as "openCalls",
              (select count(*) from deliveries where status = 'pending')::int as "waitingDeliveries"`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}
