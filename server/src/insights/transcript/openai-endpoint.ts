import { setTimeout as pause } from 'node:timers/promises';
import type { ModelService } from '../../platform/network/model-service.ts';
import { InsightFailure } from '../insight.ts';

// A service with the OpenAI protocol: OpenAI itself, whisper.cpp, vLLM, Ollama, ... It may hang, fail, or answer anything at
// all, so each answer is checked against a schema, and no part of it goes into a log.

export type Endpoint = ModelService & { timeoutSeconds?: number };

/** A service that is away for longer is asked again much later: see `record-step.ts`. */
const retryDelaysMs = [1_000, 4_000];
const longestWaitMs = 60_000;
const mostAnswerBytes = 1024 * 1024;

export type RetryOptions = {
  delaysMs?: number[];
  wait?: (ms: number) => Promise<unknown>;
  /** Services that do not answer, and until when they are skipped, so that not every call waits for them again. */
  away?: Map<string, number>;
};
const awayMs = 5 * 60_000;

type Attempt = { kind: 'answer'; json: unknown } | { kind: 'again'; why: string; afterMs?: number | undefined };

/** Posts a body, retries if that may help, and returns the answer as JSON of unknown shape. */
export async function askModel(
  endpoint: Endpoint,
  path: string,
  body: () => FormData | string,
  { delaysMs = retryDelaysMs, wait = pause, away }: RetryOptions = {},
): Promise<unknown> {
  const unreachable = (why: string) =>
    new InsightFailure('failed', 'engine_unreachable', `${hostOf(endpoint)}: ${why}`);
  if ((away?.get(endpoint.url) ?? 0) > Date.now()) throw unreachable('It did not answer a moment ago.');
  for (let attempt = 0; ; attempt++) {
    const outcome = await post(endpoint, path, body());
    if (outcome.kind === 'answer') return outcome.json;
    const delay = delaysMs[attempt];
    if (delay === undefined) {
      away?.set(endpoint.url, Date.now() + awayMs);
      throw unreachable(outcome.why);
    }
    await wait(Math.min(Math.max(delay, outcome.afterMs ?? 0), longestWaitMs));
  }
}

async function post(endpoint: Endpoint, path: string, body: FormData | string): Promise<Attempt> {
  const timeout = AbortSignal.timeout((endpoint.timeoutSeconds ?? 60) * 1_000);
  try {
    const response = await fetch(`${endpoint.url.replace(/\/+$/, '')}${path}`, {
      method: 'POST',
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(endpoint.key && { authorization: `Bearer ${endpoint.key}` }),
      },
      body,
      // The key is for this endpoint only, and must not follow a redirect to another one.
      redirect: 'manual',
      signal: timeout,
    });
    const { status } = response;
    if (!response.ok) {
      await response.body?.cancel();
      if (status === 429 || status >= 500)
        return { kind: 'again', why: `It answers ${status}.`, afterMs: retryAfter(response) };
      throw new InsightFailure(
        'failed',
        'engine_refused',
        `${hostOf(endpoint)} answers ${status}. See to its settings.`,
      );
    }
    return { kind: 'answer', json: parse(await readLimited(response), endpoint) };
  } catch (error) {
    if (error instanceof InsightFailure) throw error;
    return { kind: 'again', why: timeout.aborted ? 'It does not answer in time.' : 'It cannot be reached.' };
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostAnswerBytes) throw invalidAnswer('is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string, endpoint: Endpoint): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would repeat a part of the answer, which is a part of a call.
    throw invalidAnswer(`from ${hostOf(endpoint)} is not JSON`);
  }
}

/** An answer that does not have the expected shape. Asking again would cost the same and bring the same. */
export const invalidAnswer = (what: string) =>
  new InsightFailure('failed', 'engine_answer_invalid', `The engine's answer ${what}.`);

/** Logs name only the host of an address. */
const hostOf = ({ url }: Endpoint) => new URL(url).host;

function retryAfter({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined;
}
