import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../test/at-end.ts';
import { buildCalls, type CallToBuild } from '../../test/build/build-calls.ts';
import { buildTenant, query } from '../../test/builders.ts';
import { createTestDatabase } from '../../test/test-database.ts';
import { connect } from '../database/connect.ts';
import { orphanedRecordingsIn } from '../engine/orphaned-recordings.ts';
import { queueAnalysis } from '../insights/jobs/queue-analysis.ts';
import { decodeId, encodeId, idOf, uuidv7 } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { recordingsIn } from './recording-files.ts';
import { sweepRecordings } from './sweep-recordings.ts';

const databaseUrl = await createTestDatabase();
const db = connect(databaseUrl, { poolSize: 8, applicationName: 'test', onIdleError: () => {} });
atEnd(db.close);
const tenant = await buildTenant({ databaseUrl, address: '' });
const { tenantId } = tenant;

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const inTwoHours = hoursAgo(-2);

function newFolders() {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-sweep-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const [engine, kept] = [join(folder, 'asterisk'), join(folder, 'recordings', `${tenantId}`)];
  mkdirSync(engine);
  mkdirSync(kept, { recursive: true });
  const lines: string[] = [];
  const log = createLog('warn', { write: (line: string) => lines.push(line) });
  const files = recordingsIn(join(folder, 'recordings'));
  const { signal } = new AbortController();
  const sweep = {
    files,
    s3: undefined,
    engineFolders: [orphanedRecordingsIn(engine)],
    analyze: queueAnalysis,
    log,
    signal,
  };
  return { engine, kept, sweep, lines };
}

async function buildCall(call: CallToBuild = {}): Promise<string> {
  const [id = ''] = await buildCalls({ databaseUrl }, tenant, [{ at: hoursAgo(3), isTest: false, ...call }]);
  return decodeId('call', id) as string;
}
const openCall = (callId: string) =>
  query({ databaseUrl }, `insert into open_calls values ($1, false, $2, null, gen_random_uuid(), 'dialling')`, [
    tenantId,
    callId,
  ]);
const rowOf = async (callId: string) =>
  (await query({ databaseUrl }, 'select sequence, recording from calls where call_id = $1', [callId]))[0];

/** Writes the files that Asterisk leaves of a conversation: this many seconds, silence on the left and a tone on the right. */
function leave(folder: string, callId: string, { seconds = 5, hours = 2 } = {}): void {
  const silence = new Int16Array(8_000 * seconds);
  const files = {
    'received.sln': Buffer.from(silence.buffer),
    'sent.sln': Buffer.from(silence.map((_, i) => Math.round(9_000 * Math.sin(i / 2))).buffer),
    answered: Buffer.from(`${hoursAgo(hours).getTime()}-`), // As `noteAnswer` writes it.
  };
  for (const [kind, content] of Object.entries(files)) {
    const file = join(folder, `${tenantId}-live-${callId}.${kind}`);
    writeFileSync(file, content);
    utimesSync(file, hoursAgo(hours), hoursAgo(hours));
  }
}

test('a talk whose recording never reached its call gets it, whichever nodes find it; no event is sent', async () => {
  const { engine, kept, sweep, lines } = newFolders();
  const callId = await buildCall({ talkSeconds: 4 });
  leave(engine, callId);
  const sent = readFileSync(join(engine, `${tenantId}-live-${callId}.sent.sln`));
  await Promise.all([1, 2, 3].map(() => sweepRecordings(db, sweep)));
  await sweepRecordings(db, sweep);

  const row = await rowOf(callId);
  const size_bytes = 44 + 4 * 32_000;
  assert.deepEqual(row, {
    sequence: 1,
    recording: { status: 'ready', duration_seconds: 4, size_bytes, channels: 2 },
  });
  const wav = readFileSync(join(kept, `${callId}.wav`));
  const right = Array.from({ length: 32_000 }, (_, i) => wav.readInt16LE(46 + 4 * i));
  const said = Array.from({ length: 32_000 }, (_, i) => sent.readInt16LE(16_000 + 2 * i));
  assert.deepEqual(right, said, 'the last four seconds, those of the talk');
  assert.deepEqual(readdirSync(engine), []);
  assert.deepEqual(readdirSync(kept), [`${callId}.wav`]);
  const noted = await query({ databaseUrl }, 'select wav_bytes::int from recordings where call_id = $1', [callId]);
  assert.deepEqual(noted, [{ wav_bytes: size_bytes }]);
  assert.equal((await query({ databaseUrl }, 'select from events')).length, 0);
  assert.ok(
    lines.every((line) => line.includes('recording.recovered')),
    lines.join(''),
  );
});

