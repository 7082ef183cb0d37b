import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, api } from '../api.ts';
import { startInstallation } from '../installation.ts';
import { nothingAcknowledged, workAt } from '../office.ts';
import { type Random, randomFrom } from '../random.ts';
import { startReceiver } from '../receiver.ts';
import { subscribe } from '../subscribe.ts';
import { plantAdministrator, plantTenant } from '../tenants.ts';
import { visitConsole } from './console-visits.ts';
import { heapReports, type Measures, measure, nothingMeasured } from './measures.ts';
import { followEvents } from './stream-visits.ts';

// A steady, moderate load for a long time: what the server keeps must not grow with the time that it runs.

export type SoakOptions = { seed: string; minutes: number; onProgress?: (measures: Measures) => void };

export type SoakResult = { measures: Measures; statuses: Record<string, number>; violations: string[] };

const tenants = ['north', 'south'];
const desksPerTenant = 3;
const streamsPerTenant = 3;
/** Milliseconds between the requests of a desk. */
const shortest = 100;
const longest = 500;

export async function soak({ seed, minutes, onProgress = () => {} }: SoakOptions): Promise<SoakResult> {
  await using closing = new AsyncDisposableStack();
  const installation = closing.use(await startInstallation());
  const receiver = closing.use(await startReceiver());
  const heapFolder = join(installation.folder, 'heap');
  mkdirSync(heapFolder);
  const settings = { WORKERS: '2', SIMULATOR_SPEED: '5', ...heapReports(heapFolder) };
  const node = await installation.startNode('node', settings);
  const measures = nothingMeasured();
  const violations: string[] = [];
  const statuses: Record<string, number> = {};
  const violate = (text: string) => void violations.push(text);
  const stopping = new AbortController();
  closing.defer(() => stopping.abort());
  const { signal } = stopping;
  const work: Promise<void>[] = [];
  for (const name of tenants) {
    const tenant = await plantTenant(installation.db, name);
    const email = `${name}@example.com`;
    await plantAdministrator(installation, tenant.tenantId, email);
    const clientOf = (random: Random) =>
      api({
        ...{ addresses: () => [node.address], key: tenant.key, random, stop: signal, onViolation: violate },
        onAttempt: (status) => {
          statuses[status] = (statuses[status] ?? 0) + 1;
        },
      });
    await subscribe(clientOf(randomFrom(name)), name, receiver);
    for (let i = 0; i < desksPerTenant; i++) {
      const random = randomFrom(`${seed}/${name}/${i}`);
      const acknowledged = nothingAcknowledged();
      const desk = { api: unhurried(clientOf(random), random), tenant, random, name: `${name}-${i}`, acknowledged };
      work.push(workAt(desk, signal, violate));
    }
    for (let i = 0; i < streamsPerTenant; i++)
      work.push(followEvents(node.address, tenant.key, randomFrom(`${seed}/${name}/stream/${i}`), signal, violate));
    work.push(visitConsole(node.address, email, signal, violate));
  }
  work.push(
    measure(measures, { installation, pid: node.pid, heapFolder, minutes }, signal, () => onProgress(measures)),
  );
  // A failure of any part ends the run at once.
  await Promise.race([pause(minutes * 60_000), ...work]);
  stopping.abort();
  await Promise.all(work);
  return { measures, statuses, violations: [...violations, ...receiver.violations] };
}

/** Waits before each request, as people do. */
function unhurried({ send }: Api, random: Random): Api {
  return {
    async send(...request) {
      await pause(random.between(shortest, longest));
      return send(...request);
    },
  };
}
