import { type AdministratorId, idOf, type KeyId, type ProjectId, type SessionId, type TenantId } from './ids.ts';

/** The caller of a request: what the rest of the program knows of a verified API key, or of an administrator's session. */
export type Caller = {
  tenantId: TenantId;
  meter: Meter;
  kind: 'test' | 'live';
  scopes: ReadonlySet<Scope>;
  /** The projects that the caller may read; null for all of them. Only supervisors are restricted. */
  projects: ProjectId[] | null;
  licenses: ReadonlySet<License>;
  /** Undefined allows every address. */
  allows: ((address: string) => boolean) | undefined;
  /** Whether assistants may start live calls with this key; undefined for an administrator. */
  allowsAssistants?: boolean;
  expiresAt: number;
  defaultCountry: string | null;
  timezone: string;
  /** Whether the operator has set limits for the tenant's live calls. */
  hasCallLimits: boolean;
  /** The signed-in administrator; undefined for an API key. */
  administrator?: SignedIn | undefined;
};

/**
 * The unit by which limits, streams and kept answers are counted. All sessions of an administrator share one: another login
 * gives no more.
 */
export type Meter = `key:${number}` | `administrator:${number}`;

/** How `key_id` columns store a meter: the id of the key, or the negative id of the administrator, which no key has. */
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
  /** The party that manages trunks, numbers and caller ids of the tenant. */
  telephonyBy: TelephonyBy;
};

/** A session that is only `seen`, for example by a stream that is left open, expires like an unused one. */
export type SessionUse = 'used' | 'seen';

/** The fields that identify the caller in the log. */
export const namesInLog = ({ tenantId, meter, administrator }: Caller) =>
  administrator
    ? { tenant_id: tenantId, administrator_id: administrator.administratorId }
    : { tenant_id: tenantId, key_id: meterColumn(meter) };

/** Either the tenant's administrators manage the telephony, besides the operator, or the operator alone. */
export const telephonyBy = ['tenant', 'operator'] as const;
export type TelephonyBy = (typeof telephonyBy)[number];

/**
 * An administrator may use everything, and a viewer may read everything. A supervisor reads and annotates the calls of some
 * projects; see `isForSupervisors` of an operation.
 */
export const roles = ['administrator', 'supervisor', 'viewer'] as const;
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

/** The scopes that only read. */
const readScopes = scopes.filter((scope) => scope.endsWith(':read'));

const roleScopes: Record<Role, ReadonlySet<Scope>> = {
  administrator: new Set(scopes),
  // The scopes decide how much of a call an answer contains. They open no operation to a supervisor.
  supervisor: new Set(readScopes),
  // Changes, and everything that shows how to make them, are for administrators.
  viewer: new Set(readScopes),
};

export const scopesOf = (role: Role): ReadonlySet<Scope> => roleScopes[role];

export const licenses = ['open_api_advanced'] as const;
export type License = (typeof licenses)[number];
