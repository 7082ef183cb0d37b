import type { Tx } from '../database/connect.ts';
import type { FaultCode } from '../platform/fault-codes.ts';
import type { AdministratorId, TenantId } from '../platform/ids.ts';
import { problem, validationFailed } from '../platform/problem.ts';
import { type AdministratorRow, lockAdministrators } from './queries.ts';

type Change = {
  administratorId: AdministratorId;
  /** The administrator who makes the change, or the operator with a command. */
  by: AdministratorId | 'operator';
  /** Whether the account still has the role `administrator` afterwards; left out if the role does not change. */
  isToLead?: boolean;
};

/**
 * Returns another administrator for a change. Administrators cannot demote or remove themselves by mistake, and two who remove
 * each other at the same moment do not leave a tenant without one. Locks all administrators of the tenant.
 */
export async function otherAdministrator(tx: Tx, tenantId: TenantId, change: Change): Promise<AdministratorRow> {
  const { administratorId, by, isToLead = true } = change;
  const all = await lockAdministrators.all(tx, { tenant_id: tenantId });
  const found = all.find(({ administrator_id }) => administrator_id === administratorId);
  if (!found) throw problem('not_found');
  if (administratorId === by)
    throw refused('own_account', 'You cannot do this with your own account. Ask another administrator.');
  const isAnyOther = all.some(({ administrator_id, role }) =>
    administrator_id === administratorId ? isToLead : role === 'administrator',
  );
  if (!isAnyOther)
    throw refused(
      'last_administrator',
      'This is the last administrator of the tenant. Give another person the role first.',
    );
  return found;
}

function refused(code: FaultCode, message: string) {
  return validationFailed([{ field: 'administrator_id', code, message }]);
}
