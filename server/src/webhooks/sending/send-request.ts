import type { Dispatcher } from 'undici';
import { explainFailure, explainStatus, explainTimeout, type Failure } from './explain-failure.ts';

// One POST to an endpoint that may do anything: hang, drip, answer a gigabyte, or nothing that is HTTP. Whatever it does,
// this takes at most the time given and a few kilobytes, follows nobody, and ends in words that a person understands.

export type Sending = { url: string; headers: Record<string, string>; body: string };

export type Outcome =
  /** Any 2xx. */
  | { kind: 'delivered'; status: number; responseBody: Buffer }
  /** An answer of another kind. */
  | ({ kind: 'refused'; status: number; responseBody: Buffer; retryAfter: string | undefined } & Failure)
  /** No answer, or none that came to its end. */
  | ({ kind: 'broken'; status: number | null; responseBody: Buffer } & Failure)
  /** The connection was there too late: nothing was sent. */
  | { kind: 'late' };

export const exchangeLimitMs = 15_000;
/** What is read of an answer. The rest is let go, and its connection with it. */
const mostBytes = 4 * 1024;

export type SendLimits = {
  exchangeMs?: number;
  /** The moment, as `performance.now` tells it, from which on nothing may be sent any more. */
  startBefore?: number;
};

class Late extends Error {}

export function sendRequest(
  agent: Dispatcher,
  { url, headers, body }: Sending,
  { exchangeMs = exchangeLimitMs, startBefore = Number.POSITIVE_INFINITY }: SendLimits = {},
): Promise<Outcome> {
  const { origin, pathname, search } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const chunks: Buffer[] = [];
  let length = 0;
  let head: { status: number; retryAfter: string | undefined } | undefined;
  let controller: Dispatcher.DispatchController | undefined;
  let isOver = false;

  function end(outcome: Outcome): void {
    isOver = true;
    clearTimeout(timer);
    resolve(outcome);
  }
  const received = () => Buffer.concat(chunks).subarray(0, mostBytes);
  const stage = () => (head ? 'answering' : controller ? 'waiting' : 'connecting');
  const breakOff = (failure: Failure) =>
    end({ kind: 'broken', status: head?.status ?? null, responseBody: received(), ...failure });

  const timer = setTimeout(() => {
    breakOff(explainTimeout(stage(), exchangeMs));
    controller?.abort(new Error('The time is over.'));
  }, exchangeMs);

  const handler: Dispatcher.DispatchHandler = {
    // Called when there is a connection, right before the request is written to it.
    onRequestStart(given) {
      if (isOver || performance.now() >= startBefore) throw new Late();
      controller = given;
    },
    onResponseStart(_controller, status, { 'retry-after': retryAfter }) {
      if (status >= 200) head = { status, retryAfter: [retryAfter].flat()[0] };
    },
    onResponseData(controller, chunk) {
      chunks.push(chunk);
      length += chunk.length;
      if (length < mostBytes || isOver) return;
      end(judge());
      controller.abort(new Error('Enough was read.'));
    },
    onResponseEnd: () => end(judge()),
    onResponseError(_controller, error) {
      if (isOver) return;
      if (error instanceof Late) end({ kind: 'late' });
      else breakOff(explainFailure(error, stage()));
    },
  };

  function judge(): Outcome {
    const { status = 0, retryAfter } = head ?? {};
    const responseBody = received();
    if (status >= 200 && status < 300) return { kind: 'delivered', status, responseBody };
    return { kind: 'refused', status, responseBody, retryAfter, ...explainStatus(status) };
  }

  agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  return promise;
}
