import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../until.ts';

// Clients that write customers and start test calls through any HAProxy. Each request is repeated with the same
// Idempotency-Key until it is acknowledged, as an integration does.

export type Tenant = { key: string; projectId: number; staffIds: number[] };

export type Clients = {
  /** The external ids of what was acknowledged. */
  customers: string[];
  calls: string[];
  /** Attempts that were not acknowledged, by answer. */
  failures: Map<string, number>;
  /** Waits until this many more are acknowledged whose last attempt began after now. */
  acknowledgedAgain(count: number): Promise<void>;
  /** Seconds since a moment of `performance.now`: the longest time without an acknowledgment, and of a request with its attempts. */
  since(moment: number): { silence: number; slowest: number };
  stop(): Promise<void>;
};

/**
 * Whether a client tries again after this answer. Any other refusal is a defect: a 500, a customer that exists already, or a 503
 * that is not in the form of the API, also if HAProxy gives it.
 */
function isPassing(status: number, text: string): boolean {
  if (status === 502 || status === 504) return true;
  const known = status === 503 ? 'unavailable' : status === 409 ? 'idempotency_in_progress' : undefined;
  return known !== undefined && JSON.parse(text).error.code === known;
}

export function startClients(fronts: string[], { key, projectId, staffIds }: Tenant): Clients {
  const acknowledged: { firstAt: number; begunAt: number; at: number }[] = [];
  const [customers, calls] = [[] as string[], [] as string[]];
  const failures = new Map<string, number>();
  const stopping = new AbortController();

  /** Returns whether it was acknowledged. */
  async function attempt(url: string, body: object, external_id: string): Promise<boolean> {
    const signal = AbortSignal.timeout(15_000);
    const headers = {
      ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': external_id },
    };
    const request = { method: 'POST', headers, body: JSON.stringify({ ...body, external_id }), signal };
    const answer = await fetch(url, request)
      .then(async (response) => ({ status: response.status, ok: response.ok, text: await response.text() }))
      .catch(() => undefined);
    if (answer?.ok) return true;
    if (answer && !isPassing(answer.status, answer.text))
      throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
    const failure = answer ? String(answer.status) : signal.aborted ? 'no answer' : 'broken connection';
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
    return false;
  }

  async function send(path: string, body: object, external_id: string): Promise<void> {
    const firstAt = performance.now();
    for (let tries = 0; ; tries += 1) {
      const begunAt = performance.now();
      const front = fronts[(acknowledged.length + tries) % fronts.length];
      if (await attempt(`${front}/api/v1${path}`, body, external_id)) {
        acknowledged.push({ firstAt, begunAt, at: performance.now() });
        return;
      }
      await pause(100);
    }
  }

  const clients = staffIds.map(async (staff_id, client) => {
    for (let i = 0; !stopping.signal.aborted; i += 1) {
      const external_id = `client-${client}-${i}`;
      const isCall = i % 8 === 7;
      await (isCall
        ? send('/calls/initiate', { staff_id, project_id: projectId, phone_number: '+819012345678' }, external_id)
        : send('/customers', { project_id: projectId, name: 'Taro' }, external_id));
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
    failures,
    async acknowledgedAgain(count) {
      const from = performance.now();
      const after = () => acknowledged.filter(({ begunAt }) => begunAt >= from);
      await Promise.race([until(() => after().length >= count, 120), all]);
    },
    since(moment) {
      const after = acknowledged.filter(({ at }) => at >= moment);
      const moments = [moment, ...after.map(({ at }) => at)];
      const silences = moments.slice(1).map((at, i) => at - (moments[i] ?? at));
      const seconds = (milliseconds: number[]) => Math.max(0, ...milliseconds) / 1_000;
      return { silence: seconds(silences), slowest: seconds(after.map(({ at, firstAt }) => at - firstAt)) };
    },
    async stop() {
      stopping.abort();
      await all;
    },
  };
}
