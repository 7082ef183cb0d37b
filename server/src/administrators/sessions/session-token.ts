import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, which only the browser stores. */
export const newSessionToken = () => randomBytes(32).toString('base64url');

/** As with API keys, a plain hash is enough: the token is too long to guess. */
export const hashSessionToken = (token: string) => createHash('sha256').update(token).digest();
