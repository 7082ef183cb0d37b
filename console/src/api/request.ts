import { ApiProblem, type Detail } from './problem.ts';

export type Mode = 'test' | 'live';
export type Query = Record<string, string | number | boolean | undefined>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Wanted = {
  query?: Query | undefined;
  body?: unknown;
  mode?: Mode | undefined;
  signal?: AbortSignal | undefined;
  /** Makes a POST safe to send again when its answer was lost. */
  idempotencyKey?: string | undefined;
};

const base = '/admin/v1';

/** What the server sends when it refuses. */
type Refusal = { error?: { code?: string; message?: string; details?: Detail[]; request_id?: string } };

/** One request to the administrators' API. The browser adds the session's cookie; a refusal is thrown as an ApiProblem. */
export async function request<Answer>(method: Method, path: string, wanted: Wanted = {}): Promise<Answer> {
  const { query, body, mode, signal, idempotencyKey } = wanted;
  const answer = await send(pathOf(path, query), {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      // A page of another origin cannot send this, so that the server knows a request is ours.
      'x-trunkline-console': '1',
      ...(mode && { 'x-trunkline-mode': mode }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw await readRefusal(answer);
  return (answer.status === 204 ? undefined : await answer.json()) as Answer;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem({ status: 0, code: 'unreachable', message: 'The server could not be reached.' });
  }
}

async function readRefusal(answer: Response): Promise<ApiProblem> {
  const body: Refusal = await answer.json().catch(() => ({}));
  const retryAfter = Number(answer.headers.get('retry-after'));
  return new ApiProblem({
    status: answer.status,
    code: body.error?.code ?? `http_${answer.status}`,
    message: body.error?.message ?? `The server answered ${answer.status}.`,
    details: body.error?.details ?? [],
    requestId: body.error?.request_id ?? answer.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** Where something is read, for what the browser loads by itself: it sends no header, so that the query has to say the mode. */
export const pathOf = (path: string, query?: Query) => `${base}${path}${queryString(query)}`;

function queryString(query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
