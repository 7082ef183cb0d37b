import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWavHeader, toWav, UnreadableWav, wavHeader } from './wav.ts';

const read = (wav: Buffer) => readWavHeader(wav, wav.length);

for (const channels of [1, 2] as const)
  for (const rate of [8_000, 16_000])
    test(`a file of ${channels} channels at ${rate} Hz is read as it was written`, () => {
      const wav = toWav(new Int16Array(30 * channels), { channels, rate });
      assert.deepEqual(read(wav), { channels, rate, dataStart: 44, frames: 30 });
    });

test('the samples begin after any chunks that another program has written before them', () => {
  const wav = toWav(Int16Array.of(1, 2, 3, 4));
  const odd = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1'); // A chunk of odd length is padded.
  const longer = Buffer.concat([wav.subarray(0, 36), odd, wav.subarray(36)]);
  const { dataStart, frames } = read(longer);
  assert.deepEqual([dataStart, frames], [56, 2]);
  assert.equal(longer.readInt16LE(dataStart), 1);
});

test('parts that follow the samples are no sound', () => {
  const wav = Buffer.concat([toWav(new Int16Array(8)), Buffer.from('LIST\x02\0\0\0ab', 'latin1')]);
  assert.equal(read(wav).frames, 4);
});

test('a file that its writer could not finish is read as far as it goes', () => {
  for (const promised of [0, 4_000]) {
    const frames = Buffer.alloc(4 * 10 + 3);
    assert.equal(read(Buffer.concat([wavHeader(promised), frames])).frames, 10);
  }
});

test('a file that is not a WAV of 16-bit samples is refused with the reason', () => {
  const bytes = (wav: Buffer, at: number, value: number) => {
    wav.writeUInt16LE(value, at);
    return wav;
  };
  const withoutFormat = Buffer.concat([wavHeader(0).subarray(0, 12), wavHeader(0).subarray(36)]);
  for (const [wav, why] of [
    [Buffer.alloc(0), /no WAV/],
    [Buffer.from('RIFF'), /no WAV/],
    [wavHeader(0).subarray(0, 36), /no sound/],
    [withoutFormat, /what its samples are/],
    [bytes(wavHeader(0), 20, 3), /encoding 3/],
    [bytes(wavHeader(0), 34, 8), /8 bits/],
    [bytes(wavHeader(0), 22, 6), /6 channels/],
  ] as const)
    assert.throws(
      () => read(wav),
      (error) => error instanceof UnreadableWav && why.test(error.message),
    );
});
