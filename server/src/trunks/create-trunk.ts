import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { existingTenant } from '../tenants/existing-tenant.ts';
import { insertTrunk, type TrunkRow } from './queries.ts';
import { type NewTrunk, newTrunkFields, trunkFaults } from './trunk-fields.ts';
import { sealTrunkPassword } from './trunk-password.ts';

export async function createTrunk(tx: Tx, tenantId: TenantId, wanted: NewTrunk, box: SecretBox): Promise<TrunkRow> {
  await existingTenant(tx, tenantId);
  const trunk = newTrunkFields(wanted);
  const faults = trunkFaults(trunk);
  if (faults.length > 0) throw validationFailed(faults);

  const password = sealTrunkPassword(box, { tenantId, name: trunk.name }, trunk.password);
  const created = await insertTrunk.first(tx, { ...trunk, tenant_id: tenantId, password });
  if (!created) throw nameIsTaken(trunk.name);
  tx.announce('telephony');
  return created;
}

function nameIsTaken(name: string) {
  const message = `This tenant already has a trunk "${name}". Choose another name, or remove that trunk first.`;
  return validationFailed([{ field: 'name', code: 'taken', message }]);
}
