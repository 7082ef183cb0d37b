import { claimDeliveries, findDueQueues } from '../../server/src/webhooks/queue/claim-deliveries.ts';
import { type Figure, medianOf, ms } from '../calls/figure.ts';
import { makeEndpoints, queue, type WebhooksDatabase } from './webhooks-database.ts';

// The cost of a claim with a short queue and with a million deliveries queued: the same number of webhooks, the same number
// claimed.

const endpoints = { tenants: 10, perTenant: 10 };
const rounds = 25;
const oneEach = {
  reserve: (_queue: object, wanted: number) => Math.min(wanted, 1),
  fullWebhooks: [],
  fullTenants: [],
  isCrowded: () => false,
};

export async function measureClaims(few: WebhooksDatabase, many: WebhooksDatabase, queued: number): Promise<Figure[]> {
  const queues = endpoints.tenants * endpoints.perTenant;
  const counts = { few: 10_000, many: queued };
  for (const [database, count] of [[few, counts.few] as const, [many, counts.many] as const]) {
    const made = await makeEndpoints(database.db, endpoints, () => 'http://127.0.0.1:9/');
    await queue(database.db, made, count / queues);
  }
  const claim = async ({ db }: WebhooksDatabase) => {
    const begin = performance.now();
    const { queues } = await findDueQueues(db, oneEach);
    const { deliveries } = await claimDeliveries(db, queues, null);
    if (deliveries.length !== 100) throw new Error(`${deliveries.length} were claimed, and not 100.`);
    return performance.now() - begin;
  };
  await claim(few);
  await claim(many);
  const times: { few: number; many: number }[] = [];
  for (let round = 0; round < rounds; round++) times.push({ few: await claim(few), many: await claim(many) });
  const of = (size: 'few' | 'many') => medianOf(times.map((time) => time[size]));
  return [
    {
      measure: `a claim of 100 in ${queues} queues: ${counts.few.toLocaleString('en')} queued against ${queued.toLocaleString('en')}`,
      against: ms(of('few')),
      ours: ms(of('many')),
      ratio: Number((of('many') / of('few')).toFixed(2)),
      target: 'flat',
    },
  ];
}
