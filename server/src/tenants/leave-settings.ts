import type { Tx } from '../database/connect.ts';
import type { TenantId } from '../platform/ids.ts';
import { validationFailed } from '../platform/problem.ts';
import { existingTenant } from './existing-tenant.ts';
import { updateSettingsByTenant } from './queries.ts';
import { type TenantSetting, tenantSettings } from './tenant-settings.ts';

/** Sets which settings a tenant's administrators may change. The operator always can, with commands. */
export async function leaveSettings(tx: Tx, tenantId: TenantId, wanted: readonly string[]): Promise<void> {
  await existingTenant(tx, tenantId);
  const unknown = wanted.filter((setting) => !tenantSettings.includes(setting as TenantSetting));
  if (unknown.length > 0) {
    const message = `There is no setting "${unknown[0]}". Use some of ${tenantSettings.join(',')}, or none.`;
    throw validationFailed([{ field: 'tenant-settings', code: 'not_allowed', message }]);
  }
  await updateSettingsByTenant.run(tx, { tenant_id: tenantId, settings_by_tenant: [...new Set(wanted)] });
}
