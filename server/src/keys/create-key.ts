import type { Tx } from '../database/connect.ts';
import { apiKeyHint, type KeyKind, newApiKey, readApiKey } from '../platform/api-key.ts';
import { type Scope, scopes } from '../platform/caller.ts';
import type { KeyId, TenantId } from '../platform/ids.ts';
import { parseRange } from '../platform/network/ip-range.ts';
import { present } from '../platform/present.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import { nameFaults } from '../platform/text/name.ts';
import { nearest } from '../platform/text/nearest.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertKey } from './queries.ts';

export type NewKey = {
  name: string;
  kind: string;
  scopes: readonly string[];
  /** Addresses and CIDRs; an empty list allows every address. */
  allowlist?: readonly string[] | undefined;
  expiresAt?: Date | undefined;
  /** Whether assistants may start live calls with it. */
  allowsAssistants?: boolean | undefined;
};

const longestAllowlist = 50;

/** Only this answer contains the key itself: only its hash is stored. */
export async function createKey(
  tx: Tx,
  tenantId: TenantId,
  wanted: NewKey,
  now = Date.now(),
): Promise<{ keyId: KeyId; key: string }> {
  await existingTenant(tx, tenantId);
  const name = wanted.name.trim();
  const { kind, allowlist = [], expiresAt, allowsAssistants = false } = wanted;
  const faults = [
    ...nameFaults('name', name),
    ...scopeFaults(wanted.scopes),
    ...allowlistFaults(allowlist),
    ...expiryFaults(expiresAt, now),
  ];
  if (!isKind(kind)) throw validationFailed([unknownKind, ...faults]);
  if (faults.length > 0) throw validationFailed(faults);

  const key = newApiKey(kind);
  const { key_id: keyId } = await insertKey.one(tx, {
    tenant_id: tenantId,
    name,
    kind,
    hash: Buffer.from(present(readApiKey(key)).hash, 'hex'),
    hint: apiKeyHint(key),
    scopes: scopes.filter((scope) => wanted.scopes.includes(scope)),
    allowlist: [...allowlist],
    allows_assistants: allowsAssistants,
    expires_at: expiresAt ?? null,
  });
  return { keyId, key };
}

const isKind = (kind: string): kind is KeyKind => kind === 'test' || kind === 'live';
const unknownKind: Detail = { field: 'kind', code: 'not_allowed', message: 'kind must be test or live.' };

function scopeFaults(wanted: readonly string[]): Detail[] {
  if (wanted.length === 0)
    return [{ field: 'scopes', code: 'too_few', message: 'scopes must have at least one scope.' }];
  const unknown = wanted.filter((scope) => !scopes.includes(scope as Scope));
  return unknown.map((scope) => {
    const suggestion = nearest(scope, scopes);
    const advice = suggestion ? `Did you mean ${suggestion}?` : `Use some of ${scopes.join(', ')}.`;
    return { field: 'scopes', code: 'not_allowed', message: `There is no scope "${scope}". ${advice}` };
  });
}

function allowlistFaults(allowlist: readonly string[]): Detail[] {
  const field = 'allowlist';
  if (allowlist.length > longestAllowlist)
    return [{ field, code: 'too_many', message: `allowlist must have at most ${longestAllowlist} entries.` }];
  const unreadable = allowlist.filter((text) => parseRange(text) === undefined);
  return unreadable.map((text) => {
    const message = `"${text}" is not an IP address or CIDR range. Use a format such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32.`;
    return { field, code: 'invalid_format', message };
  });
}

function expiryFaults(expiresAt: Date | undefined, now: number): Detail[] {
  if (expiresAt === undefined || expiresAt.getTime() > now) return [];
  const message = `The expiry must be in the future, but ${expiresAt.toISOString()} is in the past.`;
  return [{ field: 'expires_at', code: 'out_of_range', message }];
}
