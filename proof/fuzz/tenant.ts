import type { AdministratorId } from '../../server/src/platform/ids.ts';
import { fromBase32 } from '../../server/test/base32.ts';
import type { Installation } from '../installation.ts';
import { type PlantedTenant, plantAdministrator, plantSession, plantTenant } from '../tenants.ts';
import type { Answer } from './answer.ts';
import type { Operation } from './document.ts';

// A tenant whose requests are fuzzed, with a key and an administrator.

export type FuzzedTenant = PlantedTenant & {
  /** A word in the names of everything that belongs to it, and in nothing else. */
  mark: string;
  email: string;
  cookie: string;
  /** The token of its last invitation. */
  invitation: string | undefined;
  /** The key of the authenticator app, and the recovery codes, of its administrator. */
  totpKey: Buffer | undefined;
  recoveryCodes: string[];
  /** Ids of its records, by the name of the parameter in paths: `customerId`, `number`. */
  ids: Record<string, (string | number)[]>;
  /** Signs the administrator in again. */
  signIn(): Promise<void>;
};

export async function plantFuzzedTenant(installation: Installation, mark: string): Promise<FuzzedTenant> {
  const planted = await plantTenant(installation.db, mark);
  const { tenantId, projectId, staffIds } = planted;
  const email = `${mark}@example.com`;
  const administratorId: AdministratorId = await plantAdministrator(installation, tenantId, email);
  const tenant: FuzzedTenant = {
    ...planted,
    mark,
    email,
    cookie: '',
    invitation: undefined,
    totpKey: undefined,
    recoveryCodes: [],
    ids: { projectId: [projectId], staffId: [...staffIds] },
    async signIn() {
      tenant.cookie = await plantSession(installation.db, tenantId, administratorId);
    },
  };
  await tenant.signIn();
  return tenant;
}

/** The field of an answer that has the value of a parameter in paths, if it is not `customer_id` for `customerId`. */
const otherFields: Record<string, string> = { number: 'number', name: 'name', external_id: 'externalId' };
const mostKept = 30;

/** Records that no request makes: their ids are read from lists. */
const listed = /\/(deliveries|sessions)$/;

/** Keeps the ids of a record that was made. */
export function keepIds(tenant: FuzzedTenant, { method, path }: Operation, { status, body }: Answer): void {
  if (status !== 200 && status !== 201) return;
  const { data } = (body ?? {}) as { data?: Record<string, unknown> | Record<string, unknown>[] };
  if (data && 'recovery_codes' in data) tenant.recoveryCodes = data.recovery_codes as string[];
  const made = method === 'POST' ? data : listed.test(path) && Array.isArray(data) ? data[0] : undefined;
  for (const [field, value] of Object.entries(made ?? {})) {
    if (field === 'secret' && path === '/session/totp') tenant.totpKey = fromBase32(String(value));
    if (field === 'link') tenant.invitation = String(value).split('#')[1];
    const parameter = parameterOf(field, path);
    if (!parameter || (typeof value !== 'string' && typeof value !== 'number')) continue;
    const known = (tenant.ids[parameter] ?? []).filter((id) => id !== value);
    tenant.ids[parameter] = [...known, value].slice(-mostKept);
  }
}

function parameterOf(field: string, path: string): string | undefined {
  // Only trunks are named in paths.
  if (field === 'name') return path === '/trunks' ? 'name' : undefined;
  if (field in otherFields) return otherFields[field];
  const [, kind] = /^([a-z]+)_id$/.exec(field) ?? [];
  return kind === undefined || kind === 'tenant' ? undefined : `${kind}Id`;
}
