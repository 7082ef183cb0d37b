import type { Party } from '../engine/phone-system.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { openDigest, sipRealm } from '../staff/sip-digest.ts';
import { openTrunkPassword } from '../trunks/trunk-password.ts';
import type { PhoneWork, TrunkWork } from './provision-queries.ts';

// Converts rows into parties for a telephone system.

export function phoneParty({ name, tenant_id, staff_id, ha1 }: PhoneWork, box: SecretBox): Party {
  const digest = openDigest(box, { tenantId: tenant_id, staffId: staff_id }, ha1);
  return { kind: 'phone', name, realm: sipRealm, digest };
}

export function trunkParty(row: TrunkWork, box: SecretBox): Party {
  const { name, host, port, transport, username, codecs, from_user: fromUser, from_domain: fromDomain } = row;
  const password = openTrunkPassword(box, { tenantId: row.tenant_id, name: row.trunk }, row.password);
  const credentials = username === null || password === null ? null : { username, password };
  return { kind: 'trunk', name, host, port, transport, credentials, codecs, fromUser, fromDomain };
}
