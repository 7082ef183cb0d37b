import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { atEnd } from '../../test/at-end.ts';
import { buildAdministrator, buildSignedIn, logIn, type SignedInTenant } from '../../test/browser.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildStaff, query } from '../../test/builders.ts';
import { type RunningProgram, serve } from '../../test/program.ts';
import { secretsKey } from '../../test/secrets.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { waiting } from '../../test/while-held.ts';
import { decodeId } from '../platform/ids.ts';

// kill -9 of the program in the middle of an erasure, with recordings in an S3-compatible store: the next server finishes it.

const number = '+819055512345';
const folder = mkdtempSync(join(tmpdir(), 'trunkline-erasure-crash-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const store = await startS3Server();
/** A server in this process, which makes the recordings; it stops before the program starts. */
const maker = await startTestApp({ DATA_DIR: folder, RECORDING_STORE_URL: store.address, SIMULATOR_SPEED: 100 });
const { databaseUrl } = maker;

const tenant = await buildSignedIn(maker, { country: 'JP' });
const stranger = await buildSignedIn(maker, { country: 'JP' });

async function storedCall({ api, tenantId, projectId: project_id }: SignedInTenant): Promise<string> {
  const staff_id = await buildStaff(maker, tenantId);
  const { call_id } = (await api.post('/calls/initiate', { phone_number: number, staff_id, project_id })).body.data;
  const object = `${tenantId}/${decodeId('call', call_id)}.wav`;
  await until(() => store.objects.has(object), 60);
  await until(async () => !existsSync(join(folder, 'recordings', object)));
  return object;
}
const stored = [await storedCall(tenant), await storedCall(tenant)];
const strangers = await storedCall(stranger);
const built = Array.from({ length: 450 }, () => ({ phoneNumber: number }));
const ids = await buildCalls(maker, tenant, built);
await query(maker, 'update calls set e164 = phone_number where tenant_id = $1 and e164 is null', [tenant.tenantId]);
await tenant.api.post('/customers', { project_id: tenant.projectId, name: 'Zqcrash', tel1: number });
const { email } = await buildAdministrator(maker, tenant.tenantId);
await maker.stop();

const settings = {
  ...{ DATABASE_URL: databaseUrl, DATA_DIR: folder, RECORDING_STORE_URL: store.address },
  ...{ SECRETS_KEY: secretsKey, LOG_LEVEL: 'error' },
};
let third: Awaited<ReturnType<typeof serve>> | undefined;
const kill = async ({ child, ended }: RunningProgram) => {
  child.kill('SIGKILL');
  await ended;
};
const erasure = async () =>
  (await query(maker, 'select * from erasures where tenant_id = $1', [tenant.tenantId]))[0] as Record<string, unknown>;
/** As if ten seconds had passed, after which another node takes an erasure over. */
const passTime = () =>
  query(maker, `update erasures set continued_at = now() - interval '1 minute' where tenant_id = $1`, [
    tenant.tenantId,
  ]);

test('an erasure is finished although the server is killed among its calls and again at its files', async () => {
  const first = await serve(settings);
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    // A call of the second batch is locked, so the erasure stops there.
    await holder.query('begin');
    await holder.query('select 1 from calls where tenant_id = $1 and call_id = $2 for update', [
      tenant.tenantId,
      decodeId('call', ids[400] ?? ''),
    ]);
    const page = await logIn(first, email);
    const request = page.post('/erasures', { phone_number: number }).catch(() => 'killed');
    await until(async () => (await waiting(maker)) > 0);
    await kill(first);
    assert.equal(await request, 'killed');
  } finally {
    await holder.end();
  }
  const atKill = await erasure();
  assert.deepEqual([atKill.step, atKill.finished_at], ['calls', null]);
  assert.notEqual(atKill.done_up_to, null, 'a batch was committed');

  store.become('silent');
  await passTime();
  const second = await serve(settings);
  await until(async () => (await erasure()).step === 'files', 60);
  await kill(second);
  assert.equal((await erasure()).finished_at, null);
  for (const object of stored) assert.ok(store.objects.has(object));

  store.become('well');
  await passTime();
  third = await serve(settings);
  await until(async () => (await erasure()).finished_at, 60);
  for (const object of stored) assert.ok(!store.objects.has(object), object);
  assert.ok(store.objects.has(strangers), 'the other tenant has its recording');

  const { erased, numbers, customer_ids, test_call_ids } = await erasure();
  const { customers, test_calls, recordings } = erased as Record<string, number>;
  assert.deepEqual([customers, test_calls, recordings], [1, 452, 2]);
  assert.deepEqual([numbers, customer_ids, test_call_ids], [null, null, null]);
  const named = 'select 1 from calls where tenant_id = $1 and (phone_number is not null or e164 is not null)';
  assert.equal((await query(maker, named, [tenant.tenantId])).length, 0);
  assert.equal((await query(maker, named, [stranger.tenantId])).length, 1);
  const events = `select 1 from events where tenant_id = $1 and data::text ~ 'Zqcrash|5551'`;
  assert.equal((await query(maker, events, [tenant.tenantId])).length, 0);
});

test('while the store is out of order the answer is 202, and the erasure is finished when the store is back', async () => {
  assert.ok(third);
  const { email } = await buildAdministrator(maker, stranger.tenantId);
  const page = await logIn(third, email);
  store.become('out of order');
  const answer = await page.post('/erasures', { phone_number: number });
  assert.deepEqual([answer.status, answer.body.data.status, answer.body.data.step], [202, 'running', 'files']);
  store.become('well');
  await query(maker, `update erasures set continued_at = now() - interval '1 minute' where tenant_id = $1`, [
    stranger.tenantId,
  ]);
  const { erasure_id } = answer.body.data;
  await until(async () => (await page.get(`/erasures/${erasure_id}`)).body.data.status === 'finished', 60);
  assert.ok(!store.objects.has(strangers));
});
