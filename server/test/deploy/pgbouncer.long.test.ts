import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/database/connect.ts';
import { ownerAccount } from '../../src/database/embedded-account.ts';
import { createLog } from '../../src/platform/log.ts';
import { atEnd } from '../at-end.ts';
import { buildStaff, buildTenant, query } from '../builders.ts';
import { fetchTree } from '../debian-programs.ts';
import { client, startNode } from '../test-app.ts';
import { createTestDatabase } from '../test-database.ts';
import { until } from '../until.ts';

// Debian's PgBouncer with the shipped file, in which only addresses and paths are replaced.

const shipped = join(import.meta.dirname, '../../../deploy/pgbouncer/pgbouncer.ini');

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The address of the same database through PgBouncer. */
async function startPgBouncer(databaseUrl: string): Promise<string> {
  const wanted = { name: 'pgbouncer', packages: ['pgbouncer'], suites: ['bookworm', 'stable'], version: 1 };
  const { command, args } = (await fetchTree(wanted)).program('usr/sbin/pgbouncer');
  const { username, password, pathname, searchParams } = new URL(databaseUrl);
  const socketFolder = searchParams.get('host') ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-pgbouncer-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755); // PgBouncer leaves the user root.
  const [port, users, file] = [await freePort(), join(folder, 'userlist.txt'), join(folder, 'pgbouncer.ini')];
  const replaced = readFileSync(shipped, 'utf8')
    .replace(/^trunkline = .*$/m, `* = host=${socketFolder}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  writeFileSync(file, replaced);
  writeFileSync(users, `"${username}" "${decodeURIComponent(password)}"\n`, { mode: 0o644 });

  // Only the user who runs the PostgreSQL of the tests can reach its socket.
  const account = ownerAccount(socketFolder);
  const asOther = account ? ['-u', account.name] : [];
  const child = spawn(command, [...args, ...asOther, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  atEnd(() => void child.kill());
  let words = '';
  child.stderr.on('data', (text) => {
    words += text;
  });
  await until(() => {
    assert.equal(child.exitCode, null, words);
    return words.includes('process up');
  });
  return `postgresql://${username}:${password}@127.0.0.1:${port}${pathname}?sslmode=disable`;
}

const databaseUrl = await createTestDatabase();
const pooledUrl = await startPgBouncer(databaseUrl);
const lines: string[] = [];
const log = createLog('warn', { write: (line) => lines.push(line) });
const node = await startNode(pooledUrl, {}, log);
const { api, tenantId, projectId, key, keyId } = await buildTenant(node);

test('requests and whole calls work through PgBouncer', { timeout: 240_000 }, async () => {
  const created = await api.post('/customers', { name: '山田 太郎', project_id: projectId });
  assert.equal(created.status, 201);
  assert.equal((await api.get('/customers')).body.pagination.total, 1);
  const staffId = await buildStaff(node, tenantId);
  const call = { staff_id: staffId, project_id: projectId, phone_number: '+819012345678' };
  const started = await api.post('/calls/initiate', call);
  assert.equal(started.status, 200, started.text);
  const { call_id } = started.body.data;
  await until(async () => (await api.get(`/calls/${call_id}`)).body.data.ended_at !== null);
});

test('notifications come through it: a revocation is seen', { timeout: 240_000 }, async () => {
  assert.equal((await client(node, key).get('/customers')).status, 200);
  await query({ databaseUrl }, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  await until(async () => (await client(node, key).get('/customers')).status === 401);
  assert.deepEqual(
    lines.filter((line) => line.includes('NOTIFY')),
    [],
  );
});

test('the limits of a connection hold behind it', { timeout: 240_000 }, async () => {
  const db = connect(pooledUrl, { poolSize: 1, applicationName: 'trunkline test', onIdleError: () => {} });
  atEnd(() => db.close());
  const text = `select current_setting('statement_timeout') as limit, current_setting('plan_cache_mode') as plans`;
  const { rows } = await db.execute({ name: '', text, values: [] });
  assert.deepEqual(rows, [{ limit: '10s', plans: 'force_generic_plan' }]);
});
