import pg from 'pg';
import { apiKeyHint, newApiKey, readApiKey } from '../src/platform/api-key.ts';
import { scopes as allScopes } from '../src/platform/caller.ts';
import type { KeyId, ProjectId, StaffId, TenantId } from '../src/platform/ids.ts';
import { atEnd } from './at-end.ts';
import { client, type TestApp, type TestClient } from './test-app.ts';

// The data that tests start from, inserted directly into the tables: a builder must not depend on the code that it helps to
// test.

/** The parts of a server that builders need. */
type Built = Pick<TestApp, 'address' | 'databaseUrl'>;

export type TestTenant = { tenantId: TenantId; projectId: ProjectId; key: string; keyId: KeyId; api: TestClient };

export async function buildTenant(
  app: Built,
  options: { country?: string; licenses?: string[]; kind?: 'test' | 'live' } = {},
): Promise<TestTenant> {
  const { country = null, licenses = [], kind = 'test' } = options;
  const [tenant] = await query(
    app,
    'insert into tenants (name, default_country) values ($1, $2) returning tenant_id::int',
    ['Tenant', country],
  );
  const tenantId = tenant?.tenant_id as TenantId;
  for (const license of licenses)
    await query(app, 'insert into tenant_licenses (tenant_id, license) values ($1, $2)', [tenantId, license]);
  const projectId = await buildProject(app, tenantId);
  const { key, keyId } = await buildKey(app, tenantId, { kind });
  return { tenantId, projectId, key, keyId, api: client(app, key) };
}

export async function buildProject(app: Built, tenantId: number, isActive = true): Promise<ProjectId> {
  const sql = 'insert into projects (tenant_id, name, is_active) values ($1, $2, $3) returning project_id::int';
  const [project] = await query(app, sql, [tenantId, 'Project', isActive]);
  return project?.project_id as ProjectId;
}

export async function buildStaff(app: Built, tenantId: number, isActive = true): Promise<StaffId> {
  const sql = 'insert into staff (tenant_id, name, is_active) values ($1, $2, $3) returning staff_id::int';
  const [member] = await query(app, sql, [tenantId, 'Staff', isActive]);
  return member?.staff_id as StaffId;
}

export async function buildKey(
  app: Built,
  tenantId: number,
  options: {
    kind?: 'test' | 'live';
    scopes?: readonly string[];
    allowlist?: string[];
    expiresAt?: Date;
    allowsAssistants?: boolean;
  } = {},
): Promise<{ key: string; keyId: KeyId }> {
  const { kind = 'test', scopes = allScopes, allowlist = [], expiresAt = null, allowsAssistants = false } = options;
  const key = newApiKey(kind);
  const hash = Buffer.from(readApiKey(key)?.hash ?? '', 'hex');
  const [row] = await query(
    app,
    `insert into api_keys (tenant_id, name, kind, hash, hint, scopes, allowlist, expires_at, allows_assistants)
     values ($1, 'Key', $2, $3, $4, $5, $6, $7, $8) returning key_id::int`,
    [tenantId, kind, hash, apiKeyHint(key), scopes, allowlist, expiresAt, allowsAssistants],
  );
  return { key, keyId: row?.key_id as KeyId };
}

/** Queries the database directly, past the server. */
export async function query(
  app: Pick<TestApp, 'databaseUrl'>,
  sql: string,
  values: unknown[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever they select
): Promise<Record<string, any>[]> {
  return (await poolOf(app.databaseUrl).query(sql, values)).rows;
}

const pools = new Map<string, pg.Pool>();

/**
 * Kept between statements, because a test that waits for a condition queries many times a second; closed soon after the last
 * one.
 */
export function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 20, idleTimeoutMillis: 500, allowExitOnIdle: true });
  pool.on('error', () => {}); // Some tests cut idle connections; the next statement opens a new one.
  pools.set(connectionString, pool);
  atEnd(() => closePool(connectionString));
  return pool;
}

async function closePool(connectionString: string): Promise<void> {
  const pool = pools.get(connectionString);
  pools.delete(connectionString);
  await pool?.end();
}

/** Makes a database read-only, or writable again; connections notice it when they are reopened. */
export async function setReadOnly(databaseUrl: string, setting: 'on' | 'off'): Promise<void> {
  const change = `execute format('alter database %I set default_transaction_read_only = ${setting}', current_database())`;
  await query({ databaseUrl }, `begin read write; do $$ begin ${change}; end $$; commit`);
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  // With the milliseconds to wait for each end: a connection that has only been asked to end could still be used.
  await query({ databaseUrl }, `select pg_terminate_backend(pid, 10000) from pg_stat_activity where ${others}`);
  await closePool(databaseUrl);
}
