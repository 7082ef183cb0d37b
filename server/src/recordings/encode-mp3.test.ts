import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { MPEGDecoder } from 'mpg123-decoder';
import { atEnd } from '../../test/at-end.ts';
import { longestTone } from '../../test/phone-lab/tone.ts';
import { until } from '../../test/until.ts';
import { toWav } from '../platform/wav.ts';
import { mp3Encoder } from './encode-mp3.ts';

const folder = mkdtempSync(join(tmpdir(), 'trunkline-mp3-'));
atEnd(() => rmSync(folder, { recursive: true, force: true }));

function wavOf(seconds: number): string {
  const file = join(folder, `${seconds}.wav`);
  const samples = new Int16Array(16_000 * seconds).map((_, i) => 9_000 * Math.sin(i / 5 + Math.sin(i / 900)));
  writeFileSync(file, toWav(samples));
  return file;
}

test('an empty recording and one of less than a frame are files too', async () => {
  const encoder = mp3Encoder();
  for (const seconds of [0, 0.01]) {
    const mp3 = join(folder, `${seconds}.mp3`);
    await encoder.inTurn((encode) => encode(wavOf(seconds), mp3));
    assert.ok(existsSync(mp3));
  }
  await encoder.stop();
});

for (const rate of [8_000, 16_000])
  test(`an MP3 of a recording at ${rate} Hz has its speed and its length`, async () => {
    const encoder = mp3Encoder();
    const [wav, mp3] = [join(folder, `${rate}.wav`), join(folder, `${rate}.mp3`)];
    const tone = (i: number) => 9_000 * Math.sin((2 * Math.PI * (i % 2 ? 1_033 : 733) * (i >> 1)) / rate);
    const frames = Int16Array.from({ length: 2 * 3 * rate }, (_, i) => tone(i));
    writeFileSync(wav, toWav(frames, { channels: 2, rate }));
    await encoder.inTurn((encode) => encode(wav, mp3));
    await encoder.stop();
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { sampleRate, channelData, samplesDecoded } = decoder.decode(readFileSync(mp3));
    decoder.free();
    assert.equal(sampleRate, rate);
    const samples = Int16Array.from(
      { length: 2 * samplesDecoded },
      (_, i) => 32_767 * (channelData[i % 2]?.[i >> 1] ?? 0),
    );
    const decoded = toWav(samples, { channels: 2, rate });
    for (const [channel, hertz] of [
      ['left', 733],
      ['right', 1_033],
    ] as const) {
      const { seconds } = longestTone(hertz, decoded, channel);
      assert.ok(Math.abs(seconds - 3) < 0.1, `${seconds} s of ${hertz} Hz`);
    }
  });

test('the same file makes the same bytes, among any other conversions', async () => {
  const encoder = mp3Encoder();
  const names = ['a', 'b', 'c'].map((name) => join(folder, `${name}.mp3`));
  await Promise.all(names.map((mp3) => encoder.inTurn((encode) => encode(wavOf(3), mp3))));
  const [first, ...others] = names.map((mp3) => readFileSync(mp3));
  assert.ok((first?.length ?? 0) > 15_000);
  for (const other of others) assert.deepEqual(other, first);
  await encoder.stop();
});

test('a failing conversion delays no other one, and gives its reason', async () => {
  const encoder = mp3Encoder();
  const failing = encoder.inTurn((encode) => encode(join(folder, 'none.wav'), join(folder, 'none.mp3')));
  const good = encoder.inTurn((encode) => encode(wavOf(1), join(folder, 'good.mp3')));
  await assert.rejects(failing, { code: 'ENOENT' });
  await good;
  await encoder.stop();
});

test('when stopped in the middle, it gives up running and waiting conversions, and too many are refused at once', async () => {
  const encoder = mp3Encoder();
  const mp3 = join(folder, 'long.mp3');
  const long = wavOf(600);
  const waiting = Array.from({ length: 50 }, () => encoder.inTurn((encode) => encode(long, mp3)));
  const refused = encoder.inTurn(async () => assert.fail('nothing is fetched for one that is turned away'));
  await assert.rejects(refused, { code: 'unavailable' });
  await until(() => statSync(mp3, { throwIfNoEntry: false })?.size);
  const settled = Promise.allSettled(waiting);
  await encoder.stop();
  for (const { status, ...why } of await settled)
    assert.deepEqual([status, (why as { reason?: { code: string } }).reason?.code], ['rejected', 'unavailable']);
});
