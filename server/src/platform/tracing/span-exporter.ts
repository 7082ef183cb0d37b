import { setTimeout as pause } from 'node:timers/promises';
import { type Attributes, type EndedSpan, exportRequest } from './otlp-json.ts';

// Sends ended spans to a collector, in batches. Nothing waits for it: a collector that is slow or out of reach costs memory for
// a limited number of spans, which are sent when it answers again.

export type Collector = { url: string; headers: Record<string, string> };

export type ExportReports = {
  /** The first failure of an outage. */
  onFailure: (error: unknown) => void;
  /** The collector accepts spans again; so many were dropped meanwhile. */
  onRecovery: (dropped: number) => void;
};

const usualDelayMs = 5_000;
const longestDelayMs = 60_000;
const mostInBatch = 512;
const mostWaiting = 4_096;
const patienceMs = 10_000;
const lastPatienceMs = 2_000;
/** The same spans may be accepted later; any other refusal is final. */
const passingStatuses = [429, 502, 503, 504];

export type ExporterOptions = { collector: Collector; resource: Attributes; delayMs?: number } & ExportReports;

export function spanExporter({ collector, resource, delayMs = usualDelayMs, onFailure, onRecovery }: ExporterOptions) {
  const waiting: EndedSpan[] = [];
  let failures = 0;
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const nextDelay = () => Math.min(longestDelayMs, delayMs * 2 ** Math.min(failures, 10));

  function sendIn(milliseconds: number): void {
    timer ??= setTimeout(() => void flush(patienceMs), milliseconds).unref();
  }

  function flush(limitMs: number): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendWaiting(limitMs).finally(() => {
      sending = undefined;
      if (waiting.length > 0) sendIn(waiting.length >= mostInBatch && failures === 0 ? 0 : nextDelay());
    });
    return sending;
  }

  /**
   * Sends the spans that wait now; those that end meanwhile wait for the next batch. Ends with the first batch that the collector
   * does not accept now.
   */
  async function sendWaiting(limitMs: number): Promise<void> {
    for (let left = waiting.length; left > 0; left -= mostInBatch) {
      const batch = waiting.slice(0, Math.min(left, mostInBatch));
      const outcome = await send(batch, AbortSignal.timeout(limitMs)).catch((error: unknown) => ({
        error,
        isPassing: true,
      }));
      if (outcome?.isPassing) return fail(outcome.error);
      waiting.splice(0, batch.length);
      if (outcome) {
        dropped += batch.length;
        fail(outcome.error);
      } else recover();
    }
  }

  /** Returns undefined if the collector has accepted the spans. */
  async function send(spans: EndedSpan[], signal: AbortSignal) {
    const answer = await fetch(collector.url, {
      method: 'POST',
      headers: { ...collector.headers, 'content-type': 'application/json' },
      body: JSON.stringify(exportRequest(resource, spans)),
      redirect: 'error',
      signal,
    });
    await answer.body?.cancel();
    if (answer.ok) return undefined;
    const error = new Error(`The collector answered with status ${answer.status}.`);
    return { error, isPassing: passingStatuses.includes(answer.status) };
  }

  function fail(error: unknown): void {
    if (failures === 0) onFailure(error);
    failures += 1;
  }

  function recover(): void {
    if (failures > 0) onRecovery(dropped);
    failures = 0;
    dropped = 0;
  }

  return {
    add(span: EndedSpan): void {
      if (waiting.length >= mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= mostInBatch && failures === 0) void flush(patienceMs);
      else sendIn(nextDelay());
    },

    /** Sends the spans that wait, if the collector takes them soon. */
    async stop(): Promise<void> {
      await Promise.race([flush(lastPatienceMs), pause(lastPatienceMs, undefined, { ref: false })]);
      clearTimeout(timer);
    },
  };
}
