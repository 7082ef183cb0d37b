import type { FastifyRequest } from 'fastify';

const plainName = 'trunkline_session';
/** A browser takes a cookie of this prefix only from the very host, over TLS: no neighbouring domain can plant one (RFC 6265bis, 4.1.3). */
const secureName = `__Host-${plainName}`;

/** As long as a session lasts at most; the server knows better when it is over. */
const maxAge = 7 * 24 * 3_600;

export type SessionCookies = ReturnType<typeof sessionCookies>;

/**
 * Where the console is reached by TLS, by what the request or PUBLIC_URL says, the cookie has another name and never travels
 * without; one of the other name is none there. A proxy that is not trusted cannot tell that it speaks TLS, PUBLIC_URL can.
 */
export function sessionCookies(publicUrl: string) {
  const isSecure = (origin: string) => origin.startsWith('https:') || publicUrl.startsWith('https:');
  const nameAt = (origin: string) => (isSecure(origin) ? secureName : plainName);
  /** No script reads it, and no other site sends it. */
  const attributes = (origin: string) => `Path=/; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`;
  const set = (origin: string, token: string, seconds: number) => ({
    'set-cookie': `${nameAt(origin)}=${token}; Max-Age=${seconds}; ${attributes(origin)}`,
  });

  return {
    keep: (token: string, origin: string) => set(origin, token, maxAge),
    drop: (origin: string) => set(origin, '', 0),

    /**
     * The token of the session that a browser sends, or undefined. Two of that name are none: without TLS a page of a
     * neighbouring domain can add a cookie of its own, to have people work in a session that is not theirs.
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
