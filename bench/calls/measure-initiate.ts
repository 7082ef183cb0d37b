import { setTimeout } from 'node:timers/promises';
import autocannon from 'autocannon';
import { statement } from '../../server/src/database/sql.ts';
import { startServerProcess } from '../server-process.ts';
import type { StartApi } from './api-process.ts';
import type { CallsDatabase } from './calls-database.ts';
import { type Figure, medianOf } from './figure.ts';

// Starting calls against inserting one row. A started call goes on for seconds and is changed some six times, which costs more
// than its start: measured once with calls so slow that hardly anything else happens meanwhile, and once with the simulator at
// its usual speed, carrying all calls that were started in the same seconds.

const rounds = 5;
const seconds = 3;
const connections = 32;
const patienceMs = 120_000;

const simulations = [
  { speed: 1, measure: 'POST /calls/initiate while the calls are carried' },
  { speed: 0.01, measure: 'POST /calls/initiate, dialling included' },
];

export async function measureInitiate(startApi: StartApi, database: CallsDatabase): Promise<Figure[]> {
  const { url, tenantId } = database;
  const bare = await startServerProcess('./calls/bare-server.ts', { databaseUrl: url, tenantId, poolSize: 16 });
  try {
    const figures: Figure[] = [];
    for (const { speed, measure } of simulations) {
      const api = await startApi(database, speed);
      try {
        figures.push({ measure, ...(await compare(database, bare.address, api.address, speed)), target: '>= 0.60' });
      } finally {
        await api.stop();
      }
    }
    return figures;
  } finally {
    await bare.stop();
    // The slow simulator's calls would go on for minutes, on the next node that starts.
    await forgetOpen.run(database.db, { tenant_id: tenantId });
  }
}

/** Rounds alternate between the two servers, and each begins when the calls of the previous one have ended, unless the simulator is slow. */
async function compare(database: CallsDatabase, bareAddress: string, apiAddress: string, speed: number) {
  const rates: { bare: number; api: number }[] = [];
  const fire = async (address: string, duration: number) => {
    const rate = await postCalls(database, address, duration);
    if (speed >= 1) await waitForEnds(database);
    return rate;
  };
  await fire(bareAddress, 2);
  await fire(apiAddress, 2);
  for (let round = 0; round < rounds; round++) {
    rates.push({ bare: await fire(bareAddress, seconds), api: await fire(apiAddress, seconds) });
    process.stderr.write('.');
  }
  process.stderr.write('\n');
  const ratios = rates.map(({ bare, api }) => api / bare);
  return {
    against: `${Math.round(medianOf(rates.map(({ bare }) => bare)))}/s`,
    ours: `${Math.round(medianOf(rates.map(({ api }) => api)))}/s (ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
    ratio: Number(medianOf(ratios).toFixed(2)),
  };
}

let serial = 0;

async function postCalls({ testKey, staffIds, projectIds }: CallsDatabase, address: string, duration: number) {
  const { origin, pathname } = new URL(address);
  const result = await autocannon({
    url: origin,
    connections,
    duration,
    headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.total / result.duration;

  function next() {
    serial++;
    const body = {
      phone_number: `+8190${20_000_000 + (serial % 70_000_000)}`,
      staff_id: staffIds[serial % staffIds.length],
      project_id: projectIds[serial % projectIds.length],
    };
    const path = `${pathname === '/' ? '' : pathname}/calls/initiate`;
    return { method: 'POST' as const, path, body: JSON.stringify(body) };
  }
}

async function waitForEnds({ db, tenantId }: CallsDatabase): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  while ((await countOpen.first(db, { tenant_id: tenantId }))?.open !== 0) {
    if (Date.now() > giveUpAt) throw new Error('Calls do not come to their ends.');
    await setTimeout(500);
  }
}

const countOpen = statement({
  name: 'bench_count_all_open',
  takes: { tenant_id: 'int8' },
  gives: { open: 'int8' },
  sql: 'select count(*) as open from open_calls where tenant_id = :tenant_id',
});

const forgetOpen = statement({
  name: 'bench_forget_open',
  takes: { tenant_id: 'int8' },
  sql: 'delete from open_calls where tenant_id = :tenant_id',
});
