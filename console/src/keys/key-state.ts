import type { Key } from './key.ts';

type Ends = Pick<Key, 'revoked_at' | 'expires_at'>;

export function keyState({ revoked_at, expires_at }: Ends): 'active' | 'revoked' | 'expired' {
  if (revoked_at) return 'revoked';
  return expires_at && new Date(expires_at) <= new Date() ? 'expired' : 'active';
}

export const hasEnded = (key: Ends) => keyState(key) !== 'active';
