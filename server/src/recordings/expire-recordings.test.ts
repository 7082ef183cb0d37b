import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildTenant, query, type TestTenant } from '../../test/builders.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { assertProblem, startTestApp } from '../../test/test-app.ts';
import { dropOldCalls } from '../calls/listing/call-partitions.ts';
import { ofOldCalls } from '../compose/recorded-calls.ts';
import { forgetInsights } from '../insights/jobs/forget-insights.ts';
import { decodeId } from '../platform/ids.ts';
import { readS3Account, type S3Account } from '../platform/network/s3-account.ts';
import { expireRecordings } from './expire-recordings.ts';
import { moveRecordings } from './move-recordings.ts';
import { recordingsIn } from './recording-files.ts';
import { s3Store } from './s3-store.ts';

const app = await startTestApp();
const server = await startS3Server();
const s3 = s3Store(readS3Account(server.address) as S3Account);
atEnd(s3.close);
const folder = mkdtempSync(join(tmpdir(), 'trunkline-expire-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const files = recordingsIn(folder);
const stores = { files, s3 };
const onDeleted = forgetInsights;

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);
const recording = { status: 'ready', duration_seconds: 1, size_bytes: 6, channels: 2 };

/** Calls of this age with recordings in the folder. */
async function buildRecordings({ tenantId, projectId }: TestTenant, days: number, count = 1): Promise<string[]> {
  const call = { at: daysAgo(days) };
  const ids = await buildCalls(
    app,
    { tenantId, projectId },
    Array.from({ length: count }, () => call),
  );
  const callIds = ids.map((id) => decodeId('call', id) as string);
  await query(app, 'update calls set recording = $2 where call_id = any($1)', [callIds, JSON.stringify(recording)]);
  await query(
    app,
    'insert into recordings (tenant_id, is_test, call_id, wav_bytes) select $1, true, unnest($2::uuid[]), 6',
    [tenantId, callIds],
  );
  mkdirSync(join(folder, `${tenantId}`), { recursive: true });
  for (const callId of callIds) writeFileSync(join(folder, `${tenantId}`, `${callId}.wav`), 'speech');
  return ids;
}
const filesOf = ({ tenantId }: TestTenant) => readdirSync(join(folder, `${tenantId}`)).map((name) => name.slice(0, 36));
const idsOf = (...callIds: (string | undefined)[]) => callIds.map((id) => decodeId('call', id ?? '')).sort();
const rowsOf = ({ tenantId }: TestTenant) => query(app, 'select * from recordings where tenant_id = $1', [tenantId]);

test('recordings are kept for as long as is set, for all or for their tenant, and their calls for longer', async () => {
  const [usual, brief, patient] = [await buildTenant(app), await buildTenant(app), await buildTenant(app)];
  const chosen = await buildTenant(app);
  const choose = 'update tenants set recording_days = 0, chosen_recording_days = 5 where tenant_id = $1';
  await query(app, choose, [chosen.tenantId]);
  await buildRecordings(chosen, 6);
  const [chosenYoung] = await buildRecordings(chosen, 4);
  for (const [{ tenantId }, days] of [
    [brief, 7],
    [patient, 0],
  ] as const)
    await query(app, 'update tenants set recording_days = $2 where tenant_id = $1', [tenantId, days]);
  const [[old = ''], [young = '']] = [await buildRecordings(usual, 31), await buildRecordings(usual, 29)];
  const [[briefOld], [briefYoung]] = [await buildRecordings(brief, 8), await buildRecordings(brief, 6)];
  const [patientOld] = await buildRecordings(patient, 150);

  await expireRecordings(app.db, { ...stores, onDeleted }, 30);
  assert.deepEqual(filesOf(usual), idsOf(young));
  assert.deepEqual(filesOf(brief), idsOf(briefYoung));
  assert.deepEqual(filesOf(patient), idsOf(patientOld));
  assert.deepEqual(filesOf(chosen), idsOf(chosenYoung), 'a tenant may choose fewer days');

  const call = (await usual.api.get(`/calls/${old}`)).body.data;
  assert.equal(call.status, 'connected');
  assert.deepEqual(call.recording, { ...recording, status: 'deleted', pauses: [], url: null, url_expires_at: null });
  const [detail] = assertProblem(await usual.api.get(`/calls/${old}/recording`), 404, 'not_found');
  assert.equal(detail?.code, 'recording_deleted');
  assert.equal((await usual.api.get(`/calls/${young}`)).body.data.recording.status, 'ready');
  assert.equal((await brief.api.get(`/calls/${briefOld}`)).body.data.recording.status, 'deleted');
  assert.equal((await query(app, 'select from events')).length, 0);

  await expireRecordings(app.db, { ...stores, onDeleted }, 0);
  assert.deepEqual(filesOf(usual), idsOf(young), '0 keeps them for ever');
});

test('more than one batch goes in one turn, and an hour later nothing is left to remember', async () => {
  const tenant = await buildTenant(app);
  await buildRecordings(tenant, 31, 450);
  await Promise.all([1, 2].map(() => expireRecordings(app.db, { ...stores, onDeleted }, 30)));
  assert.deepEqual(filesOf(tenant), []);
  assert.equal((await rowsOf(tenant)).length, 450);
  await expireRecordings(app.db, { ...stores, onDeleted }, 30, new Date(Date.now() + 2 * 3_600_000));
  assert.equal((await rowsOf(tenant)).length, 0);
});

test('killed between the call and the files, the next turn removes them', async () => {
  const tenant = await buildTenant(app);
  await buildRecordings(tenant, 1);
  await query(app, 'update recordings set deleted_at = now() where tenant_id = $1', [tenant.tenantId]);
  await expireRecordings(app.db, { ...stores, onDeleted }, 0);
  assert.deepEqual(filesOf(tenant), []);
});

test('objects in the store go too, and wait for a store that is out of order', async () => {
  const tenant = await buildTenant(app);
  const ids = await buildRecordings(tenant, 31, 3);
  await moveRecordings(app.db, files, s3);
  const stored = () => [...server.objects.keys()].filter((key) => key.startsWith(`${tenant.tenantId}/`));
  assert.equal(stored().length, 3);
  server.become('out of order');
  await assert.rejects(expireRecordings(app.db, { ...stores, onDeleted }, 30), { name: 'StoreRefusal' });
  for (const id of ids) assertProblem(await tenant.api.get(`/calls/${id}/recording`), 404, 'not_found');
  await expireRecordings(app.db, { files, s3: undefined, onDeleted }, 30);
  assert.equal((await rowsOf(tenant)).length, 3, 'who does not know the store leaves them to others');
  server.become('well');
  await expireRecordings(app.db, { ...stores, onDeleted }, 30);
  assert.deepEqual(stored(), []);
});

test('one that the store does not let go of holds up no other', async () => {
  const tenant = await buildTenant(app);
  const [stuck = ''] = await buildRecordings(tenant, 31, 250);
  const refusing: typeof s3 = {
    ...s3,
    async drop(call) {
      if (call.callId === decodeId('call', stuck)) throw new Error('It is locked.');
      await s3.drop(call);
    },
  };
  await assert.rejects(expireRecordings(app.db, { files, s3: refusing, onDeleted }, 30), /locked/);
  assert.deepEqual(filesOf(tenant), []);
  const remaining = (await rowsOf(tenant)).filter(({ removed_at }) => removed_at === null);
  assert.deepEqual(
    remaining.map(({ call_id }) => call_id),
    [decodeId('call', stuck)],
  );
  await expireRecordings(app.db, { ...stores, onDeleted }, 30);
});

test('the maximum number of days keeps younger recordings', async () => {
  const tenant = await buildTenant(app);
  const [young] = await buildRecordings(tenant, 1);
  await expireRecordings(app.db, { ...stores, onDeleted }, 36_500);
  await dropOldCalls(app.db, ofOldCalls(app.db, files), 36_500);
  assert.deepEqual(filesOf(tenant), idsOf(young));
  assert.equal((await tenant.api.get(`/calls/${young}`)).body.data.recording.status, 'ready');
});

test('a recording that another node is moving is left to that node, and taken over when the node has died', async () => {
  const tenant = await buildTenant(app);
  await buildRecordings(tenant, 1);
  const claim = (until: string) =>
    query(app, `update recordings set moving_until = ${until} where tenant_id = $1`, [tenant.tenantId]);
  const placeOf = async () => (await rowsOf(tenant))[0]?.place;
  await claim(`now() + interval '10 minutes'`);
  await moveRecordings(app.db, files, s3);
  assert.deepEqual([await placeOf(), filesOf(tenant).length], ['folder', 1]);
  await claim(`now() - interval '1 second'`);
  await Promise.all([1, 2, 3].map(() => moveRecordings(app.db, files, s3)));
  assert.deepEqual([await placeOf(), filesOf(tenant).length], ['s3', 0]);
  const puts = server.requests.filter((request) => request.startsWith(`PUT ${tenant.tenantId}/`));
  assert.equal(puts.length, 1, 'of three who come at once one moves it');
});

test('one that is deleted while it is moved is in neither place', async () => {
  const tenant = await buildTenant(app);
  await buildRecordings(tenant, 1);
  const deleting: typeof s3 = {
    ...s3,
    async put(...sent) {
      await s3.put(...sent);
      await query(app, 'update recordings set deleted_at = now() where tenant_id = $1', [tenant.tenantId]);
    },
  };
  await moveRecordings(app.db, files, deleting);
  assert.deepEqual(filesOf(tenant), []);
  assert.ok(![...server.objects.keys()].some((key) => key.startsWith(`${tenant.tenantId}/`)));
});

test('with the calls of a month their recordings go, in the folder and in the store', async () => {
  const tenant = await buildTenant(app);
  await buildRecordings(tenant, 400, 2);
  await moveRecordings(app.db, files, s3);
  await buildRecordings(tenant, 400, 2);
  const [young] = await buildRecordings(tenant, 1);
  await dropOldCalls(app.db, ofOldCalls(app.db, files), 180);
  assert.deepEqual(filesOf(tenant), idsOf(young));
  await expireRecordings(app.db, { ...stores, onDeleted }, 0);
  assert.deepEqual(
    [...server.objects.keys()].filter((key) => key.startsWith(`${tenant.tenantId}/`)),
    [],
  );
  await expireRecordings(app.db, { ...stores, onDeleted }, 0, new Date(Date.now() + 2 * 3_600_000));
  assert.equal((await rowsOf(tenant)).length, 1);
});
