import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { Database } from '../../server/src/database/connect.ts';
import { statement } from '../../server/src/database/sql.ts';
import type { TenantId } from '../../server/src/platform/ids.ts';
import type { StartApi } from './api-process.ts';
import type { CallsDatabase } from './calls-database.ts';
import { cpuSecondsOfFamily, postmasterOf } from './cpu-seconds.ts';
import { type Figure, ms, quantile } from './figure.ts';

// So many test calls a second, started evenly and carried through all their states by one node. The lag of a state is the time
// from the engine's signal to the commit that makes it visible.

const seconds = 30;
const patienceMs = 120_000;

/** The last digits of numbers, weighted by how frequent such calls are: most connect. */
const endings = ['5555', '6666', '7777', '8888', '9999', '5550', '0001', '0001', '0002', '0003', '0006', '0007'];

export async function carryCalls(
  startApi: StartApi,
  database: CallsDatabase,
  callsPerSecond: number,
): Promise<Figure[]> {
  const { db, tenantId } = database;
  const node = await startApi(database, 1);
  try {
    const postmaster = await postmasterOf(db);
    const before = { node: cpuSecondsOfFamily(node.pid), postgres: cpuSecondsOfFamily(postmaster) };
    const since = (await readClock.first(db, {}))?.now as Date;
    const answers = await startEvenly(node.address, database, callsPerSecond);
    const open = await waitForEnds(db, tenantId, since);
    const after = { node: cpuSecondsOfFamily(node.pid), postgres: cpuSecondsOfFamily(postmaster) };

    const mode = { tenant_id: tenantId, since };
    const lags = await readLags.all(db, mode);
    const started = await countStarted.first(db, mode);
    const perCall = (name: 'node' | 'postgres') => ms(((after[name] - before[name]) / answers.length) * 1_000);
    const figure = { against: '', ratio: '' };
    return [
      {
        ...figure,
        measure: `test calls carried, ${callsPerSecond} a second for ${seconds} s`,
        ours: `${started?.ended} of ${started?.started} ended, ${open} open, ${started?.given_up} given up`,
        target: 'all ended, none given up',
      },
      ...lags.map(({ state, n, p50, p95, p99, longest }) => ({
        ...figure,
        measure: `their lag, ${state} (${n}): p50 / p95 / p99 / longest`,
        ours: [p50, p95, p99, longest].map(ms).join(' / '),
        target: '',
      })),
      {
        ...figure,
        measure: 'their POST /calls/initiate: p50 / p95 / p99',
        ours: [0.5, 0.95, 0.99].map((part) => ms(quantile(answers, part))).join(' / '),
        target: '',
      },
      {
        ...figure,
        measure: 'their CPU, for each call: node / PostgreSQL',
        ours: process.platform === 'linux' ? `${perCall('node')} / ${perCall('postgres')}` : 'unknown',
        target: '',
      },
    ];
  } finally {
    await node.stop();
  }
}

/** Starts each call at its time, whether or not the previous ones were answered; returns the time to each answer. */
async function startEvenly(
  address: string,
  { testKey, staffIds, projectIds }: CallsDatabase,
  callsPerSecond: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const headers = { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' };
  const begin = performance.now();
  const answers: Promise<number>[] = [];
  while (answers.length < callsPerSecond * seconds) {
    const due = Math.floor(((performance.now() - begin) / 1_000) * callsPerSecond);
    while (answers.length < Math.min(due, callsPerSecond * seconds)) answers.push(start(answers.length));
    await setTimeout(2);
  }
  const times = await Promise.all(answers);
  agent.destroy();
  return times;

  function start(serial: number): Promise<number> {
    const body = JSON.stringify({
      phone_number: `+819012${String(serial % 100).padStart(2, '0')}${endings[serial % endings.length]}`,
      staff_id: staffIds[serial % staffIds.length],
      project_id: projectIds[serial % projectIds.length],
      external_id: `carried-${process.pid}-${serial}`,
    });
    return post(`${address}/calls/initiate`, body);
  }

  function post(url: string, body: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = performance.now();
      const posting = request(url, { method: 'POST', agent, headers }, async (response) => {
        const received = await text(response);
        if (response.statusCode === 200) resolve(performance.now() - sent);
        else reject(new Error(`A call was refused with ${response.statusCode}: ${received}`));
      });
      posting.on('error', reject);
      posting.end(body);
    });
  }
}

/** How many are still going on after the time limit. */
async function waitForEnds(db: Database, tenant_id: TenantId, since: Date): Promise<number> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const open = (await countOpen.first(db, { tenant_id, since }))?.open ?? 0;
    if (open === 0 || Date.now() > giveUpAt) return open;
    await setTimeout(500);
  }
}

const period = { tenant_id: 'int8', since: 'timestamptz' } as const;
const isCarried = 'tenant_id = :tenant_id and is_test and call_id >= uuid_at(:since)';

const countOpen = statement({
  name: 'bench_count_open',
  takes: period,
  gives: { open: 'int8' },
  sql: `select count(*) as open from open_calls where ${isCarried}`,
});

const countStarted = statement({
  name: 'bench_count_started',
  takes: period,
  gives: { started: 'int8', ended: 'int8', given_up: 'int8' },
  sql: `
    select count(*) as started, count(ended_at) as ended,
      count(*) filter (where end_reason in ('system_recovered', 'engine_error')) as given_up
    from calls where ${isCarried}`,
});

/** A row of events has the transaction that wrote it, and PostgreSQL has the time of that transaction's commit. */
const readLags = statement({
  name: 'bench_read_lags',
  takes: period,
  gives: { state: 'text', n: 'int8', p50: 'float8', p95: 'float8', p99: 'float8', longest: 'float8' },
  sql: `
    with carried as materialized (
      select external_id, ringing_at, answered_at, ended_at from calls where ${isCarried} and external_id is not null
    ), states as materialized (
      select type, data ->> 'external_id' as external_id, pg_xact_commit_timestamp(xmin) as committed_at
      from events where tenant_id = :tenant_id and is_test and created_at >= :since and type <> 'call.initiated'
    ), lags as (
      select case type when 'call.missed' then 'ended' when 'call.completed' then 'ended' else substr(type, 6) end as state,
        1000 * extract(epoch from committed_at - case type
          when 'call.ringing' then ringing_at when 'call.connected' then answered_at else ended_at end)::float8 as lag
      from states join carried using (external_id)
    )
    select state, count(*) as n, percentile_disc(0.5) within group (order by lag) as p50,
      percentile_disc(0.95) within group (order by lag) as p95,
      percentile_disc(0.99) within group (order by lag) as p99, max(lag) as longest
    from lags group by state order by p50`,
});

const readClock = statement({
  name: 'bench_read_clock',
  takes: {},
  gives: { now: 'timestamptz' },
  acrossTenants: 'It reads no table.',
  sql: 'select clock_timestamp() as now',
});
