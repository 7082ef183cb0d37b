import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from '../../../../test/at-end.ts';
import { idOf } from '../../../platform/ids.ts';
import { rawRecordingsIn } from './raw-recordings.ts';

function newRecordings() {
  const folder = mkdtempSync(join(tmpdir(), 'trunkline-raw-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const recordings = rawRecordingsIn(folder);
  /** Writes a file of samples, plus the bytes of a partial sample that a killed Asterisk leaves. */
  const put = (file: string, samples: Int16Array, rest = 0) =>
    writeFileSync(join(folder, file), Buffer.concat([new Uint8Array(samples.buffer), Buffer.alloc(rest)]));
  /** Writes this many milliseconds of both directions at 8 kHz. */
  const write = (milliseconds: number) => {
    put('call.received.sln', samplesOf(staff, 8 * milliseconds));
    put('call.sent.sln', samplesOf(customer, 8 * milliseconds));
  };
  return { recordings, put, write, files: () => readdirSync(folder).sort() };
}

// Samples differ from each other, so that a missing or misplaced sample is noticed.
const staff = (i: number) => i % 30_011;
const customer = (i: number) => -(i % 29_989) - 1;
const samplesOf = (party: (i: number) => number, count: number) =>
  Int16Array.from({ length: count }, (_, i) => party(i));

function framesOf(file: string) {
  const wav = readFileSync(file);
  assert.deepEqual([wav.readUInt32LE(4), wav.readUInt32LE(40)], [wav.length - 8, wav.length - 44]);
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  const every = (from: number) => samples.filter((_, i) => i % 2 === from);
  return { rate: wav.readUInt32LE(24), bytesPerSecond: wav.readUInt32LE(28), left: every(0), right: every(1) };
}

for (const [ending, rate] of [
  ['sln', 8_000],
  ['sln16', 16_000],
] as const)
  test(`the recording of a talk is the last part of the written audio, at ${rate} Hz`, async () => {
    const { recordings, put, files } = newRecordings();
    const all = 10 * rate;
    put(`call.received.${ending}`, samplesOf(staff, all), 1);
    put(`call.sent.${ending}`, samplesOf(customer, all), 1);
    const finished = await recordings.finish('call', 8_500);
    assert.equal(finished?.seconds, 8.5);
    const { left, right, ...format } = framesOf(finished.file);
    assert.deepEqual(format, { rate, bytesPerSecond: 4 * rate });
    assert.deepEqual(left, samplesOf(staff, all).slice(1.5 * rate));
    assert.deepEqual(right, samplesOf(customer, all).slice(1.5 * rate));
    assert.deepEqual(files(), ['call.wav']);
  });

test('if Asterisk was killed between writing one direction and the other, both keep their timing', async () => {
  const { recordings, put } = newRecordings();
  put('call.received.sln16', samplesOf(staff, 48_000));
  put('call.sent.sln16', samplesOf(customer, 32_000));
  const finished = await recordings.finish('call', 2_000);
  assert.equal(finished?.seconds, 2);
  const { left, right } = framesOf(finished.file);
  assert.deepEqual(left, samplesOf(staff, 48_000).slice(16_000));
  assert.deepEqual(right.slice(0, 16_000), samplesOf(customer, 32_000).slice(16_000));
  assert.ok(right.slice(16_000).every((sample) => sample === 0));
});

test('while another node removes its finished files, no half of them is taken for a recording', async () => {
  const { recordings, write, put, files } = newRecordings();
  write(1_000);
  const finished = await recordings.finish('call', 1_000);
  const whole = readFileSync(finished?.file ?? '');
  put('call.sent.sln', samplesOf(customer, 8_000));
  assert.deepEqual(await recordings.finish('call', 1_000), finished);
  assert.deepEqual(readFileSync(finished?.file ?? ''), whole);
  assert.deepEqual(files(), ['call.wav']);
});

test('a recording of an older dialplan, with both directions in one file, is finished too', async () => {
  const { recordings, put, files } = newRecordings();
  const both = Int16Array.from({ length: 32_001 }, (_, i) => (i % 2 ? customer : staff)(i >> 1));
  put('call.raw', both, 1);
  const finished = await recordings.finish('call', 1_000);
  const { rate, left, right } = framesOf(finished?.file ?? '');
  assert.deepEqual([finished?.seconds, rate], [1, 8_000]);
  assert.deepEqual(left, samplesOf(staff, 16_000).slice(8_000));
  assert.deepEqual(right, samplesOf(customer, 16_000).slice(8_000));
  put('message.message.raw', both);
  const message = framesOf((await recordings.finishMessage('message'))?.file ?? '');
  assert.deepEqual(message.right, samplesOf(staff, 16_000));
  assert.ok(message.left.every((sample) => sample === 0));
  assert.deepEqual(files(), ['call.wav', 'message.message.wav']);
});

test('if less was written than was talked, all of it is kept', async () => {
  const { recordings, write } = newRecordings();
  write(1_000);
  assert.equal((await recordings.finish('call', 5_000))?.seconds, 1);
});

test('a very short talk has a recording, and one without audio has none', async () => {
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

test('the leftover of a call is an answered talk or a finished recording', async () => {
  const { recordings, write } = newRecordings();
  assert.equal(await recordings.restOf('call'), undefined);
  write(1_000);
  assert.equal(await recordings.restOf('call'), undefined, 'nobody had answered');
  const at = new Date('2026-11-15T09:00:00.123Z');
  await recordings.noteAnswer('call', { at, staffId: idOf('staff', 7) });
  assert.deepEqual(await recordings.answerOf('call'), { at, staffId: idOf('staff', 7) });
  await recordings.noteAnswer('call', { at });
  assert.deepEqual(await recordings.answerOf('call'), { at, staffId: undefined });
  assert.ok(await recordings.restOf('call'));
  await recordings.finish('call', 1_000);
  assert.ok(await recordings.restOf('call'));
});

test('the answer and its time are known until a finished recording is taken away, and then nothing is left', async () => {
  for (const answer of [
    { at: new Date('2026-11-15T09:00:00.123Z'), staffId: idOf('staff', 7) },
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

test('a message has the caller on the right and silence on the left', async () => {
  const { recordings, put, files } = newRecordings();
  put('call.message.received.sln16', samplesOf(customer, 32_000), 1);
  put('call.message.sent.sln16', samplesOf(staff, 32_000));
  assert.ok(await recordings.restOf('call'));
  const finished = await recordings.finishMessage('call');
  assert.equal(finished?.seconds, 2);
  const { rate, left, right } = framesOf(finished.file);
  assert.equal(rate, 16_000);
  assert.ok(left.every((sample) => sample === 0));
  assert.deepEqual(right, samplesOf(customer, 32_000));
  assert.deepEqual(files(), ['call.message.wav']);
  assert.ok(await recordings.restOf('call'));
  assert.deepEqual(await recordings.finishMessage('call'), finished, 'asked again after a crash');
});

test('less than a second is not a message', async () => {
  const { recordings, put, files } = newRecordings();
  for (const direction of ['received', 'sent']) put(`call.message.${direction}.sln`, new Int16Array(8 * 999));
  assert.equal(await recordings.finishMessage('call'), undefined);
  assert.deepEqual(files(), []);
});
