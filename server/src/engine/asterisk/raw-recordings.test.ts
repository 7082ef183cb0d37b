import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../test/at-end.ts';
import { rawRecordingsIn } from './raw-recordings.ts';

function newRecordings() {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-raw-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const recordings = rawRecordingsIn(folder);
  /** So many milliseconds, and what Asterisk had written of the next frame when it was killed. */
  const write = (milliseconds: number, rest = 0) =>
    writeFileSync(
      recordings.rawFile('call'),
      Uint8Array.from({ length: milliseconds * 32 + rest }, (_, i) => i % 251),
    );
  return { recordings, write, files: () => readdirSync(folder).sort() };
}

test('the recording of a talk is the last part of what was written, in whole frames', async () => {
  const { recordings, write, files } = newRecordings();
  write(3_000, 3);
  const raw = readFileSync(recordings.rawFile('call'));
  const finished = await recordings.finish('call', 2_000);
  assert.equal(finished?.seconds, 2);
  const wav = readFileSync(finished.file);
  assert.deepEqual(wav.subarray(44), raw.subarray(32_000, 96_000));
  assert.deepEqual([wav.readUInt32LE(4), wav.readUInt32LE(40)], [wav.length - 8, 64_000]);
  assert.deepEqual(files(), ['call.wav']);
});

test('where less was written than was talked, all of it is kept', async () => {
  const { recordings, write } = newRecordings();
  write(1_000);
  assert.equal((await recordings.finish('call', 5_000))?.seconds, 1);
});

test('a talk that was over at once has a recording all the same, and one without a sound has none', async () => {
  const { recordings, write } = newRecordings();
  write(1_000);
  assert.equal((await recordings.finish('call', -3))?.seconds, 0.1);
  const silent = newRecordings();
  silent.write(0);
  assert.equal(await silent.recordings.finish('call', 1_000), undefined);
  assert.equal(await silent.recordings.finish('another', 1_000), undefined);
  assert.deepEqual(silent.files(), []);
});

test('finished again after a crash, a recording is the same', async () => {
  const { recordings, write, files } = newRecordings();
  write(1_000);
  const first = await recordings.finish('call', 1_000);
  assert.deepEqual(await recordings.finish('call', 1_000), first);
  assert.deepEqual(files(), ['call.wav']);
});

test('what is left of a call is a talk that was answered, or a finished recording', async () => {
  const { recordings, write } = newRecordings();
  assert.equal(await recordings.restOf('call'), undefined);
  write(1_000);
  assert.equal(await recordings.restOf('call'), undefined, 'nobody had answered');
  const at = new Date('2026-11-15T09:00:00.123Z');
  await recordings.noteAnswer('call', { at, staffId: 7 });
  assert.deepEqual(await recordings.answerOf('call'), { at, staffId: 7 });
  await recordings.noteAnswer('call', { at });
  assert.deepEqual(await recordings.answerOf('call'), { at, staffId: undefined });
  assert.ok(await recordings.restOf('call'));
  await recordings.finish('call', 1_000);
  assert.ok(await recordings.restOf('call'));
});

test('who answered and when is known until a finished recording is taken away, and then nothing is left', async () => {
  for (const answer of [
    { at: new Date('2026-11-15T09:00:00.123Z'), staffId: 7 },
    { at: new Date('2026-11-15T09:00:00.123Z'), staffId: undefined },
  ]) {
    const { recordings, write, files } = newRecordings();
    write(1_000);
    await recordings.noteAnswer('call', answer);
    await recordings.noteAnswer('call-2', { at: new Date() });
    const finished = await recordings.finish('call', 1_000);
    assert.deepEqual(await recordings.answerOf('call'), answer);
    assert.deepEqual(await recordings.finish('call', 1_000), finished, 'asked again after a crash');
    rmSync(finished?.file ?? '');
    assert.deepEqual(files(), ['call-2.answered']);
    assert.equal(await recordings.answerOf('call'), undefined);
  }
});

test('a message has the caller on the right and nobody on the left', async () => {
  const { recordings, files } = newRecordings();
  const written = new Int16Array(2 * 8_000 * 2).map((_, i) => (i % 2 === 0 ? i % 1_000 : 7));
  writeFileSync(recordings.messageFile('call'), Buffer.concat([new Uint8Array(written.buffer), Buffer.alloc(3)]));
  assert.ok(await recordings.restOf('call'));
  const finished = await recordings.finishMessage('call');
  assert.equal(finished?.seconds, 2);
  const wav = readFileSync(finished.file);
  for (const i of [0, 1, 15_999])
    assert.deepEqual([wav.readInt16LE(44 + 4 * i), wav.readInt16LE(46 + 4 * i)], [0, written[2 * i]]);
  assert.deepEqual(files(), ['call.message.wav']);
  assert.ok(await recordings.restOf('call'));
  assert.deepEqual(await recordings.finishMessage('call'), finished, 'asked again after a crash');
});

test('less than a second is no message', async () => {
  const { recordings, files } = newRecordings();
  writeFileSync(recordings.messageFile('call'), Buffer.alloc(32 * 999));
  assert.equal(await recordings.finishMessage('call'), undefined);
  assert.deepEqual(files(), []);
});
