import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildStaff, buildTenant, query } from '../../test/builders.ts';
import { commandLine } from '../../test/command-line.ts';
import { startS3Server } from '../../test/stand-ins/s3-server.ts';
import { assertProblem, client, startNode, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { readConfig } from '../config.ts';
import { decodeId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { checkStore } from './check-store.ts';

// Recordings that are moved to an S3-compatible store, by nodes that share only the database and the store.

const s3 = await startS3Server();
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-s3-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const folder = newFolder();
const settings = { RECORDING_STORE_URL: s3.address, SIMULATOR_SPEED: 100 };
const app = await startTestApp({ ...settings, DATA_DIR: folder });
const other = await startNode(app.databaseUrl, { ...settings, DATA_DIR: newFolder() });
const tenant = await buildTenant(app);
const staff_id = await buildStaff(app, tenant.tenantId);

async function recordedCall(): Promise<string> {
  const body = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
  const { call_id } = (await tenant.api.post('/calls/initiate', body)).body.data;
  await until(async () => (await tenant.api.get(`/calls/${call_id}`)).body.data.ended_at);
  return call_id;
}
const keyOf = (callId: string, format = 'wav') => `${tenant.tenantId}/${decodeId('call', callId)}.${format}`;
const fileOf = (callId: string) => join(folder, 'recordings', keyOf(callId));
const rowOf = async (callId: string) =>
  (await query(app, 'select * from recordings where call_id = $1', [decodeId('call', callId)]))[0];
const isMoved = async (callId: string) => (await rowOf(callId))?.place === 's3' && !existsSync(fileOf(callId));

async function download(node: typeof app, callId: string, headers: Record<string, string> = {}, query = '') {
  const answer = await fetch(`${node.address}/api/v1/calls/${callId}/recording${query}`, {
    headers: { authorization: `Bearer ${tenant.key}`, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('a recording is moved to the store, and every node plays it, whole and in ranges', async () => {
  const callId = await recordedCall();
  await until(() => isMoved(callId));
  const object = s3.objects.get(keyOf(callId)) as Buffer;
  const { recording } = (await tenant.api.get(`/calls/${callId}`)).body.data;
  assert.equal(object.length, recording.size_bytes);
  for (const node of [app, other]) {
    const whole = await download(node, callId);
    assert.deepEqual([whole.status, whole.bytes], [200, object]);
    const part = await download(node, callId, { range: 'bytes=100-199' });
    assert.deepEqual([part.status, part.bytes], [206, object.subarray(100, 200)]);
    assert.equal(part.headers.get('content-range'), `bytes 100-199/${object.length}`);
    const end = await download(node, callId, { range: 'bytes=-10' });
    assert.deepEqual(end.bytes, object.subarray(-10));
  }
  const puts = s3.requests.filter((request) => request === `PUT ${keyOf(callId)}`);
  assert.equal(puts.length, 1, 'it was sent once');
  const linked = await fetch(recording.url.replace(app.address, other.address));
  assert.equal((await linked.arrayBuffer()).byteLength, object.length);
});

test('its MP3 is made once and kept in the store, for requests to any node', async () => {
  const callId = await recordedCall();
  await until(() => isMoved(callId));
  const first = await download(app, callId, {}, '?format=mp3');
  assert.deepEqual([first.status, first.bytes], [200, s3.objects.get(keyOf(callId, 'mp3'))]);
  const part = await download(other, callId, { range: 'bytes=0-99' }, '?format=mp3');
  assert.deepEqual([part.status, part.bytes], [206, first.bytes.subarray(0, 100)]);
  assert.equal(s3.requests.filter((request) => request === `PUT ${keyOf(callId, 'mp3')}`).length, 1);
  assert.deepEqual(readdirSync(join(folder, 'recordings', `${tenant.tenantId}`)), []);
});

test('an MP3 from before the move is made again after it', async () => {
  s3.become('out of order');
  const callId = await recordedCall();
  const before = await download(app, callId, {}, '?format=mp3');
  assert.equal(before.status, 200);
  s3.become('well');
  await until(() => isMoved(callId));
  await until(() => !existsSync(fileOf(callId).replace('.wav', '.mp3'))); // It is removed beside the original.
  assert.deepEqual((await download(other, callId, {}, '?format=mp3')).bytes, before.bytes);
});

for (const mood of ['out of order', 'silent'] as const)
  test(`while the store is ${mood} calls end, their node plays them, and all is moved when it is back`, async () => {
    const moved = await recordedCall();
    await until(() => isMoved(moved));
    s3.become(mood);
    const callIds = [await recordedCall(), await recordedCall()];
    for (const callId of callIds) assert.equal((await download(app, callId)).status, 200);
    assertProblem(await client(other, tenant.key).get(`/calls/${callIds[0]}/recording`), 503, 'unavailable');
    if (mood === 'out of order') assertProblem(await tenant.api.get(`/calls/${moved}/recording`), 503, 'unavailable');
    for (const callId of callIds) assert.equal((await rowOf(callId))?.place, 'folder');
    s3.become('well');
    for (const callId of callIds) await until(() => isMoved(callId));
    for (const callId of [...callIds, moved]) assert.equal((await download(other, callId)).status, 200);
  });

test('a node that is stopped while the store is silent stops at once, and its next start goes on', async () => {
  const dataDir = newFolder();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => lines.push(line) });
  const node = await startNode(app.databaseUrl, { ...settings, DATA_DIR: dataDir }, log);
  s3.become('silent');
  const body = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
  const { call_id } = (await client(node, tenant.key).post('/calls/initiate', body)).body.data;
  await until(async () => (await rowOf(call_id))?.moving_until);
  await node.stop();
  assert.ok(!lines.some((line) => line.includes('server.stop_incomplete')), lines.join(''));
  s3.become('well');
  await startNode(app.databaseUrl, { ...settings, DATA_DIR: dataDir });
  await until(async () => (await rowOf(call_id))?.place === 's3');
});

test('a download that is broken off is broken off at the store too', async () => {
  const callId = await recordedCall();
  await until(() => isMoved(callId));
  const size = 40_000_000; // So large that no socket buffers it.
  s3.objects.set(keyOf(callId), Buffer.alloc(size));
  await query(app, 'update recordings set wav_bytes = $2 where call_id = $1', [decodeId('call', callId), size]);
  const before = s3.brokenOff();
  const leaving = new AbortController();
  const answer = await fetch(`${other.address}/api/v1/calls/${callId}/recording`, {
    headers: { authorization: `Bearer ${tenant.key}` },
    signal: leaving.signal,
  });
  assert.equal(answer.headers.get('content-length'), `${size}`);
  leaving.abort();
  await until(() => s3.brokenOff() === before + 1);
});

test('the doctor reports whether the store accepts recordings, and never the secret', async () => {
  const doctor = async (address: string) => {
    const { out } = await commandLine({}).run('doctor', {
      RECORDING_STORE_URL: address,
      DATA_DIR: newFolder(),
      DATABASE_URL: app.databaseUrl,
    });
    assert.ok(!out.includes('cret'), out);
    return /^recordings +(.*)$/m.exec(out)?.[1] ?? out;
  };
  assert.match(await doctor(s3.address), /^ok +They are kept in http:\/\/127.0.0.1:\d+\/calls\/recorded\.$/);
  assert.match(await doctor(s3.addressFor('wrong se/cret')), /^fail .* 403 SignatureDoesNotMatch\. Check/);
  assert.match(await doctor(s3.address.replace('test-1', 'other-1')), /^fail .* 403 AuthorizationHeaderMalformed/);
  assert.match(await doctor(s3.address.replace(/:\d+\//, ':1/')), /^fail .*ECONNREFUSED/);
  assert.equal([...s3.objects.keys()].filter((key) => key.includes('check')).length, 0);
});

test('what a killed check has left in the store is removed by the next one', async () => {
  const script = `
    import { checkStore } from ${JSON.stringify(import.meta.resolve('./check-store.ts'))};
    await checkStore(${JSON.stringify(folder)}, ${JSON.stringify(s3.address)});`;
  const leftOver = () => [...s3.objects.keys()].filter((key) => key.includes('check')).length;
  s3.hold(/^DELETE/);
  const before = s3.requests.length;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  await until(() => s3.requests.slice(before).some((asked) => /^DELETE .*check/.test(asked)));
  child.kill('SIGKILL');
  await once(child, 'exit');
  s3.hold(/(?!)/);
  assert.equal(leftOver(), 1);
  await checkStore(folder, s3.address);
  assert.equal(leftOver(), 0);
});

test('an address of a store needs a key, a secret and a bucket', () => {
  for (const address of [
    's3://k:s@h/b',
    'https://h/b',
    'https://k@h/b',
    'https://k:s@h',
    'https://k:s@h/b?zone=1',
    'https://k:%zz@h/b',
  ])
    assert.throws(() => readConfig({ RECORDING_STORE_URL: address }), /RECORDING_STORE_URL must be/, address);
  assert.equal(readConfig({ RECORDING_STORE_URL: 'https://k:s%2F@h/b' }).RECORDING_STORE_URL, 'https://k:s%2F@h/b');
});
