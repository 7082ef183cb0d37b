import { type FileHandle, open } from 'node:fs/promises';
import {
  bytesPerFrame,
  callRate,
  longestHeader,
  readWavHeader,
  UnreadableWav,
  type WavLayout,
} from '../../platform/wav.ts';
import { InsightFailure } from '../insight.ts';
import { doubleRate, halveRate, halvingMargin } from './resample.ts';

// Recordings of 16-bit samples at 8 or 16 kHz, read piece by piece: an hour of talk is 115 or 230 MB.

/** Recordings are analyzed at 8 kHz, whatever rate they have themselves. */
const wideRate = 2 * callRate;

export type WavFile = AsyncDisposable & {
  channels: number;
  /** How many samples each channel has at 8 kHz. */
  length: number;
  seconds: number;
  /** This many interleaved samples of each channel at 8 kHz, from the first one. Beyond the end there is silence. */
  readAll(first: number, count: number): Promise<Int16Array>;
  /** A stretch of one channel at 16 kHz, which speech engines expect, between -1 and 1. */
  readSpeech(channel: number, start: number, end: number): Promise<Float32Array>;
};

export async function openWav(path: string): Promise<WavFile> {
  const file = await open(path);
  try {
    return await readHeader(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function readHeader(file: FileHandle): Promise<WavFile> {
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(size, longestHeader));
  await readFully(file, head, 0);
  const { channels, rate, dataStart, frames } = readLayout(head, size);
  const isWide = rate === wideRate;
  const frameBytes = bytesPerFrame({ channels });

  /** At the rate of the file. Before the beginning and beyond the end there is silence. */
  async function readOwn(first: number, count: number): Promise<Int16Array> {
    const samples = new Int16Array(count * channels);
    const [from, to] = [Math.max(0, first), Math.min(frames, first + count)];
    const there = Buffer.from(samples.buffer, (from - first) * frameBytes, Math.max(0, to - from) * frameBytes);
    await readFully(file, there, dataStart + from * frameBytes);
    return samples;
  }

  async function readHalved(first: number, count: number): Promise<Int16Array> {
    return halveRate(await readOwn(2 * first - halvingMargin, 2 * (count + halvingMargin)), channels);
  }

  return {
    channels,
    length: isWide ? frames >> 1 : frames,
    seconds: frames / rate,
    readAll: isWide ? readHalved : readOwn,
    async readSpeech(channel, start, end) {
      const first = Math.max(0, Math.round(start * rate));
      const count = Math.max(0, Math.min(frames, Math.round(end * rate)) - first);
      const samples = await readOwn(first, count);
      const own = Float32Array.from({ length: count }, (_, i) => (samples[i * channels + channel] ?? 0) / 32_768);
      return isWide ? own : doubleRate(own);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<void> {
  for (let done = 0; done < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, done, buffer.length - done, position + done);
    if (bytesRead === 0) throw unreadable('It became shorter while it was being read.');
    done += bytesRead;
  }
}

/** Reads the header, or fails with the reason why this recording cannot be analyzed. */
function readLayout(head: Buffer, fileBytes: number): WavLayout {
  let layout: WavLayout;
  try {
    layout = readWavHeader(head, fileBytes);
  } catch (error) {
    throw error instanceof UnreadableWav ? unreadable(error.message) : error;
  }
  const { rate } = layout;
  if (rate !== callRate && rate !== wideRate) throw unreadable(`It has ${rate} samples a second.`);
  return layout;
}

const unreadable = (why: string) =>
  new InsightFailure('failed', 'unreadable_recording', `A recording cannot be read. ${why}`);
