import { findCredentialsByEmail } from '../../administrators/queries.ts';
import type { Database, Tx } from '../../database/connect.ts';
import { statement } from '../../database/sql.ts';
import type { AdministratorId, KeyId, TenantId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

// The secrets of the demo tenant that the first start shows, encrypted, so that they can be shown again. Triggers
// (0025-one-time-passwords.sql) delete the password at the first log-in or password change, and a key when it is revoked or
// rotated.

export const demoEmail = 'admin@demo.example';

type Name = 'password' | 'test_key' | 'live_key';
type Owner = { administrator_id: AdministratorId; key_id?: never } | { key_id: KeyId; administrator_id?: never };

export type Demo = { tenantId: TenantId; secrets: Partial<Record<Name, string>> };

const contextOf = (tenantId: TenantId, name: string) => `demo/${tenantId}/${name}`;

export async function keepDemoSecret(
  tx: Tx,
  tenantId: TenantId,
  box: SecretBox,
  { name, secret, owner }: { name: Name; secret: string; owner: Owner },
): Promise<void> {
  await insertDemoSecret.run(tx, {
    tenant_id: tenantId,
    name,
    administrator_id: owner.administrator_id ?? null,
    key_id: owner.key_id ?? null,
    sealed: box.seal(secret, contextOf(tenantId, name)),
  });
}

/** The secrets that are still valid; undefined if there is no demo tenant. */
export async function findDemo(db: Database, box: SecretBox): Promise<Demo | undefined> {
  const demo = await findCredentialsByEmail.first(db, { email: demoEmail });
  if (!demo) return undefined;
  const { tenant_id: tenantId } = demo;
  const rows = await listDemoSecrets.all(db, { tenant_id: tenantId });
  const opened = rows.map(({ name, sealed }) => [name, box.open(sealed, contextOf(tenantId, name))]);
  return { tenantId, secrets: Object.fromEntries(opened) };
}

const insertDemoSecret = statement({
  name: 'insert_demo_secret',
  takes: { tenant_id: 'int8', name: 'text', administrator_id: 'int8?', key_id: 'int8?', sealed: 'bytea' },
  sql: `
    insert into demo_secrets (tenant_id, name, administrator_id, key_id, sealed)
    values (:tenant_id, :name, :administrator_id, :key_id, :sealed)`,
});

const listDemoSecrets = statement({
  name: 'list_demo_secrets',
  takes: { tenant_id: 'int8' },
  gives: { name: 'text', sealed: 'bytea' },
  sql: 'select name, sealed from demo_secrets where tenant_id = :tenant_id',
});
