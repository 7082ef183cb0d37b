import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { keysOf } from '../platform/keys-of.ts';
import { type Detail, validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { existingTrunk } from './existing-trunk.ts';
import { updateTrunk } from './queries.ts';
import { type TrunkFields, trunkFaults } from './trunk-fields.ts';
import { openTrunkPassword, sealTrunkPassword } from './trunk-password.ts';

type Change = { name: string } & { [Name in keyof TrunkFields]?: TrunkFields[Name] | undefined };

const destination = ['host', 'port', 'transport', 'username'] as const;

/**
 * Whether the stored password would go to a new destination. An administrator who may change a trunk but does not know its
 * password could otherwise read it on a server of their own, or on an unencrypted connection.
 */
function isKeptElsewhere(before: TrunkFields, after: TrunkFields, change: Change): boolean {
  const isKept = after.password !== null && change.password === undefined;
  return isKept && before.password !== null && destination.some((field) => before[field] !== after[field]);
}

const passwordMissing: Detail = {
  field: 'password',
  code: 'required',
  message:
    'password is required again (on the command line with --user) if host, port, transport or username changes, because the stored password is not sent to another server.',
};

/** Changes the given fields of a trunk and keeps the others; returns the names of the changed fields. */
export async function changeTrunk(tx: Tx, tenantId: TenantId, change: Change, box: SecretBox): Promise<string[]> {
  const { password: sealed, ...row } = await existingTrunk(tx, tenantId, change.name);
  const { trunk_id, created_at, ...fields } = row;
  const { name } = fields;
  const password = openTrunkPassword(box, { tenantId, name }, sealed);
  const before: TrunkFields = { ...fields, password };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: TrunkFields = { ...before, ...Object.fromEntries(given) };
  // A trunk that loses its username no longer needs its password.
  if (after.username === null && change.password === undefined) after.password = null;
  const faults = [...trunkFaults(after), ...(isKeptElsewhere(before, after, change) ? [passwordMissing] : [])];
  if (faults.length > 0) throw validationFailed(faults);

  const changed = keysOf(after).filter((field) => !isDeepStrictEqual(after[field], before[field]));
  const resealed = sealTrunkPassword(box, { tenantId, name }, after.password);
  if (changed.length > 0) {
    await updateTrunk.run(tx, { ...after, tenant_id: tenantId, password: resealed });
    tx.announce('telephony');
  }
  return changed;
}