test("a message whose recording never reached its call gets it, with the caller on the customer's channel", async () => {
  const { engine, kept, sweep } = newFolders();
  const callId = await buildCall({ status: 'voicemail' });
  for (const [direction, sample] of [
    ['received', 7_000],
    ['sent', 0],
  ] as const) {
    const file = join(engine, `${tenantId}-live-${callId}.message.${direction}.sln`);
    writeFileSync(file, Buffer.from(new Int16Array(8_000 * 3).fill(sample).buffer));
    utimesSync(file, hoursAgo(2), hoursAgo(2));
  }
  await Promise.all([1, 2].map(() => sweepRecordings(db, sweep)));
  const recording = { status: 'ready', duration_seconds: 3, size_bytes: 44 + 4 * 24_000, channels: 2 };
  assert.deepEqual(await rowOf(callId), { sequence: 1, recording });
  const wav = readFileSync(join(kept, `${callId}.wav`));
  assert.deepEqual([wav.readInt16LE(44), wav.readInt16LE(46)], [0, 7_000]);
  assert.deepEqual(readdirSync(engine), []);
});

test('recordings without a playable call are removed; those of driven calls, or of another database, stay', async () => {
  const { engine, sweep } = newFolders();
  const missed = await buildCall({ status: 'no_answer' });
  const recorded = await buildCall();
  await query({ databaseUrl }, `update calls set recording = '{"status": "deleted"}' where call_id = $1`, [recorded]);
  const open = await buildCall({ goesOn: true });
  await openCall(open);
  const fresh = await buildCall();
  const young = await buildCall({ at: hoursAgo(0.5) });
  const unknown = uuidv7().replace(/^.{4}/, '0190');
  for (const callId of [missed, recorded, open, young, unknown]) leave(engine, callId);
  leave(engine, fresh, { hours: 0.5 });
  await sweepRecordings(db, sweep);
  const orphaned = new Set(readdirSync(engine).map((name) => name.slice(`${tenantId}-live-`.length, -4).slice(0, 36)));
  assert.deepEqual([...orphaned].sort(), [open, fresh, young, unknown].sort());
  assert.equal((await rowOf(missed))?.recording, null);
});

test('one that cannot be finished holds up no other', async () => {
  const { engine, sweep, lines } = newFolders();
  const [broken, good] = [await buildCall(), await buildCall()];
  leave(engine, good);
  mkdirSync(join(engine, `${tenantId}-live-${broken}.raw`));
  utimesSync(join(engine, `${tenantId}-live-${broken}.raw`), hoursAgo(2), hoursAgo(2));
  await sweepRecordings(db, sweep);
  assert.equal((await rowOf(good))?.recording.status, 'ready');
  assert.ok(lines.some((line) => line.includes(encodeId('call', idOf('call', broken)))));
});

test('files without a recording go from the folder; those of recordings and of calls that go on stay', async () => {
  const { kept, sweep } = newFolders();
  const write = (name: string) => writeFileSync(join(kept, name), 'speech');
  const [orphan, owned, moved, open] = [await buildCall(), await buildCall(), await buildCall(), await buildCall()];
  await openCall(open);
  const note = `insert into recordings (tenant_id, is_test, call_id, wav_bytes, place) values ($1, false, $2, 6, $3)`;
  await query({ databaseUrl }, note, [tenantId, owned, 'folder']);
  await query({ databaseUrl }, note, [tenantId, moved, 's3']);
  const unknown = uuidv7().replace(/^.{4}/, '0190');
  for (const callId of [orphan, owned, moved, open, unknown]) write(`${callId}.wav`);
  for (const callId of [orphan, owned]) write(`${callId}.mp3`);
  write(`${owned}.0190.part`);
  write('notes.txt');

  await sweepRecordings(db, sweep);
  assert.equal(readdirSync(kept).length, 9, 'all of them were written just now');
  await sweepRecordings(db, sweep, inTwoHours);
  const stay = [`${owned}.wav`, `${owned}.mp3`, `${open}.wav`, `${unknown}.wav`, 'notes.txt'];
  assert.deepEqual(readdirSync(kept).sort(), stay.sort());
});

test('a recording that only its call refers to is noted and stays', async () => {
  const { kept, sweep } = newFolders();
  const callId = await buildCall();
  const recording = { status: 'ready', duration_seconds: 1, size_bytes: 6, channels: 2 };
  await query({ databaseUrl }, 'update calls set recording = $2 where call_id = $1', [callId, recording]);
  writeFileSync(join(kept, `${callId}.wav`), 'speech');
  await sweepRecordings(db, sweep, inTwoHours);
  assert.deepEqual(readdirSync(kept), [`${callId}.wav`]);
  const noted = await query({ databaseUrl }, 'select place, wav_bytes::int from recordings where call_id = $1', [
    callId,
  ]);
  assert.deepEqual(noted, [{ place: 'folder', wav_bytes: 6 }]);
});

test('stopped, it leaves the rest for another time', async () => {
  const { engine, kept, sweep } = newFolders();
  const [orphaned, orphan] = [await buildCall(), await buildCall()];
  leave(engine, orphaned);
  writeFileSync(join(kept, `${orphan}.wav`), 'speech');
  await sweepRecordings(db, { ...sweep, signal: AbortSignal.abort() }, inTwoHours);
  assert.deepEqual([readdirSync(engine).length, readdirSync(kept).length], [3, 1]);
});

test('a folder that is not there yet has nothing to sweep', async () => {
  const { engine, kept, sweep } = newFolders();
  rmSync(engine, { recursive: true });
  rmSync(kept, { recursive: true });
  await sweepRecordings(db, sweep);
  assert.ok(!existsSync(engine));
});
