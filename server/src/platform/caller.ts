/** Who is asking: what the rest of the program knows of a verified API key. */
export type Caller = {
  tenantId: number;
  keyId: number;
  kind: 'test' | 'live';
  scopes: ReadonlySet<Scope>;
  licenses: ReadonlySet<License>;
  /** Undefined lets every address in. */
  allows: ((address: string) => boolean) | undefined;
  expiresAt: number;
  defaultCountry: string | null;
  timezone: string;
  /** Whether the operator has set limits for the tenant's live calls. */
  hasCallLimits: boolean;
};

export const scopes = [
  'customers:read',
  'customers:write',
  'calls:initiate',
  'calls:read',
  'reports:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof scopes)[number];

export const licenses = ['open_api_advanced'] as const;
export type License = (typeof licenses)[number];
