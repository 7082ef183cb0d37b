import { ConflictError, ConnectionError, errorOf, ServerError, TimeoutError, TrunklineError } from './errors.ts';
import { type Deadline, deadline, longestRetryAfterSeconds, pause, retryDelayMs } from './wait.ts';

// One request of the API, with its time-out and retries.

export type ClientOptions = {
  /** Address of the server, such as `https://phone.example.com`, or of your own backend that adds the key. */
  baseUrl: string;
  /** `tl_test_...` or `tl_live_...`. Leave it out in a web page, where every visitor could read it. */
  apiKey?: string;
  /** Limit of each attempt in milliseconds. Default: 30,000. */
  timeoutMs?: number;
  /** Attempts after the first one. Default: 3. */
  maxRetries?: number;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called after every attempt, for logs and metrics. */
  onAttempt?: (attempt: Attempt) => void;
  /** Accepts a key in a page or its workers. It is for pages that never leave your own machine. */
  allowKeyInBrowser?: boolean;
};

export type Attempt = {
  method: string;
  path: string;
  request_id: string;
  /** Undefined if there was no answer. */
  status: number | undefined;
  durationMs: number;
  /** 0 for the first attempt. */
  retry: number;
};

export type RequestOptions = {
  /** Aborts the request, its retries and its pauses. */
  signal?: AbortSignal;
  timeoutMs?: number;
  maxRetries?: number;
  headers?: Record<string, string>;
  /** Your own key for a POST, such as the id of a job: a second request with it has no second effect within 24 hours. */
  idempotencyKey?: string;
};

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

