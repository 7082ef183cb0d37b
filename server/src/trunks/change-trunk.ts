import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../database/connect.ts';
import { validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { existingTrunk } from './existing-trunk.ts';
import { updateTrunk } from './queries.ts';
import { type TrunkFields, trunkFaults } from './trunk-fields.ts';
import { openTrunkPassword, sealTrunkPassword } from './trunk-password.ts';

type Change = { name: string } & { [Name in keyof TrunkFields]?: TrunkFields[Name] | undefined };

/** Changes what is given of a trunk and leaves the rest; gives the names of the fields that are different now. */
export async function changeTrunk(tx: Tx, tenantId: number, change: Change, box: SecretBox): Promise<string[]> {
  const { password: sealed, ...row } = await existingTrunk(tx, tenantId, change.name);
  const { trunk_id, created_at, ...fields } = row;
  const { name } = fields;
  const password = openTrunkPassword(box, { tenantId, name }, sealed);
  const before: TrunkFields = { ...fields, password };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: TrunkFields = { ...before, ...Object.fromEntries(given) };
  // One that loses its username has no use for its password any more.
  if (after.username === null && change.password === undefined) after.password = null;
  const faults = trunkFaults(after);
  if (faults.length > 0) throw validationFailed(faults);

  const changed = Object.keys(after).filter(
    (field) => !isDeepStrictEqual(after[field as keyof TrunkFields], before[field as keyof TrunkFields]),
  );
  const resealed = sealTrunkPassword(box, { tenantId, name }, after.password);
  if (changed.length > 0) {
    await updateTrunk.run(tx, { ...after, tenant_id: tenantId, password: resealed });
    tx.announce('telephony');
  }
  return changed;
}
