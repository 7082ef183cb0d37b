import type { FastifyRequest } from 'fastify';

const plainName = 'trunkline_session';
/**
 * Browsers accept a cookie with this prefix only from the same host over TLS, so no sibling domain can plant one (RFC 6265bis,
 * 4.1.3).
 */
const secureName = `__Host-${plainName}`;

/** The longest lifetime of a session; the server itself ends sessions earlier. */
const maxAge = 7 * 24 * 3_600;

export type SessionCookies = ReturnType<typeof sessionCookies>;

/**
 * Over TLS, according to the request or PUBLIC_URL, the cookie has another name and is sent over TLS only; a cookie of the
 * plain name is then ignored. An untrusted proxy cannot report that it terminates TLS, but PUBLIC_URL can.
 */
export function sessionCookies(publicUrl: string) {
  const isSecure = (origin: string) => origin.startsWith('https:') || publicUrl.startsWith('https:');
  const nameAt = (origin: string) => (isSecure(origin) ? secureName : plainName);
  /** No script can read it, and no other site can make the browser send it. */
  const attributes = (origin: string) => `Path=/; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`;
  const set = (origin: string, token: string, seconds: number) => ({
    'set-cookie': `${nameAt(origin)}=${token}; Max-Age=${seconds}; ${attributes(origin)}`,
  });

  return {
    keep: (token: string, origin: string) => set(origin, token, maxAge),
    drop: (origin: string) => set(origin, '', 0),

    /**
     * The session token that a browser sends, or undefined. Two cookies of the name are refused: without TLS a page of a
     * sibling domain can add its own cookie, to make people work in the attacker's session.
     */
    read({ headers: { cookie = '' }, protocol }: FastifyRequest): string | undefined {
      const name = nameAt(`${protocol}:`);
      const tokens = cookie.split(';').flatMap((pair) => {
        const [key, value] = pair.trim().split('=', 2);
        return key === name && value ? [value] : [];
      });
      return tokens.length === 1 ? tokens[0] : undefined;
    },
  };
}
