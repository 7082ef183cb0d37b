import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callRate, toWav } from '../../platform/wav.ts';
import { type ClipName, type Conversation, clips } from './conversations.ts';

/** Renders a conversation as a WAV file, the staff member on the left and the customer on the right. */
export async function speak({ turns, milliseconds }: Conversation): Promise<Buffer> {
  const frames = new Int16Array(2 * samplesIn(milliseconds));
  for (const { clip, speaker, startMs } of turns) {
    const channel = speaker === 'staff' ? 0 : 1;
    const start = samplesIn(startMs);
    for (const [i, sample] of (await readClip(clip)).entries()) frames[2 * (start + i) + channel] = sample;
  }
  return toWav(frames);
}

async function readClip(name: ClipName): Promise<Int16Array> {
  const encoded = await readFile(join(import.meta.dirname, 'clips', `${name}.ulaw`));
  if (encoded.length !== samplesIn(clips[name].milliseconds)) throw new Error(`The clip ${name} has another length.`);
  return Int16Array.from(encoded, decodeMuLaw);
}

const samplesIn = (milliseconds: number) => (milliseconds * callRate) / 1_000;

/** ITU-T G.711: a sign, three bits of exponent, four of mantissa, all inverted. */
function decodeMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}
