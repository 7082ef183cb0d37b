import autocannon from 'autocannon';
import { statement } from '../../server/src/database/sql.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import { startServerProcess } from '../server-process.ts';
import type { StartApi } from './api-process.ts';
import type { CallsDatabase } from './calls-database.ts';
import { type Figure, medianOf } from './figure.ts';

// Annotating calls against a bare handler with the same SQL. Rounds alternate between the two servers.

const rounds = 5;
const seconds = 3;
const connections = 16;

export async function measureAnnotate(startApi: StartApi, database: CallsDatabase): Promise<Figure[]> {
  const { db, url, tenantId } = database;
  const found = await listSome.all(db, { tenant_id: tenantId });
  const paths = found.map(({ call_id }) => `/calls/${encodeId('call', call_id)}`);
  const [bare, api] = [
    await startServerProcess('./calls/bare-server.ts', { databaseUrl: url, tenantId, poolSize: 16 }),
    await startApi(database, 1),
  ];
  try {
    const fire = (address: string, duration: number) => putNotes(database, address, paths, duration);
    for (const { address } of [bare, api]) await fire(address, 2);
    const rates: { bare: number; api: number }[] = [];
    for (let round = 0; round < rounds; round++)
      rates.push({ bare: await fire(bare.address, seconds), api: await fire(api.address, seconds) });
    const ratios = rates.map(({ bare, api }) => api / bare);
    const median = (name: 'bare' | 'api') => Math.round(medianOf(rates.map((rate) => rate[name])));
    return [
      {
        measure: 'PUT /calls/{callId}',
        against: `${median('bare')}/s`,
        ours: `${median('api')}/s (ratios ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')})`,
        ratio: Number(medianOf(ratios).toFixed(2)),
        target: '>= 0.80',
      },
    ];
  } finally {
    await bare.stop();
    await api.stop();
  }
}

let serial = 0;

async function putNotes({ liveKey }: CallsDatabase, address: string, paths: string[], duration: number) {
  const { origin, pathname } = new URL(address);
  const prefix = pathname === '/' ? '' : pathname;
  const result = await autocannon({
    url: origin,
    connections,
    duration,
    headers: { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' },
    requests: [{ setupRequest: (request) => ({ ...request, ...next() }) }],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed.`);
  return result.requests.total / result.duration;

  function next() {
    serial++;
    const body = {
      note: `Call back on day ${serial}.`,
      tags: ['follow-up', `day-${serial % 30}`],
      outcome: 'callback',
    };
    return { method: 'PUT' as const, path: `${prefix}${paths[serial % paths.length]}`, body: JSON.stringify(body) };
  }
}

const listSome = statement({
  name: 'bench_list_some_calls',
  takes: { tenant_id: 'int8' },
  gives: { call_id: 'uuid' },
  sql: `
    select call_id from calls where tenant_id = :tenant_id and not is_test and tags is null and outcome is null
    order by call_id desc limit 5000`,
});
