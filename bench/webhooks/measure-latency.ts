import { setTimeout } from 'node:timers/promises';
import { recordEvents } from '../../server/src/events/record-events.ts';
import { type Figure, medianOf, ms, quantile } from '../calls/figure.ts';
import { type BenchProcess, startChild } from './child.ts';
import type { ReceivedRequest } from './receiver.ts';
import type { Order, SenderTask } from './sender.ts';
import { type BenchEndpoint, makeEndpoints, sampleData, type WebhooksDatabase } from './webhooks-database.ts';

// From the commit of a fact to the arrival of its event, at a steady load: so many transactions a second, each with one event
// for one of a hundred endpoints. Then the same with some endpoints that never answer; only the others count.

const endpoints = 100;
const hanging = 5;
const perSecond = 100;
const seconds = 15;
const rounds = 3;

type Lags = { p50: number; p99: number };

export async function measureLatency(database: WebhooksDatabase, receiver: BenchProcess): Promise<Figure[]> {
  const { db, url } = database;
  const tenants = { tenants: endpoints, perTenant: 1 };
  const healthy = await makeEndpoints(db, tenants, (serial) => `${receiver.ready}/${serial}`);
  const mixed = await makeEndpoints(
    db,
    tenants,
    (serial) => `${receiver.ready}/${serial % (endpoints / hanging) === 0 ? 'hang' : serial}`,
  );
  const sender = await startChild('./sender.ts', { kind: 'ours', databaseUrl: url } satisfies SenderTask);
  await sender.ask({ deliveries: 0, atOnce: 0 } satisfies Order);
  try {
    await load(database, receiver, healthy, 5); // Until its code is compiled.
    const all: { healthy: Lags; mixed: Lags }[] = [];
    for (let round = 0; round < rounds; round++) {
      const alone = await load(database, receiver, healthy, seconds);
      all.push({ healthy: alone, mixed: await load(database, receiver, mixed, seconds) });
      process.stderr.write('.');
    }
    process.stderr.write('\n');
    const of = (setting: 'healthy' | 'mixed', part: keyof Lags) => medianOf(all.map((round) => round[setting][part]));
    const growth = all.map((round) => round.mixed.p99 / round.healthy.p99);
    return [
      {
        measure: `commit to arrival, ${perSecond} events a second, ${endpoints} endpoints: p50 / p99`,
        against: '',
        ours: `${ms(of('healthy', 'p50'))} / ${ms(of('healthy', 'p99'))}`,
        ratio: '',
        target: '<= 15 ms / <= 100 ms',
      },
      {
        measure: `the same with ${hanging} of them hanging, of the others`,
        against: `${ms(of('healthy', 'p50'))} / ${ms(of('healthy', 'p99'))}`,
        ours: `${ms(of('mixed', 'p50'))} / ${ms(of('mixed', 'p99'))} (p99 ratios ${growth.map((r) => r.toFixed(2)).join(' ')})`,
        ratio: Number(medianOf(growth).toFixed(2)),
        target: 'p99 ratio <= 1.25',
      },
    ];
  } finally {
    await sender.stop();
  }
}

let serial = 0;

async function load(
  { db }: WebhooksDatabase,
  receiver: BenchProcess,
  to: BenchEndpoint[],
  duration: number,
): Promise<Lags> {
  await receiver.ask<ReceivedRequest[]>({});
  const commits = new Map<number, number>();
  const begin = performance.now();
  const underWay: Promise<void>[] = [];
  const commit = async (event: number, { tenantId }: BenchEndpoint) => {
    await db.transaction((tx) =>
      recordEvents(tx, tenantId, [{ type: 'call.completed', isTest: false, data: sampleData(event) }]),
    );
    commits.set(event, performance.timeOrigin + performance.now());
  };
  while (underWay.length < perSecond * duration) {
    const due = Math.floor(((performance.now() - begin) / 1_000) * perSecond);
    while (underWay.length < Math.min(due, perSecond * duration))
      underWay.push(commit(++serial, to[underWay.length % to.length] as BenchEndpoint));
    await setTimeout(2);
  }
  await Promise.all(underWay);
  await setTimeout(1_000);
  const arrivals = await receiver.ask<ReceivedRequest[]>({});
  const lags = arrivals.flatMap(({ serial, at }) => (commits.has(serial) ? [at - (commits.get(serial) ?? 0)] : []));
  if (lags.length < commits.size * 0.9) throw new Error(`Only ${lags.length} of ${commits.size} events have arrived.`);
  return { p50: quantile(lags, 0.5), p99: quantile(lags, 0.99) };
}
