import type { IncomingHttpHeaders } from 'node:http';

const name = 'trunkline_session';
/** As long as a session lasts at most; the server knows better when it is over. */
const maxAge = 7 * 24 * 3_600;

/**
 * The token of the session that a browser sends, or undefined. Two of that name are none: a page of a neighbouring domain can
 * add a cookie of its own, to have people work in a session that is not theirs.
 */
export function readSessionToken({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const tokens = cookie.split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value ? [value] : [];
  });
  return tokens.length === 1 ? tokens[0] : undefined;
}

/** No script reads it, no other site sends it, and where there is TLS it never travels without. */
const attributes = (origin: string) =>
  `Path=/; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

export const keepSession = (token: string, origin: string) => ({
  'set-cookie': `${name}=${token}; Max-Age=${maxAge}; ${attributes(origin)}`,
});

export const dropSession = (origin: string) => ({ 'set-cookie': `${name}=; Max-Age=0; ${attributes(origin)}` });
