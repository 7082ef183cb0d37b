/** Who is asking: what the rest of the program knows of a verified API key, or of an administrator's session. */
export type Caller = {
  tenantId: number;
  /**
   * What limits, streams and kept answers are counted by. A session has no key: there it is the negative of the
   * administrator's id, which no key has, so that another log-in is no way to more.
   */
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
  /** Who is signed in to the console; an API key is nobody. */
  administrator?: SignedIn | undefined;
};

export type SignedIn = {
  administratorId: number;
  sessionId: number;
  email: string;
  role: Role;
  mustChangePassword: boolean;
  hasTotp: boolean;
  /** Who sets up trunks, numbers and caller ids of the tenant. */
  telephonyBy: TelephonyBy;
};

/** A session that is only seen to be there, as for a stream that is left open, comes to its end like one that nobody uses. */
export type SessionUse = 'used' | 'seen';

/** How the log names who is asking. */
export const namesInLog = ({ tenantId, keyId, administrator }: Caller) =>
  administrator
    ? { tenant_id: tenantId, administrator_id: administrator.administratorId }
    : { tenant_id: tenantId, key_id: keyId };

/** Administrators, as the operator always may; or he alone. */
export const telephonyBy = ['tenant', 'operator'] as const;
export type TelephonyBy = (typeof telephonyBy)[number];

/** From the mightiest down. */
export const roles = ['administrator', 'viewer'] as const;
export type Role = (typeof roles)[number];

export const scopes = [
  'customers:read',
  'customers:write',
  'calls:initiate',
  'calls:read',
  'reports:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof scopes)[number];

/** A viewer reads; whatever changes something, or shows how it could be changed, is an administrator's. */
export const scopesOf = (role: Role): ReadonlySet<Scope> =>
  new Set(role === 'administrator' ? scopes : scopes.filter((scope) => scope.endsWith(':read')));

export const licenses = ['open_api_advanced'] as const;
export type License = (typeof licenses)[number];
