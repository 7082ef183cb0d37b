import { createRequire } from 'node:module';

/** Loaded with the first request rather than at the start, of which it would be a tenth: many installations never need it. */
export const loadUndici = (): typeof import('undici') => createRequire(import.meta.url)('undici');
