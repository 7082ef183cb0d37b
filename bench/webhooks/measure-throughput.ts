import { type Figure, medianOf } from '../calls/figure.ts';
import { type BenchProcess, startChild } from './child.ts';
import type { Order, SenderTask } from './sender.ts';
import { type BenchEndpoint, countPending, makeEndpoints, queue, type WebhooksDatabase } from './webhooks-database.ts';

// Deliveries a second, from an existing queue, against a loop that sends a body and updates a row for each. Both send as many
// at once as the limits of a node allow.

const rounds = 3;
const settings = [
  { endpoints: 1, tenants: 1, atOnce: 20, deliveries: 3_000 },
  { endpoints: 100, tenants: 10, atOnce: 1_000, deliveries: 6_000 },
  { endpoints: 1_000, tenants: 10, atOnce: 1_000, deliveries: 6_000 },
];

export async function measureThroughput(database: WebhooksDatabase, receiver: BenchProcess): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { endpoints: count, tenants, atOnce, deliveries } of settings) {
    const urlOf = (serial: number) => `${receiver.ready}/${serial}`;
    const endpoints = await makeEndpoints(database.db, { tenants, perTenant: count / tenants }, urlOf);
    const rate = (kind: SenderTask['kind']) => deliverAll(database, kind, endpoints, { deliveries, atOnce });
    await rate('bare');
    const rates: { bare: number; ours: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      rates.push({ bare: await rate('bare'), ours: await rate('ours') });
      process.stderr.write('.');
    }
    const ratios = rates.map(({ bare, ours }) => ours / bare);
    figures.push({
      measure: `deliveries to ${count} endpoints, ${atOnce} at once`,
      against: `${Math.round(medianOf(rates.map(({ bare }) => bare)))}/s`,
      ours: `${Math.round(medianOf(rates.map(({ ours }) => ours)))}/s (ratios ${ratios.map((r) => r.toFixed(2)).join(' ')})`,
      ratio: Number(medianOf(ratios).toFixed(2)),
      target: '>= 0.70',
    });
  }
  process.stderr.write('\n');
  return figures;
}

async function deliverAll({ url, db }: WebhooksDatabase, kind: SenderTask['kind'], to: BenchEndpoint[], order: Order) {
  await queue(db, to, order.deliveries / to.length);
  const sender = await startChild('./sender.ts', { kind, databaseUrl: url } satisfies SenderTask);
  const seconds = await sender.ask<number>(order);
  await sender.stop();
  const pending = await countPending(db);
  if (pending > 0) throw new Error(`${pending} deliveries were left.`);
  await db.execute({ name: '', text: 'truncate deliveries, events, delivery_counts', values: [] });
  return order.deliveries / seconds;
}
