import type { Shapes } from '../api/types.ts';

export type Key = Shapes['Key'];
export type NewKey = Shapes['NewKey'];
export type IssuedKey = Shapes['CreatedKey'];
export type Scope = Key['scopes'][number];

/** In the order in which the form asks for them. */
export const scopes = [
  'customers:read',
  'customers:write',
  'calls:read',
  'calls:initiate',
  'reports:read',
  'webhooks:manage',
] as const satisfies Scope[];
