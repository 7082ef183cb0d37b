import pg from 'pg';
import { createAdministrator } from '../server/src/administrators/create-administrator.ts';
import { hashPassword } from '../server/src/administrators/credentials/password.ts';
import { startSession } from '../server/src/administrators/sessions/start-session.ts';
import type { Database } from '../server/src/database/connect.ts';
import { createKey } from '../server/src/keys/create-key.ts';
import { scopes } from '../server/src/platform/caller.ts';
import type { AdministratorId, ProjectId, StaffId, TenantId } from '../server/src/platform/ids.ts';
import { createProject } from '../server/src/projects/create-project.ts';
import { createStaff } from '../server/src/staff/create-staff.ts';
import { createTenant } from '../server/src/tenants/create-tenant.ts';

// Tenants with a test key, so that no phone rings.

export type PlantedTenant = {
  tenantId: TenantId;
  projectId: ProjectId;
  staffIds: StaffId[];
  key: string;
  /** Its key is a live one, and its calls reach the customers of the phone lab. */
  isLive?: boolean;
};

export function plantTenant(db: Database, name: string, staff = 2): Promise<PlantedTenant> {
  return db.transaction(async (tx) => {
    const tenantId = await createTenant(tx, { name, country: 'JP', licenses: ['open_api_advanced'] });
    const projectId = await createProject(tx, tenantId, { name: `Project of ${name}` });
    const staffIds: StaffId[] = [];
    for (let i = 1; i <= staff; i++) staffIds.push(await createStaff(tx, tenantId, { name: `Staff ${i} of ${name}` }));
    const { key } = await createKey(tx, tenantId, { name: `Key of ${name}`, kind: 'test', scopes });
    return { tenantId, projectId, staffIds, key };
  });
}

export const administratorPassword = 'a password of twelve and more';
let hashed: Promise<string> | undefined;

/** An administrator who has chosen a password already. */
export async function plantAdministrator(
  { db, databaseUrl }: { db: Database; databaseUrl: string },
  tenantId: TenantId,
  email: string,
): Promise<AdministratorId> {
  hashed ??= hashPassword(administratorPassword); // One hash for all: each takes as long as a log-in.
  const passwordHash = await hashed;
  const administratorId = await db.transaction((tx) => createAdministrator(tx, tenantId, { email, passwordHash }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const sql = 'update administrators set must_change_password = false where tenant_id = $1 and administrator_id = $2';
    await client.query(sql, [tenantId, administratorId]);
  } finally {
    await client.end();
  }
  return administratorId;
}

/** The cookie of a new session. */
export async function plantSession(
  db: Database,
  tenantId: TenantId,
  administratorId: AdministratorId,
): Promise<string> {
  const client = { ip: '127.0.0.1', user_agent: 'proof' };
  const { token } = await db.transaction((tx) => startSession(tx, tenantId, administratorId, client));
  return `trunkline_session=${token}`;
}
