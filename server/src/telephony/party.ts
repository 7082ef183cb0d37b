import type { Party } from '../engine/phone-system.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { openDigest, sipRealm } from '../staff/sip-digest.ts';
import { openTrunkPassword } from '../trunks/trunk-password.ts';
import type { Work } from './provision-queries.ts';

/** What a telephone system is told of a row. A secret that does not open is the fault of that row alone. */
export function partyOf(work: Work, box: SecretBox): Party | 'gone' | { fault: string } {
  if (work.kind === null) return 'gone';
  try {
    return work.kind === 'trunk' ? trunkParty(work, box) : phoneParty(work, box);
  } catch {
    return { fault: 'its secret in the database cannot be opened with the key for secrets; set it anew' };
  }
}

function phoneParty({ name, tenant_id, staff_id, sealed }: Work, box: SecretBox): Party {
  const owner = { tenantId: tenant_id as number, staffId: staff_id as number };
  return { kind: 'phone', name, realm: sipRealm, digest: openDigest(box, owner, sealed as Buffer) };
}

function trunkParty({ name, tenant_id, trunk, sealed, username, ...row }: Work, box: SecretBox): Party {
  const owner = { tenantId: tenant_id as number, name: trunk as string };
  const password = openTrunkPassword(box, owner, sealed);
  return {
    kind: 'trunk',
    name,
    host: row.host as string,
    port: row.port as number,
    transport: row.transport as string,
    credentials: username === null || password === null ? null : { username, password },
    codecs: row.codecs as string[],
    fromUser: row.from_user,
    fromDomain: row.from_domain,
  };
}
