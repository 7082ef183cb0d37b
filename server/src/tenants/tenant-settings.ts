/** The settings that the operator can leave to a tenant's administrators. Limits of live calls are not among them. */
export const tenantSettings = ['name', 'country', 'timezone', 'language', 'recording_days', 'analysis'] as const;
export type TenantSetting = (typeof tenantSettings)[number];
