import { cpuSecondsOf, cpuSecondsOfFamily, familyOf } from '../../bench/calls/cpu-seconds.ts';
import { api } from '../api.ts';
import { startInstallation } from '../installation.ts';
import { postmasterOf } from '../postmaster.ts';
import { randomFrom } from '../random.ts';
import { startReceiver } from '../receiver.ts';
import { subscribe } from '../subscribe.ts';
import { plantTenant } from '../tenants.ts';
import { mixFor } from './mix.ts';
import { atConstantRate, type Figures } from './open-model.ts';

// A rising rate of requests, up to the knee: the rate from which on the server does not keep up.

/** Processor time in parts of one processor. */
export type Step = Figures & { workers: number; nodeCpu: number; postgresCpu: number };

const rates = [25, 50, 100, 150, 200, 300, 400, 600, 800, 1_200];
const staff = 200;
const warmUp = { rate: 25, seconds: 5 };

/** Behind the knee, requests fail, wait for more than a second, or are answered later than they come. */
export const isBehindKnee = ({ errors, p99, achieved, rate }: Figures) =>
  errors > 0 || p99 > 1_000 || achieved < 0.9 * rate;

export async function load(workers: number, seconds: number, onStep: (step: Step) => void): Promise<void> {
  await using closing = new AsyncDisposableStack();
  const installation = closing.use(await startInstallation());
  const receiver = closing.use(await startReceiver());
  const node = await installation.startNode('node', { WORKERS: `${workers}`, SIMULATOR_SPEED: '20' });
  const tenant = await plantTenant(installation.db, 'load', staff);
  const addresses = () => [node.address];
  const stop = AbortSignal.timeout(60_000);
  const client = api({ addresses, key: tenant.key, random: randomFrom('load'), stop, onViolation: console.error });
  await subscribe(client, 'load', receiver);
  const customerIds = await plantCustomers(client, tenant.projectId);
  const mix = closing.use(mixFor(node.address, tenant, customerIds));
  let serial = 0;
  const send = () => mix.send(serial++);
  await atConstantRate(warmUp.rate, warmUp.seconds, send);
  const spent = () => [sumOf(familyOf(node.pid)), cpuSecondsOfFamily(postmasterOf(installation.folder))] as const;
  for (const rate of rates) {
    const started = performance.now();
    const [nodeBefore, postgresBefore] = spent();
    const figures = await atConstantRate(rate, seconds, send);
    const [nodeAfter, postgresAfter] = spent();
    const took = (performance.now() - started) / 1_000;
    const cpu = { nodeCpu: (nodeAfter - nodeBefore) / took, postgresCpu: (postgresAfter - postgresBefore) / took };
    onStep({ workers, ...figures, ...cpu });
    if (isBehindKnee(figures)) return;
  }
}

const sumOf = (pids: number[]) => pids.reduce((sum, pid) => sum + (cpuSecondsOf(pid) || 0), 0);

async function plantCustomers(client: ReturnType<typeof api>, project_id: number): Promise<number[]> {
  const customers = Array.from({ length: 500 }, (_, i) => ({ project_id, name: `Planted ${i}` }));
  const answer = await client.send('POST', '/customers/bulk', { customers });
  const listed = await client.send('GET', '/customers?per_page=200');
  const { data } = (listed?.body ?? {}) as { data?: { customer_id: number }[] };
  if (!data?.length) throw new Error(`No customers: ${answer?.text}`);
  return data.map(({ customer_id }) => customer_id);
}
