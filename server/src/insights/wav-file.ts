import { type FileHandle, open } from 'node:fs/promises';
import { InsightFailure } from './insight.ts';

// Recordings of 16-bit samples at 8 kHz, read piece by piece: an hour of talk is 115 MB.

export const sampleRate = 8_000;
const bytesPerSample = 2;
/** Whatever describes a recording stands in front of it, in a few dozen bytes. */
const longestHeader = 4_096;

export type WavFile = AsyncDisposable & {
  channels: number;
  /** How many samples each channel has. */
  length: number;
  seconds: number;
  /** So many samples of each channel, from the first one; the channels take turns. What is beyond the end is silence. */
  readAll(first: number, count: number): Promise<Int16Array>;
  /** A stretch of one channel, between -1 and 1. */
  read(channel: number, start: number, end: number): Promise<Float32Array>;
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
  const { channels, dataStart, dataBytes } = parseHeader(head, size);
  const bytesPerFrame = channels * bytesPerSample;
  const length = Math.floor(dataBytes / bytesPerFrame);

  async function readAll(first: number, count: number): Promise<Int16Array> {
    const samples = new Int16Array(count * channels);
    const there = Math.max(0, Math.min(count, length - first)) * bytesPerFrame;
    await readFully(file, Buffer.from(samples.buffer, 0, there), dataStart + first * bytesPerFrame);
    return samples;
  }

  return {
    channels,
    length,
    seconds: length / sampleRate,
    readAll,
    async read(channel, start, end) {
      const first = Math.max(0, Math.round(start * sampleRate));
      const count = Math.max(0, Math.min(length, Math.round(end * sampleRate)) - first);
      const samples = await readAll(first, count);
      return Float32Array.from({ length: count }, (_, i) => (samples[i * channels + channel] ?? 0) / 32_768);
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

function parseHeader(head: Buffer, fileBytes: number) {
  const name = (at: number) => head.toString('latin1', at, at + 4);
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw unreadable('It is no WAV file.');
  let channels: number | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const length = head.readUInt32LE(at + 4);
    const content = at + 8;
    if (name(at) === 'fmt ' && content + 16 <= head.length) channels = readFormat(head.subarray(content));
    if (name(at) === 'data') {
      if (channels === undefined) throw unreadable('It does not say what its samples are.');
      // One that nobody could finish says 0, or more than there is.
      const there = fileBytes - content;
      return { channels, dataStart: content, dataBytes: length === 0 ? there : Math.min(length, there) };
    }
    at = content + length + (length % 2);
  }
  throw unreadable('There is no sound in it.');
}

function readFormat(format: Buffer): number {
  const [encoding, channels] = [format.readUInt16LE(0), format.readUInt16LE(2)];
  const [rate, bits] = [format.readUInt32LE(4), format.readUInt16LE(14)];
  if (encoding !== 1 || bits !== 16 || rate !== sampleRate || (channels !== 1 && channels !== 2))
    throw unreadable(`It has ${channels} channels of ${bits} bits at ${rate} Hz in encoding ${encoding}.`);
  return channels;
}

const unreadable = (why: string) =>
  new InsightFailure('failed', 'unreadable_recording', `A recording cannot be read. ${why}`);