export type ApiRequest = {
  method: string;
  path: string;
  query?: Record<string, QueryValue> | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

type OpenAnswer = { answer: Response; deadline: Deadline };

export type Transport = {
  /** The body of a JSON answer. */
  json(request: ApiRequest, options?: RequestOptions): Promise<unknown>;
  /** An answer whose body is read by the caller, who releases the deadline afterwards. */
  open(request: ApiRequest, options?: RequestOptions): Promise<OpenAnswer>;
};

const defaults = { timeoutMs: 30_000, maxRetries: 3 };

export function createTransport(client: ClientOptions): Transport {
  refuseKeyInPage(client);
  const base = apiBase(client.baseUrl);
  const send = client.fetch ?? ((url, init) => fetch(url, init));

  return {
    json: (request, options = {}) =>
      withRetries(request, options, async (opened, requestId) => {
        try {
          return readJson(await opened.answer.text(), opened.answer, requestId);
        } finally {
          opened.deadline.release();
        }
      }),
    open: (request, options = {}) =>
      withRetries(request, options, async (opened) => {
        opened.deadline.lift();
        return opened;
      }),
  };

  async function withRetries<T>(
    request: ApiRequest,
    options: RequestOptions,
    read: (opened: OpenAnswer, requestId: string) => Promise<T>,
  ): Promise<T> {
    const { maxRetries = client.maxRetries ?? defaults.maxRetries, signal } = options;
    const prepared = prepare(request, options);
    for (let retry = 0; ; retry++) {
      try {
        return await attempt(prepared, options, retry, read);
      } catch (error) {
        if (retry >= maxRetries || !isWorthRetrying(error)) throw error;
        await pause(retryDelayMs(retry, error.retryAfterSeconds), signal);
      }
    }
  }

  /** The body and the idempotency key are made once, so that the server recognizes a repetition. */
  function prepare({ method, path, query = {}, body, headers }: ApiRequest, options: RequestOptions) {
    return {
      method,
      path,
      url: `${base}${path}${queryText(query)}`,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        ...lowerCase(client.headers),
        ...(client.apiKey && { authorization: `Bearer ${client.apiKey}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': headerText(options.idempotencyKey ?? randomId()) }),
        ...lowerCase(headers),
        ...lowerCase(options.headers),
      },
    };
  }

  async function attempt<T>(
    { method, path, url, body, headers }: ReturnType<typeof prepare>,
    { signal, timeoutMs = client.timeoutMs ?? defaults.timeoutMs }: RequestOptions,
    retry: number,
    read: (opened: OpenAnswer, requestId: string) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const request_id = randomId();
    const startedAt = performance.now();
    const limit = deadline(timeoutMs, signal);
    let status: number | undefined;
    try {
      const answer = await send(url, {
        method,
        headers: { 'x-request-id': request_id, ...headers },
        signal: limit.signal,
        ...(body !== undefined && { body }),
      });
      status = answer.status;
      if (!answer.ok) throw errorOf(answer, await answer.text(), request_id);
      return await read({ answer, deadline: limit }, request_id);
    } catch (error) {
      limit.release();
      if (error instanceof TrunklineError) throw error;
      signal?.throwIfAborted();
      throw limit.hasPassed()
        ? new TimeoutError({
            code: 'timeout',
            message: `${method} ${path} had no answer within ${timeoutMs} ms.`,
            request_id,
          })
        : new ConnectionError({
            code: 'connection_failed',
            message: `${method} ${path} failed: ${reasonOf(error)}`,
            request_id,
            cause: error,
          });
    } finally {
      client.onAttempt?.({ method, path, request_id, status, durationMs: performance.now() - startedAt, retry });
    }
  }
}

/**
 * A path of its own is kept, for installations behind a proxy; a bare origin gets that of the API. A path alone is for pages, and
 * for servers that render them without a request.
 */
function apiBase(baseUrl: string): string {
  const address = `${baseUrl}`.trim();
  if (!address.startsWith('/') && !isAddress(address))
    throw new Error(`baseUrl must be an address that begins with https:// or http://, and is "${address}".`);
  const base = address.replace(/\/+$/, '');
  return /^https?:\/\/[^/]+$/i.test(base) ? `${base}/api/v1` : base;
}

function isAddress(text: string): boolean {
  try {
    return /^https?:\/\//i.test(text) && new URL(text) !== undefined;
  } catch {
    return false;
  }
}

/** True in web pages and in their workers. Edge runtimes have no `WorkerLocation`. Workers of Deno have it, but run on a server. */
const isInBrowser = () => 'document' in globalThis || ('WorkerLocation' in globalThis && !('Deno' in globalThis));

function refuseKeyInPage({ apiKey, allowKeyInBrowser }: ClientOptions): void {
  if (apiKey && isInBrowser() && !allowKeyInBrowser)
    throw new Error(
      'Do not put an API key into a web page: every visitor could read it. Let your own backend add it, and pass its address as baseUrl.',
    );
}

function queryText(query: Record<string, QueryValue>): string {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`);
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function readJson(text: string, { status }: Response, request_id: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `The server answered ${status}, but not with JSON. Check that baseUrl is the address of the API.`;
    throw new ServerError({ code: 'invalid_answer', message, request_id, status, cause: error });
  }
}

/** All of these are safe to repeat: reads, partial updates, deletions, and POSTs by their idempotency key. */
function isWorthRetrying(error: unknown): error is TrunklineError {
  if (!(error instanceof TrunklineError)) return false;
  if ((error.retryAfterSeconds ?? 0) > longestRetryAfterSeconds) return false;
  if (error instanceof ConnectionError) return true;
  if (error instanceof ConflictError) return error.code === 'idempotency_in_progress';
  const { status = 0 } = error;
  return status === 408 || status === 429 || status >= 500;
}

/** `crypto.randomUUID` is missing in pages that are not served over HTTPS. */
const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Node's fetch names the cause only in `cause`. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return [message, cause?.message || cause?.code].filter(Boolean).join(': ');
}

/** Of two headers whose names differ in case, `fetch` would send both values. */
const lowerCase = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerText(value)]));

/** `fetch` sends each character as one byte, and refuses those beyond: they are sent as the bytes of UTF-8. */
const headerText = (text: string) =>
  /[^\0-\xff]/.test(text) ? String.fromCharCode(...new TextEncoder().encode(text)) : text;
