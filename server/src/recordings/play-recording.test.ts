import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MPEGDecoder } from 'mpg123-decoder';
import { atEnd } from '../../test/at-end.ts';
import { buildCalls } from '../../test/build/build-calls.ts';
import { buildKey, buildStaff, buildTenant, query } from '../../test/builders.ts';
import { assertProblem, client, startTestApp } from '../../test/test-app.ts';
import { until } from '../../test/until.ts';
import { decodeId } from '../platform/ids.ts';

// Recordings of simulated calls, listened to over HTTP.

const folder = mkdtempSync(join(tmpdir(), 'trunkline-listen-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const app = await startTestApp({ DATA_DIR: folder, SIMULATOR_SPEED: 100 });
const tenant = await buildTenant(app);
const staff_id = await buildStaff(app, tenant.tenantId);

async function recordedCall() {
  const body = { phone_number: '+819012345678', staff_id, project_id: tenant.projectId };
  const { call_id } = (await tenant.api.post('/calls/initiate', body)).body.data;
  return until(async () => {
    const { data } = (await tenant.api.get(`/calls/${call_id}`)).body;
    return data.ended_at !== null && data;
  });
}
const fileOf = (callId: string, format = 'wav') =>
  join(folder, 'recordings', `${tenant.tenantId}`, `${decodeId('call', callId)}.${format}`);

const call = await recordedCall();
const path = `/calls/${call.call_id}/recording`;
const wav = readFileSync(fileOf(call.call_id));

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url.startsWith('/') ? `${app.address}/api/v1${url}` : url, {
    method,
    headers: { ...(url.startsWith('/') && { authorization: `Bearer ${tenant.key}` }), ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

test('a call has the data of its recording, and the link leads to the recorded WAV file', async () => {
  const { url, url_expires_at, ...recording } = call.recording;
  const duration_seconds = (wav.length - 44) / 32_000;
  assert.deepEqual(recording, { status: 'ready', duration_seconds, size_bytes: wav.length, channels: 2, pauses: [] });
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/listen\//);
  assert.ok(Math.abs(Date.parse(url_expires_at) - Date.now() - 3_600_000) < 60_000);

  const { status, headers, bytes } = await get(path);
  assert.equal(status, 200);
  assert.deepEqual(bytes, wav);
  const shown = Object.fromEntries(
    ['content-type', 'content-length', 'accept-ranges', 'cache-control', 'content-disposition', 'vary'].map((name) => [
      name,
      headers.get(name),
    ]),
  );
  assert.deepEqual(shown, {
    'content-type': 'audio/wav',
    'content-length': `${wav.length}`,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': `inline; filename="${call.call_id}.wav"`,
    vary: 'accept',
  });
  assert.equal(headers.get('last-modified'), new Date(call.ended_at).toUTCString());
  assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
  assert.ok(headers.get('ratelimit'));
  assert.ok(headers.get('x-request-id'));
});

test('ranges: a beginning, a middle, an end, and one beyond the file', async () => {
  const size = wav.length;
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=1000-1999', 1000, 1999],
    [`bytes=${size - 1}-`, size - 1, size - 1],
    ['bytes=44-', 44, size - 1],
    ['bytes=-100', size - 100, size - 1],
    [`bytes=-${size + 5}`, 0, size - 1],
    [`bytes=10-${size + 5}`, 10, size - 1],
  ];
  for (const [range, start, end] of ranges) {
    const { status, headers, bytes } = await get(path, { range });
    assert.equal(status, 206, range);
    assert.equal(headers.get('content-range'), `bytes ${start}-${end}/${size}`);
    assert.equal(headers.get('content-length'), `${end - start + 1}`);
    assert.deepEqual(bytes, wav.subarray(start, end + 1), range);
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size + 10}-${size + 20}`]) {
    const answer = await tenant.api.get(path, { range });
    assertProblem(answer, 416, 'range_not_satisfiable');
    assert.equal(answer.headers.get('content-range'), `bytes */${size}`);
  }
  for (const range of ['bytes=5-2', 'bytes=a-b', 'pages=1-2', 'bytes=0-1,5-6', 'bytes=-'])
    assert.equal((await get(path, { range })).status, 200, range);
});

test('a client that already has the file gets 304, and a range of another file is not mixed in', async () => {
  const { headers } = await get(path);
  const [etag, modified] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
  for (const held of [etag, `"other", W/${etag}`, '*']) {
    const answer = await get(path, { 'if-none-match': held });
    assert.deepEqual([answer.status, answer.bytes.length, answer.headers.get('etag')], [304, 0, etag]);
  }
  assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
  assert.equal((await get(path, { 'if-modified-since': modified })).status, 304);
  assert.equal((await get(path, { 'if-modified-since': new Date(0).toUTCString() })).status, 200);
  assert.equal((await get(path, { 'if-modified-since': modified, 'if-none-match': '"other"' })).status, 200);

  const range = 'bytes=0-9';
  assert.equal((await get(path, { range, 'if-range': etag })).status, 206);
  assert.equal((await get(path, { range, 'if-range': modified })).status, 206);
  assert.equal((await get(path, { range, 'if-range': '"other"' })).status, 200);
  assert.equal((await get(path, { range, 'if-range': new Date(0).toUTCString() })).status, 200);
});

test('HEAD answers the length and opens nothing', async () => {
  const { status, headers, bytes } = await get(path, { range: 'bytes=0-1' }, 'HEAD');
  assert.deepEqual([status, headers.get('content-length'), bytes.length], [200, `${wav.length}`, 0]);
});

test('the MP3 sounds like the WAV: each party on its own channel', async () => {
  const { status, headers, bytes } = await get(`${path}?format=mp3`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'audio/mpeg');
  assert.equal(headers.get('content-disposition'), `inline; filename="${call.call_id}.mp3"`);
  assert.ok(bytes.length < wav.length / 4, `${bytes.length} of ${wav.length}`);

  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { sampleRate, channelData, errors } = decoder.decode(bytes);
  decoder.free();
  assert.deepEqual([sampleRate, channelData.length, errors], [8_000, 2, []]);
  const seconds = (channelData[0]?.length ?? 0) / sampleRate;
  assert.ok(Math.abs(seconds - call.recording.duration_seconds) < 0.5, `${seconds} s`);
  // The MP3 has speech and silence in the same tenths of a second as the WAV, shifted by the encoder delay.
  const loudness = (channel: 0 | 1, tenth: number) => {
    let [inWav, inMp3] = [0, 0];
    for (let i = tenth * 800; i < (tenth + 1) * 800; i++) {
      inWav += (wav.readInt16LE(44 + 4 * i + 2 * channel) / 32_768) ** 2;
      inMp3 += (channelData[channel]?.[i + 1_105] ?? 0) ** 2;
    }
    return { inWav: Math.sqrt(inWav / 800), inMp3: Math.sqrt(inMp3 / 800) };
  };
  const tenths = Math.floor((wav.length - 44) / 3_200) - 3;
  let compared = 0;
  for (let tenth = 0; tenth < tenths; tenth++)
    for (const channel of [0, 1] as const) {
      const { inWav, inMp3 } = loudness(channel, tenth);
      if (inWav < 0.05) continue;
      compared++;
      assert.ok(Math.abs(inMp3 / inWav - 1) < 0.35, `channel ${channel}, ${tenth}: ${inMp3} for ${inWav}`);
      const other = loudness(channel === 0 ? 1 : 0, tenth);
      if (other.inWav === 0) assert.ok(other.inMp3 < inMp3 / 10, `silence at ${tenth}: ${other.inMp3}`);
    }
  assert.ok(compared > 10, `${compared}`);
});

test('MP3 by the Accept header, in ranges, and with an ETag of its own', async () => {
  const whole = await get(path, { accept: 'audio/mpeg' });
  assert.equal(whole.headers.get('content-type'), 'audio/mpeg');
  assert.notEqual(whole.headers.get('etag'), (await get(path)).headers.get('etag'));
  const part = await get(`${path}?format=mp3`, { range: 'bytes=100-299' });
  assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(100, 300)]);
  const accepted: [string, string][] = [
    ['audio/mpeg;q=0.5, audio/wav', 'audio/wav'],
    ['audio/wav;q=0.1, AUDIO/MPEG;q=0.2', 'audio/mpeg'],
    ['*/*', 'audio/wav'],
    ['audio/mpeg, */*', 'audio/mpeg'],
    ['audio/mpeg;q=0', 'audio/wav'],
  ];
  for (const [accept, type] of accepted)
    assert.equal((await get(path, { accept }, 'HEAD')).headers.get('content-type'), type, accept);
  assert.equal((await get(`${path}?format=wav`, { accept: 'audio/mpeg' })).headers.get('content-type'), 'audio/wav');
});

test('ten concurrent requests for an MP3 get the same bytes, and no partial file is left', async () => {
  const { call_id } = await recordedCall();
  const answers = await Promise.all(Array.from({ length: 10 }, () => get(`/calls/${call_id}/recording?format=mp3`)));
  for (const { status, bytes } of answers) {
    assert.equal(status, 200);
    assert.deepEqual(bytes, answers[0]?.bytes);
  }
  assert.deepEqual(readFileSync(fileOf(call_id, 'mp3')), answers[0]?.bytes);
  assert.ok(!readdirSync(join(folder, 'recordings', `${tenant.tenantId}`)).some((name) => name.endsWith('.part')));
});

test('an MP3 that was lost is made again, and is the same', async () => {
  const before = await get(`${path}?format=mp3`);
  rmSync(fileOf(call.call_id, 'mp3'));
  assert.deepEqual((await get(`${path}?format=mp3`)).bytes, before.bytes);
});

test('a recording that cannot be played is 404 with the reason, and a wrong format 422', async () => {
  const [missed = '', going = ''] = await buildCalls(app, tenant, [{ status: 'no_answer' }, { goesOn: true }]);
  for (const id of [missed, going]) {
    const [detail] = assertProblem(await tenant.api.get(`/calls/${id}/recording`), 404, 'not_found');
    assert.equal(detail?.code, 'no_recording');
  }
  assertProblem(await tenant.api.get('/calls/call_01KA3HDNJ47K45VGPGDPSZXXF4/recording'), 404, 'not_found');
  assertProblem(await tenant.api.get('/calls/1/recording'), 404, 'not_found');
  const [fault] = assertProblem(await tenant.api.get(`${path}?format=ogg`), 422, 'validation_failed');
  assert.equal(fault?.field, 'format');
  assertProblem(await tenant.api.get(`${path}?from=1`), 422, 'validation_failed');
  const answer = await client(app, tenant.key).send('PUT', path);
  assertProblem(answer, 405, 'method_not_allowed');
  assert.equal(answer.headers.get('allow'), 'DELETE, GET, HEAD');
});

test('no other caller gets the recording: another tenant, a live key, a key without the scope, or no key', async () => {
  const other = await buildTenant(app);
  assertProblem(await other.api.get(path), 404, 'not_found');
  const live = await buildKey(app, tenant.tenantId, { kind: 'live' });
  assertProblem(await client(app, live.key).get(path), 404, 'not_found');
  const withScope = async (scope: string) => {
    const { key } = await buildKey(app, tenant.tenantId, { scopes: [scope] });
    return client(app, key).get(path);
  };
  assert.equal((await withScope('calls:read')).status, 200);
  assertProblem(await withScope('calls:initiate'), 403, 'insufficient_scope');
  assertProblem(await client(app).get(path), 401, 'missing_api_key');
});

test('a file that is not here is 503, and comes back with the file', async () => {
  const { call_id } = await recordedCall();
  const file = fileOf(call_id);
  const content = readFileSync(file);
  rmSync(file);
  assertProblem(await tenant.api.get(`/calls/${call_id}/recording`), 503, 'unavailable');
  assertProblem(await tenant.api.get(`/calls/${call_id}/recording?format=mp3`), 503, 'unavailable');
  writeFileSync(file, content);
  assert.equal((await get(`/calls/${call_id}/recording`)).status, 200);
});

test('downloads that are broken off leave no file open', async () => {
  const { call_id } = await recordedCall();
  const file = fileOf(call_id);
  // So large that no socket buffers it; removed first, because other calls have links to the old file.
  rmSync(file);
  writeFileSync(file, Buffer.alloc(40_000_000));
  await query(app, `update recordings set wav_bytes = 40000000 where call_id = $1`, [decodeId('call', call_id)]);
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`) === file;
      } catch {
        return false; // It was closed in between.
      }
    }).length;
  const requests = Array.from({ length: 5 }, () =>
    httpRequest(`${app.address}/api/v1/calls/${call_id}/recording`, {
      headers: { authorization: `Bearer ${tenant.key}` },
    }).on('error', () => {}),
  );
  for (const one of requests) one.end();
  await until(() => openFiles() === 5);
  for (const one of requests) one.destroy();
  await until(() => openFiles() === 0);
});
