import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cutWav } from '../../platform/wav.ts';
import { clips, conversationCount, conversationOf, conversationsIn } from './conversations.ts';
import { speak } from './speech.ts';

test('the clips are those of the conversations, with the documented lengths', () => {
  const folder = join(import.meta.dirname, 'clips');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ulaw'));
  const lengths = files.map((name) => [name.replace('.ulaw', ''), statSync(join(folder, name)).size / 8]);
  const written = Object.entries(clips).map(([name, { milliseconds }]) => [name, milliseconds]);
  assert.deepEqual(lengths.sort(), written.sort());
});

for (let variant = 0; variant < conversationCount; variant++) {
  const conversation = conversationOf(variant);
  const { turns, milliseconds } = conversation;

  test(`conversation ${variant} has two parties who take turns, in 4 to 8 seconds`, () => {
    assert.ok(milliseconds >= 4_000 && milliseconds <= 8_000, `${milliseconds} ms`);
    for (const [i, turn] of turns.entries()) {
      const before = turns[i - 1];
      assert.ok(turn.startMs >= (before?.startMs ?? 0) + 100);
      // A party who has just spoken goes on after a silence.
      const earliest = turn.speaker === before?.speaker ? 3_000 : -1_500;
      assert.ok(!before || turn.startMs - before.endMs >= earliest);
    }
    assert.equal(new Set(turns.map(({ speaker }) => speaker)).size, 2);
    assert.ok(turns.length >= 3);
  });

  test(`the WAV of conversation ${variant} has speech where the truth says so and silence elsewhere`, async () => {
    const wav = await speak(conversation);
    assertStereoWav(wav, milliseconds);
    for (const [channel, speaker] of (['staff', 'customer'] as const).entries()) {
      const spoken = turns.filter((turn) => turn.speaker === speaker);
      let silentFrom = 0;
      for (const { startMs, endMs } of spoken) {
        assert.equal(loudness(wav, channel, silentFrom, startMs), 0);
        assert.ok(loudness(wav, channel, startMs, endMs) > 2_000, `${speaker} speaks`);
        assert.ok(loudness(wav, channel, startMs, startMs + 50) > 100, `${speaker} begins at ${startMs} ms`);
        assert.ok(loudness(wav, channel, endMs - 50, endMs) > 100, `${speaker} speaks until ${endMs} ms`);
        silentFrom = endMs;
      }
      assert.equal(loudness(wav, channel, silentFrom, milliseconds), 0);
    }
  });
}

test('each language has conversations of its own, with an interruption and a silence among them', () => {
  const [english, japanese] = [conversationsIn('en-US'), conversationsIn('ja')];
  assert.deepEqual(
    [...english, ...japanese],
    Array.from({ length: conversationCount }, (_, i) => i),
  );
  assert.deepEqual(conversationsIn('fr'), english);
  for (const [variants, letters] of [
    [english, /^[A-Za-z ,.?]+$/] as const,
    [japanese, /^[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}、。]+$/u] as const,
  ]) {
    const conversations = variants.map(conversationOf);
    for (const { turns } of conversations) for (const { text } of turns) assert.match(text, letters);
    const pauses = conversations.flatMap(({ turns }) =>
      turns.slice(1).map(({ startMs }, i) => startMs - (turns[i]?.endMs ?? 0)),
    );
    assert.ok(pauses.some((pause) => pause <= -1_000) && pauses.some((pause) => pause >= 3_000));
  }
});

test('a WAV that is cut has a header of its own', async () => {
  const whole = await speak(conversationOf(0));
  const cut = cutWav(whole, 1_234);
  assertStereoWav(cut, 1_234);
  assert.deepEqual(cut.subarray(44), whole.subarray(44, cut.length));
  assertStereoWav(cutWav(whole, 0), 0);
});

function assertStereoWav(wav: Buffer, milliseconds: number): void {
  const text = (from: number, to: number) => wav.toString('latin1', from, to);
  assert.deepEqual([text(0, 4), text(8, 16), text(36, 40)], ['RIFF', 'WAVEfmt ', 'data']);
  assert.equal(wav.readUInt32LE(4), wav.length - 8);
  assert.deepEqual(
    {
      formatBytes: wav.readUInt32LE(16),
      format: wav.readUInt16LE(20),
      channels: wav.readUInt16LE(22),
      rate: wav.readUInt32LE(24),
      bytesPerSecond: wav.readUInt32LE(28),
      bytesPerFrame: wav.readUInt16LE(32),
      bits: wav.readUInt16LE(34),
    },
    { formatBytes: 16, format: 1, channels: 2, rate: 8_000, bytesPerSecond: 32_000, bytesPerFrame: 4, bits: 16 },
  );
  assert.equal(wav.readUInt32LE(40), milliseconds * 32);
  assert.equal(wav.length, 44 + milliseconds * 32);
}

/** The root mean square of one channel between two times. */
function loudness(wav: Buffer, channel: number, fromMs: number, toMs: number): number {
  let sum = 0;
  for (let frame = fromMs * 8; frame < toMs * 8; frame++) sum += wav.readInt16LE(44 + 4 * frame + 2 * channel) ** 2;
  return Math.sqrt(sum / ((toMs - fromMs) * 8));
}
