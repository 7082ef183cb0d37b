export const scopes = [
  'customers:read',
  'customers:write',
  'calls:read',
  'calls:initiate',
  'reports:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof scopes)[number];

export type Key = {
  key_id: number;
  name: string;
  kind: 'test' | 'live';
  hint: string;
  scopes: Scope[];
  allowlist: string[] | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
};
export type NewKey = Pick<Key, 'name' | 'kind' | 'scopes'> & { expires_at?: string; allowlist?: string[] };
export type IssuedKey = Key & { key: string };
