import type { Mode } from '../paths.ts';
import { askNow, noteAnswer, noteLoss } from './connection.ts';
import type { Answer, Asked, Method, PathWith } from './operations.ts';
import { ApiProblem, type Detail } from './problem.ts';

type Values = Record<string, string | number | boolean | undefined>;
type Place = { params?: Values | undefined; query?: Values | undefined };

type Terms = {
  mode?: Mode | undefined;
  signal?: AbortSignal | undefined;
  /** Headers that only this operation takes. */
  headers?: Record<string, string> | undefined;
  /** Makes a POST safe to repeat when its answer was lost. */
  idempotencyKey?: string | undefined;
  /** Called with the status of a success, for operations that have several. */
  onStatus?: ((status: number) => void) | undefined;
};

const base = '/admin/v1';

/** After this a request counts as unanswered: people do not look at a spinner for longer. */
const patienceMs = 30_000;

/** The body of a refusal. */
type Refusal = { error?: { code?: string; message?: string; details?: Detail[]; request_id?: string } };

/** One request to the administrators' API. The browser adds the session cookie; a refusal is thrown as an ApiProblem. */
export async function request<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  asked: Asked<M, P> | undefined,
  { mode, signal, headers, idempotencyKey, onStatus }: Terms = {},
): Promise<Answer<M, P>> {
  const { body, ...place }: Place & { body?: unknown } = asked ?? {};
  const answer = await send(addressOf(path, place), {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // A page of another origin cannot send this header, so the server knows that a request comes from the console.
      'x-trunkline-console': '1',
      ...(mode && { 'x-trunkline-mode': mode }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw readRefusal(answer);
  onStatus?.(answer.status);
  return (answer.status === 204 ? undefined : JSON.parse(answer.text)) as Answer<M, P>;
}

type Received = Pick<Response, 'ok' | 'status' | 'headers'> & { text: string };

/** Sends a request and waits for the whole answer, up to a limit. A caller that aborts gets the AbortError. */
async function send(url: string, { signal, ...init }: RequestInit & { signal?: AbortSignal }): Promise<Received> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), patienceMs);
  try {
    const answer = await fetch(url, {
      ...init,
      signal: AbortSignal.any(signal ? [signal, late.signal] : [late.signal]),
    });
    const { ok, status, headers } = answer;
    const text = await answer.text();
    // Every answer of the server has an id. Without one, a proxy has answered in place of the server.
    if (headers.has('x-request-id')) noteAnswer();
    else noteLoss();
    return { ok, status, headers, text };
  } catch (error) {
    if (signal?.aborted) throw error;
    if (late.signal.aborted) {
      void askNow();
      throw new ApiProblem({ status: 0, code: 'no_answer', message: 'The server did not answer in time.' });
    }
    noteLoss();
    throw new ApiProblem({ status: 0, code: 'unreachable', message: 'The server could not be reached.' });
  } finally {
    clearTimeout(timer);
  }
}

function readRefusal({ status, headers, text }: Received): ApiProblem {
  const { error }: Refusal = readJson(text);
  const retryAfter = Number(headers.get('retry-after'));
  return new ApiProblem({
    status,
    code: error?.code ?? `http_${status}`,
    message: error?.message ?? `The server answered ${status}.`,
    details: error?.details ?? [],
    requestId: error?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** A proxy may refuse too, in its own words. */
function readJson(text: string): Refusal {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** The address for reads that the browser does by itself: it sends no header, so the query has to contain the mode. */
export const pathOf = <P extends PathWith<'GET'>>(path: P, asked: Asked<'GET', P>) => addressOf(path, asked);

const addressOf = (path: string, { params = {}, query }: Place) =>
  `${base}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))}${queryString(query)}`;

function queryString(query: Values = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
