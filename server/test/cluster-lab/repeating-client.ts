import { setTimeout as pause } from 'node:timers/promises';

// Sends requests through any HAProxy and repeats each until it is acknowledged, writes with the same Idempotency-Key, as an
// integration does.

/** Attempts that were not acknowledged, by answer. */
export type Failures = Map<string, number>;

export type Acknowledgment = {
  data: Record<string, unknown>;
  /** When the first attempt, and the last one, began, and when that was answered, as `performance.now` says. */
  firstAt: number;
  begunAt: number;
  at: number;
};

export type RepeatingClient = {
  read(path: string): Promise<Acknowledgment>;
  /** `external_id` is the Idempotency-Key too. */
  write(path: string, body: { external_id: string; [field: string]: unknown }): Promise<Acknowledgment>;
};

export function repeatingClient(fronts: string[], key: string, failures: Failures): RepeatingClient {
  let turn = 0;

  /** Returns the data of the answer; undefined if it was not acknowledged. */
  async function attempt(path: string, request: RequestInit): Promise<Acknowledgment['data'] | undefined> {
    const url = `${fronts[turn++ % fronts.length]}/api/v1${path}`;
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(url, { ...request, signal })
      .then(async (response) => ({ status: response.status, ok: response.ok, text: await response.text() }))
      .catch(() => undefined);
    if (answer?.ok) return JSON.parse(answer.text).data;
    if (answer && !isPassing(answer.status, answer.text))
      throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
    const failure = answer ? String(answer.status) : signal.aborted ? 'no answer' : 'broken connection';
    failures.set(failure, (failures.get(failure) ?? 0) + 1);
    return undefined;
  }

  async function untilAcknowledged(path: string, request: RequestInit): Promise<Acknowledgment> {
    const firstAt = performance.now();
    for (;;) {
      const begunAt = performance.now();
      const data = await attempt(path, request);
      if (data) return { data, firstAt, begunAt, at: performance.now() };
      await pause(100);
    }
  }

  const authorization = `Bearer ${key}`;
  return {
    read: (path) => untilAcknowledged(path, { headers: { authorization } }),
    write(path, body) {
      const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': body.external_id };
      return untilAcknowledged(path, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}

/**
 * Whether a client tries again after this answer. Any other refusal is a defect: a 500, a customer that exists already, or a 503
 * that is not in the form of the API, also if HAProxy gives it.
 */
function isPassing(status: number, text: string): boolean {
  if (status === 502 || status === 504) return true;
  const known = status === 503 ? 'unavailable' : status === 409 ? 'idempotency_in_progress' : undefined;
  return known !== undefined && JSON.parse(text).error.code === known;
}

/** The longest time in seconds without one of these moments, from `moment` to the last of them. */
export function longestSilence(moments: number[], moment: number): number {
  const after = [moment, ...moments.filter((at) => at >= moment)];
  return Math.max(0, ...after.slice(1).map((at, i) => at - (after[i] ?? at))) / 1_000;
}
