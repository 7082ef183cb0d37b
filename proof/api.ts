import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { readApiKey } from '../server/src/platform/api-key.ts';
import type { Random } from './random.ts';

// A client as the documentation asks for: it repeats a request, with the same Idempotency-Key, until it gets an answer.

type ApiAnswer = { status: number; body: unknown; text: string; retryAfter: number };

export type Api = {
  /** Resolves with the first answer that is not a request to come again; undefined if the clients were stopped. */
  send(method: string, path: string, body?: object, idempotencyKey?: string): Promise<ApiAnswer | undefined>;
};

export type ApiOptions = {
  /** The addresses of all nodes, as they are now. */
  addresses: () => string[];
  key: string;
  random: Random;
  stop: AbortSignal;
  onViolation: (text: string) => void;
  onAttempt?: (status: number | 'none', milliseconds: number) => void;
};

const patience = 60_000; // A stopped node does old requests when it wakes: much longer than any harm lasts.
const agent = new Agent({ keepAlive: true });

export function api({ addresses, key, random, stop, onViolation, onAttempt = () => {} }: ApiOptions): Api {
  return {
    async send(method, path, body, idempotencyKey) {
      while (!stop.aborted) {
        const started = performance.now();
        const answer = await attempt(random.pick(addresses()), key, { method, path, body, idempotencyKey });
        onAttempt(answer?.status ?? 'none', performance.now() - started);
        if (answer && answer.status >= 500 && answer.status !== 503)
          onViolation(`${method} ${path} answered ${answer.status}: ${answer.text}`);
        // Nodes have no RATE_LIMIT here, but live calls always have one.
        const isLimited = answer?.status === 429 && readApiKey(key)?.kind === 'live';
        const isFinal = answer && answer.status < 500 && !isLimited && !isInProgress(answer);
        if (isFinal) return answer;
        await pause((isLimited ? answer.retryAfter * 1_000 : 0) + random.between(20, 200));
      }
      return undefined;
    },
  };
}

const isInProgress = ({ status, text }: ApiAnswer) => status === 409 && text.includes('"idempotency_in_progress"');

type Sent = { method: string; path: string; body: object | undefined; idempotencyKey: string | undefined };

/** Undefined if no whole answer came: the request may or may not have been done. */
function attempt(
  address: string,
  key: string,
  { method, path, body, idempotencyKey }: Sent,
): Promise<ApiAnswer | undefined> {
  const { hostname, port } = new URL(address);
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(patience);
    const sent = request(
      { agent, host: hostname, port, method, path: `/api/v1${path}`, headers, signal },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', () => resolve(undefined));
        response.on('end', () => {
          if (!response.complete) return resolve(undefined);
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0 } = response;
          const isJson = response.headers['content-type']?.startsWith('application/json');
          // A proxy answers for a node that it has lost, or for no node at all.
          if (status >= 500 && !isJson) return resolve(undefined);
          const retryAfter = Number(response.headers['retry-after'] ?? 0);
          resolve({ status, body: isJson ? JSON.parse(text) : undefined, text, retryAfter });
        });
      },
    );
    sent.on('error', () => resolve(undefined));
    sent.end(body && JSON.stringify(body));
  });
}
