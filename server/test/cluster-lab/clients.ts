import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../until.ts';
import { type Acknowledgment, type Failures, longestSilence, repeatingClient } from './repeating-client.ts';

// Clients that write customers and start test calls.

export type Tenant = { key: string; projectId: number; staffIds: number[] };

export type Clients = {
  /** The external ids of what was acknowledged. */
  customers: string[];
  calls: string[];
  /** Waits until this many more are acknowledged whose last attempt began after now. */
  acknowledgedAgain(count: number): Promise<void>;
  /** Seconds since a moment of `performance.now`: the longest time without an acknowledgment, and of a request with its attempts. */
  since(moment: number): { silence: number; slowest: number };
  stop(): Promise<void>;
};

export function startClients(fronts: string[], { key, projectId, staffIds }: Tenant, failures: Failures): Clients {
  const { write } = repeatingClient(fronts, key, failures);
  const acknowledged: Acknowledgment[] = [];
  const [customers, calls] = [[] as string[], [] as string[]];
  const stopping = new AbortController();

  const clients = staffIds.map(async (staff_id, client) => {
    for (let i = 0; !stopping.signal.aborted; i += 1) {
      const external_id = `client-${client}-${i}`;
      const isCall = i % 8 === 7;
      const call = { staff_id, project_id: projectId, phone_number: '+819012345678', external_id };
      acknowledged.push(
        await (isCall
          ? write('/calls/initiate', call)
          : write('/customers', { project_id: projectId, name: 'Taro', external_id })),
      );
      (isCall ? calls : customers).push(external_id);
      // The rate of a busy call center, not that of a benchmark: the databases share this machine.
      await pause(50);
    }
  });
  const all = Promise.all(clients);
  all.catch(() => {}); // Thrown by `stop`, and by each wait.

  return {
    customers,
    calls,
    async acknowledgedAgain(count) {
      const from = performance.now();
      const after = () => acknowledged.filter(({ begunAt }) => begunAt >= from);
      await Promise.race([until(() => after().length >= count, 120), all]);
    },
    since(moment) {
      const after = acknowledged.filter(({ at }) => at >= moment);
      const moments = after.map(({ at }) => at);
      const slowest = Math.max(0, ...after.map(({ at, firstAt }) => at - firstAt)) / 1_000;
      return { silence: longestSilence(moments, moment), slowest };
    },
    async stop() {
      stopping.abort();
      await all;
    },
  };
}
