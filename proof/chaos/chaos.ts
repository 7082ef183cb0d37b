import { setTimeout as pause } from 'node:timers/promises';
import { api } from '../api.ts';
import { violatedInvariants } from '../invariants.ts';
import { type Desk, nothingAcknowledged, workAt } from '../office.ts';
import { type Random, randomFrom } from '../random.ts';
import { startReceiver } from '../receiver.ts';
import { subscribe } from '../subscribe.ts';
import { type PlantedTenant, plantTenant } from '../tenants.ts';
import { type Harm, harmsOfReceiver } from './harms.ts';
import { comeToRest } from './rest.ts';
import type { Site } from './site.ts';

// Clients work while harm is done to the installation, at times that follow from the seed. Then everything comes to rest, and
// the invariants are checked.

export type ChaosOptions = {
  seed: string;
  minutes: number;
  startSite: (onViolation: (text: string) => void) => Promise<Site>;
  /** Only harms with this text in their names. */
  only?: string | undefined;
  onProgress?: (text: string) => void;
};

export type ChaosResult = {
  harms: string[];
  acknowledged: { customers: number; calls: number; notes: number };
  events: number;
  statuses: Record<string, number>;
  violations: string[];
};

type Tenant = PlantedTenant & { name: string };

const desksPerTenant = 3;
const patienceMinutes = 5;

export async function chaos({
  seed,
  minutes,
  startSite,
  only = '',
  onProgress = () => {},
}: ChaosOptions): Promise<ChaosResult> {
  await using closing = new AsyncDisposableStack();
  const receiver = closing.use(await startReceiver());
  const result: ChaosResult = {
    ...{ harms: [], acknowledged: { customers: 0, calls: 0, notes: 0 }, events: 0, statuses: {}, violations: [] },
  };
  const violate = (text: string) => void result.violations.push(text);
  const site = closing.use(await startSite(violate));
  const apiOf = (key: string, random: Random, stop: AbortSignal) =>
    api({
      ...{ addresses: site.addresses, key, random, stop },
      onViolation: (text) => {
        const [, id = text] = /"request_id":"([^"]+)"/.exec(text) ?? [];
        violate([text, ...(site.logOf?.(id) ?? [])].join('\n'));
      },
      onAttempt: (status) => {
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
      },
    });

  const tenants: Tenant[] = [];
  for (const name of ['north', 'south']) tenants.push({ ...(await plantTenant(site.db, name)), name });
  if (site.live) tenants.push({ ...site.live, name: 'live' });
  // Clients repeat a request until it is answered. A run that has failed, or does not come to rest, ends them.
  const ending = new AbortController();
  closing.defer(() => ending.abort());
  const late = setTimeout(
    () => {
      violate(`There were requests without an answer ${patienceMinutes} minutes after the last harm.`);
      ending.abort();
    },
    (minutes + patienceMinutes) * 60_000,
  ).unref();
  closing.defer(() => clearTimeout(late));
  const steady = new Map(
    tenants.map(({ name, key }) => [name, apiOf(key, randomFrom(`${seed}/${name}`), ending.signal)]),
  );
  for (const [name, client] of steady) await subscribe(client, name, receiver);

  const acknowledged = new Map(tenants.map(({ name }) => [name, nothingAcknowledged()]));
  const stopping = new AbortController();
  const work = tenants.flatMap((tenant) =>
    Array.from({ length: desksPerTenant }, (_, i) => {
      const name = `${tenant.name}-${i}`;
      const random = randomFrom(`${seed}/${name}`);
      const own = acknowledged.get(tenant.name) ?? nothingAcknowledged();
      const desk: Desk = { api: apiOf(tenant.key, random, ending.signal), tenant, random, name, acknowledged: own };
      return workAt(desk, AbortSignal.any([stopping.signal, ending.signal]), violate);
    }),
  );
  const harms = [...site.harms, ...harmsOfReceiver(receiver)].filter(({ name }) => name.includes(only));
  if (harms.length === 0) throw new Error(`No harm has "${only}" in its name.`);
  await harmFor(minutes * 60_000, harms, randomFrom(`${seed}/harms`), (text) => {
    result.harms.push(text);
    onProgress(text);
  });
  stopping.abort();
  await Promise.all(work);

  for (const tenant of tenants) {
    const own = acknowledged.get(tenant.name) ?? nothingAcknowledged();
    const client = steady.get(tenant.name) ?? apiOf(tenant.key, randomFrom(seed), ending.signal);
    const accounts = { api: client, databaseUrl: site.databaseUrl, tenant, acknowledged: own };
    const received = receiver.eventsOf(tenant.name);
    await comeToRest(accounts, onProgress);
    for (const text of await violatedInvariants({ ...accounts, received })) violate(`${tenant.name}: ${text}`);
    result.acknowledged.customers += own.customers.size;
    result.acknowledged.calls += own.calls.size;
    result.acknowledged.notes += own.notes.size;
    result.events += received.size;
  }
  result.violations.push(...receiver.violations);
  return result;
}

/** One harm after the other, with pauses in which the clients get on. */
async function harmFor(ms: number, harms: Harm[], random: Random, onHarm: (text: string) => void): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await pause(random.between(1_000, 5_000));
    const harm = random.pick(harms);
    const started = performance.now();
    await harm.inflict(random);
    onHarm(`${harm.name} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
  }
}
