import type { AriAccount } from '../../platform/ari-account.ts';

// Requests to Asterisk's REST interface, with Node's own fetch.

/** Asterisk has understood and says no. Any other error means that nobody knows whether it was done. */
export class AriRefusal extends Error {
  override readonly name = 'AriRefusal';
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Query = Record<string, string | number | boolean>;

export type Ari = ReturnType<typeof ariClient>;

/** An Asterisk that is silent for longer is as good as gone. */
const patience = 5_000;

export function ariClient({ url, user, password }: AriAccount) {
  const headers = authorization({ user, password });

  async function request<T>(method: string, path: string, query: Query = {}, body?: object): Promise<T> {
    const asked = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
    const response = await fetch(`${url}${path}?${asked}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(patience),
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new AriRefusal(response.status, `${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  return {
    get: <T>(path: string, query?: Query) => request<T>('GET', path, query),
    post: <T = void>(path: string, query?: Query, body?: object) => request<T>('POST', path, query, body),
    put: (path: string, body: object) => request<void>('PUT', path, {}, body),
    /** What is not there needs no deleting. */
    async remove(path: string, query?: Query): Promise<'removed' | 'not there'> {
      try {
        await request<void>('DELETE', path, query);
        return 'removed';
      } catch (error) {
        if (error instanceof AriRefusal && error.status === 404) return 'not there';
        throw error;
      }
    },
  };
}

export function authorization({ user, password }: Pick<AriAccount, 'user' | 'password'>) {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
