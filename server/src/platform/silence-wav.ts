import { open } from 'node:fs/promises';
import { bytesPerFrame, longestHeader, readWavHeader } from './wav.ts';

/** The number of bytes that are written at a time. */
const atOnce = 65_536;

/** Overwrites parts of a WAV file with silence on all channels, in place; the parts are in seconds. */
export async function silenceWav(file: string, parts: readonly { start: number; end: number }[]): Promise<void> {
  await using opened = await open(file, 'r+');
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(longestHeader));
  const { size } = await opened.stat();
  const { frames, rate, channels, dataStart } = readWavHeader(buffer.subarray(0, bytesRead), size);
  const silence = Buffer.alloc(atOnce);
  for (const { start, end } of parts) {
    const byteOf = (frame: number) => dataStart + Math.min(Math.max(frame, 0), frames) * bytesPerFrame({ channels });
    const last = byteOf(Math.ceil(end * rate));
    for (let at = byteOf(Math.floor(start * rate)); at < last; at += atOnce)
      await opened.write(silence, 0, Math.min(atOnce, last - at), at);
  }
}
