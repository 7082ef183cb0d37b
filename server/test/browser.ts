import assert from 'node:assert/strict';
import type { Role } from '../src/platform/caller.ts';
import type { AdministratorId } from '../src/platform/ids.ts';
import { buildTenant, query, type TestTenant } from './builders.ts';
import type { TestAnswer, TestApp } from './test-app.ts';

// Administrators, and the browser's part for the console: it keeps a cookie, and sends the header that only our pages send.

type Served = Pick<TestApp, 'address' | 'databaseUrl'>;

export type Browser = ReturnType<typeof browser>;

export function browser(app: Pick<TestApp, 'address'>, cookie?: string) {
  const jar = { cookie };
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const answer = await fetch(`${app.address}/admin/v1${path}`, {
      method,
      headers: {
        ...(jar.cookie !== undefined && { cookie: jar.cookie }),
        ...(method !== 'GET' && { 'x-trunkline-console': '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const [set] = answer.headers.getSetCookie();
    if (set !== undefined) jar.cookie = set.includes('Max-Age=0') ? undefined : set.split(';', 1)[0];
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : undefined };
  };
  return {
    send,
    cookie: () => jar.cookie,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send('POST', path, body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) => send('PUT', path, body, headers),
    remove: (path: string, body?: unknown) => send('DELETE', path, body),
  };
}

export const testPassword = 'a password of twelve and more';
/** The hash of the password above, with minimal parameters: hundreds of tests log in, and few of them test how. */
const testHash = '$argon2id$v=19$m=8,t=1,p=1$c2FsdCBvZiBhbGwgdGVzdHM$amQ38XciXT0nSxy6asmqZDzH2pV/NQS2lZK8q0JJm7o';
let made = 0;

export type TestAdministrator = { administratorId: AdministratorId; email: string };

export async function buildAdministrator(
  app: Served,
  tenantId: number,
  {
    role = 'administrator',
    mustChange = false,
    projectIds = [],
  }: { role?: Role; mustChange?: boolean; projectIds?: number[] } = {},
): Promise<TestAdministrator> {
  const email = `person-${process.pid}-${++made}@example.com`;
  const [row] = await query(
    app,
    `insert into administrators (tenant_id, email, password_hash, role, must_change_password)
     values ($1, $2, $3, $4, $5) returning administrator_id::int`,
    [tenantId, email, testHash, role, mustChange],
  );
  const administratorId = row?.administrator_id as AdministratorId;
  for (const projectId of projectIds)
    await query(app, 'insert into administrator_projects values ($1, $2, $3)', [tenantId, administratorId, projectId]);
  return { administratorId, email };
}

/** Signs in with the password that all administrators of tests have. */
export async function logIn(app: Pick<TestApp, 'address'>, email: string): Promise<Browser> {
  const page = browser(app);
  const answer = await page.post('/session', { email, password: testPassword });
  assert.equal(answer.status, 200, answer.text);
  return page;
}

export type SignedInTenant = TestTenant & TestAdministrator & { console: Browser };

/** A new tenant with an administrator who is signed in. */
export async function buildSignedIn(
  app: Served,
  options: Parameters<typeof buildTenant>[1] & { role?: Role } = {},
): Promise<SignedInTenant> {
  const tenant = await buildTenant(app, options);
  const administrator = await buildAdministrator(app, tenant.tenantId, options);
  return { ...tenant, ...administrator, console: await logIn(app, administrator.email) };
}

/** The audit log of a tenant, oldest first. */
export function auditOf(app: Pick<TestApp, 'databaseUrl'>, tenantId: number) {
  return query(app, 'select * from audit_log where tenant_id = $1 order by audit_id', [tenantId]);
}
