import { createAdministrator } from '../../administrators/create-administrator.ts';
import { makePassword } from '../../administrators/credentials/password.ts';
import type { Database } from '../../database/connect.ts';
import { createKey } from '../../keys/create-key.ts';
import { scopes } from '../../platform/caller.ts';
import type { ProjectId, TenantId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { createProject } from '../../projects/create-project.ts';
import { createStaff } from '../../staff/create-staff.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { findAnyTenant, lockTenants } from '../../tenants/queries.ts';
import { demoEmail, keepDemoSecret } from './demo-secrets.ts';

/** The values that the first banner shows. */
export type DemoTenant = {
  tenantId: TenantId;
  projectId: ProjectId;
  email: string;
  password: string;
  testKey: string;
  liveKey: string;
};

const tenant = {
  ...{ name: 'Demo', country: 'JP', timezone: 'Asia/Tokyo', licenses: ['open_api_advanced'] },
  /** Simulated calls are spoken in English. Detecting that would need a second model before the first transcript. */
  language: 'en',
};
const projects = [{ name: 'Sales' }, { name: 'Support' }] as const;
const staff = [
  { name: '佐藤 花子', phone: 'sip:hanako@demo.example' },
  { name: '鈴木 一郎', phone: 'sip:ichiro@demo.example' },
  { name: 'Alex Morgan', phone: '+81 3-0000-0000' },
];
const email = demoEmail;

/** Gives an empty database a tenant to try things with, in one transaction; undefined if there is any tenant already. */
export async function createDemoTenant(db: Database, box: SecretBox): Promise<DemoTenant | undefined> {
  const { password, passwordHash } = await makePassword();
  return db.transaction(async (tx) => {
    await lockTenants.run(tx, {});
    if (await findAnyTenant.first(tx, {})) return undefined;

    const tenantId = await createTenant(tx, tenant);
    const projectId = await createProject(tx, tenantId, projects[0]);
    await createProject(tx, tenantId, projects[1]);
    for (const member of staff) await createStaff(tx, tenantId, member);
    const administrator_id = await createAdministrator(tx, tenantId, { email, passwordHash });
    const test = await createKey(tx, tenantId, { name: 'Demo test key', kind: 'test', scopes });
    const live = await createKey(tx, tenantId, { name: 'Demo live key', kind: 'live', scopes });
    for (const kept of [
      { name: 'password', secret: password, owner: { administrator_id } },
      { name: 'test_key', secret: test.key, owner: { key_id: test.keyId } },
      { name: 'live_key', secret: live.key, owner: { key_id: live.keyId } },
    ] as const)
      await keepDemoSecret(tx, tenantId, box, kept);
    return { tenantId, projectId, email, password, testKey: test.key, liveKey: live.key };
  });
}
