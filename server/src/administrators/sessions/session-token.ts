import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, which only the browser keeps. */
export const newSessionToken = () => randomBytes(32).toString('base64url');

/** As with API keys a plain hash is enough: there is nothing to be guessed. */
export const hashSessionToken = (token: string) => createHash('sha256').update(token).digest();
