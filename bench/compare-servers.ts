import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { connect, type Database } from '../server/src/database/connect.ts';
import { startEmbedded } from '../server/src/database/embedded.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, postmasterOf } from './calls/cpu-seconds.ts';
import { medianOf } from './calls/figure.ts';
import type { Seed } from './plant-customers.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// The API beside a bare Fastify handler with the same SQL over the same database: each figure is a ratio of the two, in one run.

const poolSize = 16;
const rounds = 5;
const seconds = 3;

export type Measure<S extends Seed = Seed> = {
  name: string;
  target: string;
  /** The ratio: requests a second of the API to those of the bare server, or the time of the API to that of the bare server. */
  ratio: 'throughput' | 'time';
  connections: number;
  request: (seed: S, serial: number) => { method: 'GET' | 'POST'; path: string; body?: string };
  /** The path on the bare server, if it is another one. */
  barePath?: string;
};

/** Prints the ratios of the measures whose name contains the word of the command line. */
export async function compareServers<S extends Seed>(
  plant: (db: Database) => Promise<S>,
  measures: Measure<S>[],
): Promise<void> {
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
      const wanted = measures.filter(({ name }) => name.includes(process.argv[2] ?? ''));
      await compare(seed, wanted, { bare, api, postmaster: await postmasterOf(db) });
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

type Servers = { bare: ServerProcess; api: ServerProcess; postmaster: number };

/**
 * Rounds alternate between the two servers, so that a slow minute of the machine affects both. The processor time, of the server
 * and PostgreSQL together, depends less on what else the machine does.
 */
async function compare<S extends Seed>(
  seed: S,
  measures: Measure<S>[],
  { bare: bareServer, api: apiServer, postmaster }: Servers,
): Promise<void> {
  let serial = 0;
  const cpuOf = ({ pid }: ServerProcess) => cpuSecondsOf(pid) + cpuSecondsOfFamily(postmaster);
  const fire = async (server: ServerProcess, measure: Measure<S>, duration: number) => {
    const { request, connections, barePath } = measure;
    const { address } = server;
    const { origin, pathname } = new URL(address);
    const before = cpuOf(server);
    const result = await autocannon({
      url: origin,
      connections,
      duration,
      headers: { authorization: `Bearer ${seed.key}`, 'content-type': 'application/json' },
      requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
    });
    if (result.non2xx + result.errors > 0)
      throw new Error(`${result.non2xx + result.errors} requests failed at ${address}.`);
    const cpu = ((cpuOf(server) - before) * 1_000_000) / result.requests.total;
    return { rate: result.requests.total / result.duration, milliseconds: result.latency.mean, cpu };

    function next() {
      const { path, ...rest } = request(seed, serial++);
      const asked = server === bareServer ? (barePath ?? path) : path;
      return { ...rest, path: `${pathname === '/' ? '' : pathname}${asked}` };
    }
  };

  const rows = [];
  for (const measure of measures) {
    await fire(bareServer, measure, 2);
    await fire(apiServer, measure, 2);
    const ratios: number[] = [];
    const rates: { bare: number; api: number }[] = [];
    const cpu: { bare: number[]; api: number[] } = { bare: [], api: [] };
    for (let round = 0; round < rounds; round++) {
      const bare = await fire(bareServer, measure, seconds);
      const api = await fire(apiServer, measure, seconds);
      rates.push({ bare: bare.rate, api: api.rate });
      cpu.bare.push(bare.cpu);
      cpu.api.push(api.cpu);
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
      'CPU µs': `${medianOf(cpu.bare).toFixed(0)} / ${medianOf(cpu.api).toFixed(0)}`,
      'ratios of all rounds': ratios.map((ratio) => ratio.toFixed(2)).join(' '),
      target: measure.target,
    });
  }
  process.stderr.write('\n');
  console.table(rows);
}
