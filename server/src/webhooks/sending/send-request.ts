import type { Dispatcher } from 'undici';
import { explainFailure, explainStatus, explainTimeout, type Failure } from './explain-failure.ts';

// One POST to an endpoint that may do anything: hang, send byte by byte, answer a gigabyte, or answer no HTTP at all. In every
// case this takes at most the given time and a few kilobytes, follows no redirect, and ends with a message that people
// understand.

export type Sending = { url: string; headers: Record<string, string>; body: string };

export type Outcome =
  /** Any 2xx. */
  | { kind: 'delivered'; status: number; responseBody: Buffer }
  /** Any other status. */
  | ({ kind: 'refused'; status: number; responseBody: Buffer; retryAfter: string | undefined } & Failure)
  /** No answer, or an incomplete one. */
  | ({ kind: 'broken'; status: number | null; responseBody: Buffer } & Failure)
  /** The connection was established too late: nothing was sent. */
  | { kind: 'late' };

export const exchangeLimitMs = 15_000;
/** The most bytes read of an answer. The rest is dropped, and the connection is closed. */
const mostBytes = 4 * 1024;

export type SendLimits = {
  exchangeMs?: number;
  /** The time, as of `performance.now`, after which nothing may be sent. */
  startBefore?: number;
};

class Late extends Error {}

export function sendRequest(
  agent: Pick<Dispatcher, 'dispatch'>,
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
    // Called when the connection is established, right before the request is written.
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
      end(outcomeOf());
      controller.abort(new Error('Enough was read.'));
    },
    onResponseEnd: () => end(outcomeOf()),
    onResponseError(_controller, error) {
      if (isOver) return;
      if (error instanceof Late) end({ kind: 'late' });
      else breakOff(explainFailure(error, stage()));
    },
  };

  function outcomeOf(): Outcome {
    const { status = 0, retryAfter } = head ?? {};
    const responseBody = received();
    if (status >= 200 && status < 300) return { kind: 'delivered', status, responseBody };
    return { kind: 'refused', status, responseBody, retryAfter, ...explainStatus(status) };
  }

  agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler);
  return promise;
}
