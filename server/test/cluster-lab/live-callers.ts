import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../until.ts';
import type { Tenant } from './clients.ts';
import { type Failures, longestSilence, repeatingClient } from './repeating-client.ts';

// Clients that start live calls, and follow each until it has ended. The customer talks for a second and hangs up.

export type LiveCallers = {
  /** The external ids of the calls that were acknowledged. */
  calls: string[];
  /** Waits until this many more calls are answered that were requested after now. */
  answeredAgain(count: number): Promise<void>;
  /** The longest time in seconds without an answered call since a moment of `performance.now`. */
  silenceSince(moment: number): number;
  stop(): Promise<void>;
};

const customer = '+819012345776';

export function startLiveCallers(
  fronts: string[],
  { key, projectId, staffIds }: Tenant,
  failures: Failures,
): LiveCallers {
  const client = repeatingClient(fronts, key, failures);
  const answered: { firstAt: number; at: number }[] = [];
  const calls: string[] = [];
  const stopping = new AbortController();

  async function call(staff_id: number, external_id: string): Promise<void> {
    const wanted = { staff_id, project_id: projectId, phone_number: customer, external_id };
    const { data, firstAt } = await client.write('/calls/initiate', wanted);
    calls.push(external_id);
    let isAnswered = false;
    for (;;) {
      const { data: now, at } = await client.read(`/calls/${data.call_id}`);
      if (!isAnswered && now.status === 'connected') answered.push({ firstAt, at });
      isAnswered = now.status === 'connected';
      if (now.ended_at !== null) return;
      await pause(100);
    }
  }

  const callers = staffIds.map(async (staffId, caller) => {
    for (let i = 0; !stopping.signal.aborted; i += 1) {
      await call(staffId, `caller-${caller}-${i}`);
      await pause(200);
    }
  });
  const all = Promise.all(callers);
  all.catch(() => {}); // Thrown by `stop`, and by each wait.

  return {
    calls,
    async answeredAgain(count) {
      const from = performance.now();
      const after = () => answered.filter(({ firstAt }) => firstAt >= from);
      await Promise.race([until(() => after().length >= count, 120), all]);
    },
    silenceSince: (moment) =>
      longestSilence(
        answered.map(({ at }) => at),
        moment,
      ),
    async stop() {
      stopping.abort();
      await all;
    },
  };
}
