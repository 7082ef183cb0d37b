import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { semaphore } from '../../server/src/platform/concurrency/semaphore.ts';
import { startInstallation } from '../installation.ts';
import { watchMemory } from '../memory.ts';
import { randomFrom } from '../random.ts';
import { readOperations } from './document.ts';
import { type FuzzCase, fuzzCase, type Target } from './fuzz-case.ts';
import { ownership } from './ownership.ts';
import type { FuzzResult } from './result.ts';
import { client } from './send.ts';

// Sends requests in cases: each has two new tenants, and its requests follow from the seed and the number of the case. A case
// sends one request at a time, so that it can be repeated; several cases run at once.

export type FuzzOptions = {
  seed: string;
  requests: number;
  /** Only this case. */
  only?: number | undefined;
  atOnce?: number;
  onProgress?: (progress: FuzzResult) => void;
};

/** The requests of a case do not depend on their number: a short case is the beginning of a long one. */
export const requestsPerCase = 1_000;
const fewestPerCase = 250;
const mostFailures = 50;
const hashingAtOnce = 4;

export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, requests, only, atOnce = 32, onProgress = () => {} } = options;
  await using closing = new AsyncDisposableStack();
  // Nothing here survives the run, so no request needs to wait for the disk.
  const installation = closing.use(await startInstallation({ settings: { synchronous_commit: 'off' } }));
  const node = await installation.startNode('node', { SIMULATOR_SPEED: '0.5' });
  const hookUrl = await startHook(closing);
  const memory = closing.use(watchMemory(node.pid, 2));
  const sender = client(node.address);
  closing.defer(() => sender.close());
  const operations = [
    ...(await readOperations(node.address, '/api/v1')),
    ...(await readOperations(node.address, '/admin/v1')),
  ];
  const result: FuzzResult = {
    ...{ requests: 0, seconds: 0, statuses: {}, failures: [], memory: memory.samples },
    succeeded: new Map(operations.map(({ name }) => [name, 0])),
  };
  const hashing = semaphore({ atOnce: hashingAtOnce, waiting: atOnce });
  const target: Target = { installation, node, hookUrl, operations, sender, ownership: ownership(), result, hashing };
  const started = performance.now();
  const timer = setInterval(() => {
    result.seconds = (performance.now() - started) / 1_000;
    onProgress(result);
  }, 5_000);
  closing.defer(() => clearInterval(timer));

  const spread = Math.max(fewestPerCase, Math.ceil(requests / atOnce));
  const perCase = only === undefined ? Math.min(requestsPerCase, spread) : requests;
  const cases = Math.ceil(requests / perCase);
  let next = only ?? 0;
  const runCases = async () => {
    while (next < (only ?? 0) + cases && result.failures.length < mostFailures) {
      const number = next++;
      const left = requests - (number - (only ?? 0)) * perCase;
      const fuzzed: FuzzCase = {
        number,
        random: randomFrom(`${seed}/${number}`),
        requests: Math.min(left, perCase),
      };
      await fuzzCase(target, fuzzed);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runCases));
  result.seconds = (performance.now() - started) / 1_000;
  return result;
}

/** An endpoint for webhooks that takes everything. */
async function startHook(closing: AsyncDisposableStack): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
