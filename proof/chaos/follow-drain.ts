import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../server/test/until.ts';

// Clients behind a load balancer: it asks every node whether it is ready, and sends requests only to those that are. While
// nothing else is harmed, none of these requests may fail.

export type FollowingClients = {
  /** How many requests succeeded in a row. */
  succeeded(): number;
  /** The failed requests, in words; forgets them. */
  takeFailures(): string[];
  stop(): Promise<void>;
};

export type Followed = { addresses: () => string[]; key: string; projectId: number; name: string };

/** A load balancer asks this often. Nodes say that they drain for much longer (DRAIN_DELAY_SECONDS). */
const askEvery = 250;
const clients = 4;
const patience = 30_000;

export function followDrain({ addresses, key, projectId, name }: Followed): FollowingClients {
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const { signal } = stopping;
  let ready: string[] = [];
  let failures: string[] = [];
  let succeeded = 0;
  const balance = async () => {
    while (!signal.aborted) {
      const asked = addresses();
      const isReady = await Promise.all(asked.map(isNodeReady));
      ready = asked.filter((_, i) => isReady[i]);
      await pause(askEvery);
    }
  };
  const send = (address: string, method: string, path: string, body?: object) =>
    new Promise<string | undefined>((resolve) => {
      const { hostname, port } = new URL(address);
      const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
      const limit = AbortSignal.timeout(patience);
      const sent = request(
        { agent, host: hostname, port, method, path: `/api/v1${path}`, headers, signal: limit },
        (response) => {
          const { statusCode = 0 } = response;
          text(response).then(
            (body) => resolve(statusCode < 300 ? undefined : `${method} ${path} answered ${statusCode}: ${body}`),
            (error) => resolve(`${method} ${path}: ${error}`),
          );
        },
      );
      sent.on('error', (error) => resolve(`${method} ${path}: ${error}`));
      sent.end(body && JSON.stringify(body));
    });
  const work = async (client: number) => {
    for (let turn = 0; !signal.aborted; turn++) {
      const address = ready[(client + turn) % ready.length];
      if (address === undefined) {
        await pause(askEvery);
        continue;
      }
      const external_id = `${name}-${client}-${turn}`;
      const isWrite = turn % 2 === 0;
      const body = { project_id: projectId, name: 'Follows', external_id };
      const failure = await (isWrite
        ? send(address, 'POST', '/customers', body)
        : send(address, 'GET', `/customers?external_id=${external_id}`));
      if (failure === undefined) succeeded += 1;
      else {
        failures.push(`${failure} at ${address}`);
        succeeded = 0;
      }
    }
  };
  const running = [balance(), ...Array.from({ length: clients }, (_, i) => work(i))];
  return {
    succeeded: () => succeeded,
    takeFailures() {
      const taken = failures;
      failures = [];
      succeeded = 0;
      return taken;
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
      agent.destroy();
    },
  };
}

export async function isNodeReady(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Resolves when all nodes are ready and a hundred requests in a row succeeded: nothing of an earlier harm is left. */
export async function calm(clients: FollowingClients, addresses: () => string[]): Promise<void> {
  await until(async () => (await Promise.all(addresses().map(isNodeReady))).every(Boolean), 120);
  clients.takeFailures();
  await until(() => clients.succeeded() >= 100, 120);
}

/** Resolves when requests succeed with the new node too. */
export async function calmAgain(clients: FollowingClients): Promise<void> {
  const before = clients.succeeded();
  await until(() => clients.succeeded() >= before + 50 || clients.succeeded() < before, 60);
}
