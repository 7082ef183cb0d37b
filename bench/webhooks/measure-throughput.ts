import { cpuSecondsOf, cpuSecondsOfFamily, postmasterOf } from '../calls/cpu-seconds.ts';
import { type Figure, medianOf } from '../calls/figure.ts';
import { type BenchProcess, startChild } from './child.ts';
import type { Order, SenderTask } from './sender.ts';
import { type BenchEndpoint, countPending, makeEndpoints, queue, type WebhooksDatabase } from './webhooks-database.ts';

// Deliveries a second, from an existing queue, against a loop that sends a body and updates a row for each. Both send as many
// at once as the limits of a node allow. With it the processor time of each delivery: that of the node, and of PostgreSQL.

const rounds = 3;
const settings = [
  { endpoints: 1, tenants: 1, atOnce: 20, deliveries: 3_000 },
  { endpoints: 100, tenants: 10, atOnce: 1_000, deliveries: 6_000 },
  { endpoints: 1_000, tenants: 10, atOnce: 1_000, deliveries: 6_000 },
  { endpoints: 200, tenants: 200, atOnce: 1_000, deliveries: 4_000 },
  { endpoints: 1_000, tenants: 1_000, atOnce: 1_000, deliveries: 4_000 },
];

type Run = { rate: number; node: number; postgres: number };

export async function measureThroughput(
  database: WebhooksDatabase,
  receiver: BenchProcess,
  isSharded: boolean,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { endpoints: count, tenants, atOnce, deliveries } of settings) {
    const urlOf = (serial: number) => `${receiver.ready}/${serial}`;
    const endpoints = await makeEndpoints(database.db, { tenants, perTenant: count / tenants }, urlOf);
    const rate = (kind: SenderTask['kind']) =>
      deliverAll(database, { kind, isSharded }, endpoints, { deliveries, atOnce });
    await rate('bare');
    const runs: { bare: Run; ours: Run }[] = [];
    for (let round = 0; round < rounds; round++) {
      runs.push({ bare: await rate('bare'), ours: await rate('ours') });
      process.stderr.write('.');
    }
    const ratios = runs.map(({ bare, ours }) => ours.rate / bare.rate);
    const of = (kind: 'bare' | 'ours', part: keyof Run) => Math.round(medianOf(runs.map((run) => run[kind][part])));
    const text = (kind: 'bare' | 'ours') => `${of(kind, 'rate')}/s, ${of(kind, 'node')} + ${of(kind, 'postgres')} µs`;
    figures.push({
      measure: `deliveries to ${count} endpoints of ${tenants} tenants, ${atOnce} at once`,
      against: text('bare'),
      ours: `${text('ours')} (ratios ${ratios.map((r) => r.toFixed(2)).join(' ')})`,
      ratio: Number(medianOf(ratios).toFixed(2)),
      target: '>= 0.70',
    });
  }
  process.stderr.write('\n');
  return figures;
}

async function deliverAll(
  { url, db }: WebhooksDatabase,
  task: Omit<SenderTask, 'databaseUrl'>,
  to: BenchEndpoint[],
  order: Order,
): Promise<Run> {
  await queue(db, to, order.deliveries / to.length);
  const sender = await startChild('./sender.ts', { ...task, databaseUrl: url } satisfies SenderTask);
  const postmaster = await postmasterOf(db);
  const spent = () => ({ node: cpuSecondsOf(sender.pid), postgres: cpuSecondsOfFamily(postmaster) });
  const before = spent();
  const seconds = await sender.ask<number>(order);
  const after = spent();
  await sender.stop();
  const pending = await countPending(db);
  if (pending > 0) throw new Error(`${pending} deliveries were left.`);
  await db.execute({ name: '', text: 'truncate deliveries, events, delivery_counts', values: [] });
  const microseconds = (part: keyof typeof before) => ((after[part] - before[part]) * 1e6) / order.deliveries;
  return { rate: order.deliveries / seconds, node: microseconds('node'), postgres: microseconds('postgres') };
}
