import type { AriAccount } from '../../../platform/network/ari-account.ts';

// Requests to Asterisk's REST interface. They go over the event socket if it is connected, which costs both sides half as much,
// and otherwise through Node's fetch.

/** Asterisk understood the request and refused it. After any other error it is unknown whether Asterisk carried it out. */
export class AriRefusal extends Error {
  override readonly name = 'AriRefusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Query = Record<string, string | number | boolean>;

export type AriRequest = { method: string; path: string; query: Query; body: string | undefined };
export type AriAnswer = { status: number; text: string };
/** Returns undefined while the socket is not connected. */
export type AskOverSocket = (request: AriRequest, patience: number) => Promise<AriAnswer> | undefined;

export type Ari = ReturnType<typeof ariClient>;

/** An Asterisk that does not answer within this time (ms) is treated as unreachable. */
const patience = 5_000;

/** The signal aborts requests over HTTP only. */
export function ariClient(account: AriAccount, askOverSocket: AskOverSocket = () => undefined, signal?: AbortSignal) {
  /** Returns the body of the answer. */
  async function request(method: string, path: string, query: Query = {}, body?: object): Promise<string> {
    const asked = { method, path, query, body: body && JSON.stringify(body) };
    const { status, text } = await (askOverSocket(asked, patience) ?? askOverHttp(account, asked, signal));
    if (status >= 300) throw new AriRefusal(status, `${method} ${path}: ${status} ${text}`);
    return text;
  }

  return {
    get: async <T>(path: string, query?: Query): Promise<T> => JSON.parse(await request('GET', path, query)),
    // What Asterisk answers to these is not read: it describes a whole channel or bridge.
    post: async (path: string, query?: Query, body?: object): Promise<void> => {
      await request('POST', path, query, body);
    },
    put: async (path: string, body: object): Promise<void> => {
      await request('PUT', path, {}, body);
    },
    /** A resource that does not exist counts as deleted. */
    async remove(path: string, query?: Query): Promise<'removed' | 'not there'> {
      try {
        await request('DELETE', path, query);
        return 'removed';
      } catch (error) {
        if (error instanceof AriRefusal && error.status === 404) return 'not there';
        throw error;
      }
    },
  };
}

async function askOverHttp(
  account: AriAccount,
  { method, path, query, body }: AriRequest,
  signal: AbortSignal | undefined,
): Promise<AriAnswer> {
  const inTime = AbortSignal.timeout(patience);
  const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const response = await fetch(`${account.url}${path}?${asked}`, {
    method,
    headers: { ...authorization(account), ...(body && { 'content-type': 'application/json' }) },
    signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    ...(body && { body }),
  });
  return { status: response.status, text: await response.text() };
}

export function authorization({ user, password }: Pick<AriAccount, 'user' | 'password'>) {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
