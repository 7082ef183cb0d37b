import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { secretsOf } from '../../test/secrets.ts';
import { assertProblem, client, startNode, startTestApp, type TestAnswer } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { readConfig } from '../config.ts';
import { type CallId, decodeId } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { recordingLinks } from './link.ts';

const app = await startTestApp({ SIMULATOR_SPEED: 100 });
const tenant = await buildTenant(app);
const staff_id = await buildStaff(app, tenant.tenantId);
const links = recordingLinks(await secretsOf(app), '');

async function recordedCall() {
  const body = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
  const { call_id } = (await tenant.api.post('/calls/initiate', body)).body.data;
  return until(async () => {
    const { data } = (await tenant.api.get(`/calls/${call_id}`)).body;
    return data.ended_at !== null && data;
  });
}

async function follow(url: string, headers: Record<string, string> = {}): Promise<TestAnswer & { bytes: number }> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  const body = answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined;
  const bytes = Number(answer.headers.get('content-length'));
  return { status: answer.status, headers: answer.headers, text, body, bytes };
}

const call = await recordedCall();
const { url } = call.recording as { url: string };
const ref = { tenantId: tenant.tenantId, isTest: true, callId: decodeId('call', call.call_id) as CallId };

test('a link plays its recording without a key, in both formats and in ranges', async () => {
  const whole = await follow(url);
  assert.deepEqual([whole.status, whole.bytes], [200, call.recording.size_bytes]);
  assert.equal(whole.headers.get('content-type'), 'audio/wav');
  assert.equal(whole.headers.get('cache-control'), 'private, no-cache');
  assert.equal(whole.headers.get('referrer-policy'), 'no-referrer');
  const mp3 = await follow(`${url}?format=mp3`, { range: 'bytes=0-99' });
  assert.deepEqual([mp3.status, mp3.bytes, mp3.headers.get('content-type')], [206, 100, 'audio/mpeg']);
  assertProblem(await follow(`${url}?format=ogg`), 422, 'validation_failed');
  assert.equal((await fetch(url, { method: 'HEAD' })).headers.get('content-length'), `${call.recording.size_bytes}`);
  assert.equal((await fetch(url, { method: 'POST' })).status, 405);
});

function otherSpellings(signature: string): string[] {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const bytes = Buffer.from(signature, 'base64url');
  const spellings = characters
    .map((last) => `${signature.slice(0, -1)}${last}`)
    .filter((spelling) => spelling !== signature && bytes.equals(Buffer.from(spelling, 'base64url')));
  assert.equal(spellings.length, 3);
  return spellings;
}

test('a link that was changed in any part is worth nothing', async () => {
  const token = url.split('/').at(-1) as string;
  const [tenantId, mode, id, expires, signature = ''] = token.split('.');
  const another = await recordedCall();
  const changed = [
    [`${Number(tenantId) + 1}`, mode, id, expires, signature],
    [`0${tenantId}`, mode, id, expires, signature],
    [tenantId, 'live', id, expires, signature],
    [tenantId, mode, another.call_id, expires, signature],
    [tenantId, mode, id, `${Number(expires) + 1}`, signature],
    [tenantId, mode, id, expires, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`],
    // Decoding ignores the last two bits of the last character, so three other characters decode to the same bytes.
    ...otherSpellings(signature).map((spelling) => [tenantId, mode, id, expires, spelling]),
    [tenantId, mode, id, expires, signature.slice(1)],
    [tenantId, mode, id, expires, ''],
    [tenantId, mode, id, expires],
    ['none'],
  ].map((parts) => parts.join('.'));
  for (const wrong of changed) {
    const answer = await follow(url.replace(token, wrong));
    assertProblem(answer, 404, 'not_found');
    assert.match(answer.body.error.message, /^This link has expired or is not valid/, wrong);
  }
});

test('a link is good for an hour', async () => {
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  const made = (at: Date) => links.make(ref, app.address, at);
  assert.equal((await follow(made(ago(3_590)).url)).status, 200);
  assertProblem(await follow(made(ago(3_601)).url), 404, 'not_found');
  const now = new Date('2026-11-15T09:30:00.500Z');
  assert.deepEqual(links.make(ref, '', now).url_expires_at, new Date('2026-11-15T10:30:00.000Z'));
});

test('a link outlives the key that it was read with, and not the recording', async () => {
  const { call_id, recording } = await recordedCall();
  const { key, keyId } = await buildKey(app, tenant.tenantId);
  const link = (await client(app, key).get(`/calls/${call_id}`)).body.data.recording.url;
  await query(app, 'update api_keys set revoked_at = now() where key_id = $1', [keyId]);
  assert.equal((await follow(link)).status, 200);
  await query(app, 'update recordings set deleted_at = now() where call_id = $1', [decodeId('call', call_id)]);
  for (const one of [link, recording.url]) {
    const [detail] = assertProblem(await follow(one), 404, 'not_found');
    assert.equal(detail?.code, 'recording_deleted');
  }
});

test('the answer to a hang-up has no link, for it is kept where an Idempotency-Key is sent', async () => {
  const { recording } = (await tenant.api.post(`/calls/${call.call_id}/hangup`)).body.data;
  assert.deepEqual([recording.status, recording.url, recording.url_expires_at], ['ready', null, null]);
});

test('links lead to PUBLIC_URL, or to the address of the request, also behind a trusted proxy', async () => {
  const originOf = async (node: { address: string }, headers: Record<string, string> = {}) => {
    const answer = await client(node, tenant.key).get(`/calls/${call.call_id}`, headers);
    return new URL(answer.body.data.recording.url).origin;
  };
  const forwarded = { 'x-forwarded-host': 'calls.example', 'x-forwarded-proto': 'https' };
  assert.equal(await originOf(app, forwarded), app.address);
  const proxied = await startNode(app.databaseUrl, { TRUSTED_PROXIES: ['127.0.0.1'] });
  assert.equal(await originOf(proxied, forwarded), 'https://calls.example');
  const named = await startNode(app.databaseUrl, {
    PUBLIC_URL: 'https://phone.example',
    TRUSTED_PROXIES: ['127.0.0.1'],
  });
  assert.equal(await originOf(named, forwarded), 'https://phone.example');
});

test('PUBLIC_URL is an address and nothing more', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://phone.example/' }).PUBLIC_URL, 'https://phone.example');
  for (const wrong of [
    'phone.example',
    'ftp://phone.example',
    'https://phone.example/calls',
    'https://a:b@phone.example',
  ])
    assert.throws(() => readConfig({ PUBLIC_URL: wrong }), /^.*PUBLIC_URL must be an address/, wrong);
});

test('the log has no link in it, for any outcome', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => lines.push(line) });
  // The folder of this node is empty: every valid request is answered with 503.
  const node = await startNode(app.databaseUrl, {}, log);
  const token = url.split('/').at(-1) as string;
  assert.equal((await follow(`${node.address}/listen/${token}`)).status, 503);
  assert.equal((await follow(`${node.address}/listen/${token}x`)).status, 404);
  assert.equal((await follow(`${node.address}/listen/${token}?format=x`)).status, 422);
  await until(() => lines.filter((line) => line.includes('/listen/:link')).length === 3);
  const signature = token.split('.').at(-1) as string;
  assert.ok(!lines.some((line) => line.includes(signature)), lines.join(''));
});
