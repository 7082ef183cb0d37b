import { type AdministratorId, idOf, type KeyId, type SessionId, type TenantId } from './ids.ts';

/** Who is asking: what the rest of the program knows of a verified API key, or of an administrator's session. */
export type Caller = {
  tenantId: TenantId;
  meter: Meter;
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

/** What limits, streams and kept answers are counted by. All sessions of an administrator share one: a log-in gives no more. */
export type Meter = `key:${number}` | `administrator:${number}`;

/** How columns called `key_id` hold a meter: the id of the key, or the negative id of the administrator, which no key has. */
export function meterColumn(meter: Meter): KeyId {
  const [kind, id] = meter.split(':');
  return idOf('key', kind === 'key' ? Number(id) : -Number(id));
}

export const readMeterColumn = (key_id: KeyId): Meter => (key_id > 0 ? `key:${key_id}` : `administrator:${-key_id}`);

export type SignedIn = {
  administratorId: AdministratorId;
  sessionId: SessionId;
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
export const namesInLog = ({ tenantId, meter, administrator }: Caller) =>
  administrator
    ? { tenant_id: tenantId, administrator_id: administrator.administratorId }
    : { tenant_id: tenantId, key_id: meterColumn(meter) };

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
