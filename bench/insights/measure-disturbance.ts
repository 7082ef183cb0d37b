import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { connect, type Database } from '../../server/src/database/connect.ts';
import { startEmbedded } from '../../server/src/database/embedded.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import type { Utterance } from '../../server/src/insights/insight.ts';
import { taskRunner } from '../../server/src/insights/jobs/run-task.ts';
import { createKey } from '../../server/src/keys/create-key.ts';
import { scopes } from '../../server/src/platform/caller.ts';
import { createProject } from '../../server/src/projects/create-project.ts';
import { createTenant } from '../../server/src/tenants/create-tenant.ts';
import { modelsFolder } from '../../server/test/models-folder.ts';
import { type Figure, medianOf, ms } from '../calls/figure.ts';
import { startServerProcess } from '../server-process.ts';

const rounds = 5;
const seconds = 5;
/** As many requests a second as leave some processors idle, as on a well-sized server. */
const perSecond = 500;

type Call = { file: string; utterances: Utterance[] };
type Round = { p50: number; p99: number };

/** How long requests take while a call is being transcribed beside them, and while none is, in turns. */
export async function measureDisturbance(folder: string, call: Call): Promise<Figure[]> {
  await using closing = new AsyncDisposableStack();
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster);
  for (const path of [folder, cluster]) chmodSync(path, 0o755); // Root starts PostgreSQL as another user.
  const postgres = await startEmbedded(cluster, { log: () => {} });
  closing.defer(postgres.stop);
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolSize: 2, applicationName: 'bench', onIdleError: console.error });
  const { tenantId, key } = await plant(db);
  await db.close();
  const api = await startServerProcess('./api-server.ts', { databaseUrl: postgres.url, tenantId, poolSize: 16 });
  closing.defer(api.stop);

  const [quiet, busy]: [Round[], Round[]] = [[], []];
  await load(api.address, key); // Warms it up.
  for (let round = 0; round < rounds; round++) {
    quiet.push(await load(api.address, key));
    busy.push(await besideWork(call, () => load(api.address, key)));
  }
  return (['p50', 'p99'] as const).map((quantile) => {
    const [without, beside] = [quiet, busy].map((measured) => medianOf(measured.map((round) => round[quantile])));
    const ratio = ((beside ?? 0) / (without ?? 1)).toFixed(2);
    const measure = `${perSecond} requests a second while a call is transcribed: ${quantile}`;
    return { measure, against: ms(without ?? 0), ours: ms(beside ?? 0), ratio, target: '' };
  });
}

/** Transcribes calls one after the other, in a worker like the server's, for as long as the load takes. */
async function besideWork(call: Call, load: () => Promise<Round>): Promise<Round> {
  const runner = taskRunner();
  const stop = new AbortController();
  const engine = { kind: 'embedded', folder: modelsFolder } as const;
  const surroundings = { report: () => {}, signal: stop.signal };
  const work = (async () => {
    for (;;) await runner.run({ kind: 'transcribe', ...call, language: 'en', engine }, surroundings);
  })();
  const round = await Promise.race([load(), work]);
  stop.abort();
  await work.catch(() => {}); // It was aborted.
  return round;
}

async function load(address: string, key: string): Promise<Round> {
  const { latency, non2xx, errors } = await autocannon({
    url: `${address}/customers`,
    connections: 10,
    duration: seconds,
    overallRate: perSecond,
    headers: { authorization: `Bearer ${key}` },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx + errors} requests failed.`);
  return { p50: latency.p50, p99: latency.p99 };
}

function plant(db: Database) {
  return db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name: 'Bench' });
    await createProject(tx, tenantId, { name: 'Bench' });
    const { key } = await createKey(tx, tenantId, { name: 'Bench', kind: 'test', scopes });
    return { tenantId, key };
  });
}
