import { type FileHandle, open } from 'node:fs/promises';
import { InsightFailure } from '../insight.ts';
import { doubleRate, halveRate, halvingMargin } from './resample.ts';

// Recordings of 16-bit samples at 8 or 16 kHz, read piece by piece: an hour of talk is 115 or 230 MB.

/** The rate at which recordings are analysed, whatever they have themselves. */
export const sampleRate = 8_000;
const wideRate = 2 * sampleRate;
const bytesPerSample = 2;
/** Whatever describes a recording stands in front of it, in a few dozen bytes. */
const longestHeader = 4_096;

export type WavFile = AsyncDisposable & {
  channels: number;
  /** How many samples each channel has at 8 kHz. */
  length: number;
  seconds: number;
  /** So many samples of each channel at 8 kHz, from the first one; the channels take turns. Beyond the end is silence. */
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
  const { channels, rate, dataStart, dataBytes } = parseHeader(head, size);
  const isWide = rate === wideRate;
  const bytesPerFrame = channels * bytesPerSample;
  const frames = Math.floor(dataBytes / bytesPerFrame);

  /** At the rate of the file. What is before the beginning or beyond the end is silence. */
  async function readOwn(first: number, count: number): Promise<Int16Array> {
    const samples = new Int16Array(count * channels);
    const [from, to] = [Math.max(0, first), Math.min(frames, first + count)];
    const there = Buffer.from(samples.buffer, (from - first) * bytesPerFrame, Math.max(0, to - from) * bytesPerFrame);
    await readFully(file, there, dataStart + from * bytesPerFrame);
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

function parseHeader(head: Buffer, fileBytes: number) {
  const name = (at: number) => head.toString('latin1', at, at + 4);
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') throw unreadable('It is no WAV file.');
  let format: ReturnType<typeof readFormat> | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const length = head.readUInt32LE(at + 4);
    const content = at + 8;
    if (name(at) === 'fmt ' && content + 16 <= head.length) format = readFormat(head.subarray(content));
    if (name(at) === 'data') {
      if (!format) throw unreadable('It does not say what its samples are.');
      // One that nobody could finish says 0, or more than there is.
      const there = fileBytes - content;
      return { ...format, dataStart: content, dataBytes: length === 0 ? there : Math.min(length, there) };
    }
    at = content + length + (length % 2);
  }
  throw unreadable('There is no sound in it.');
}

function readFormat(format: Buffer) {
  const [encoding, channels] = [format.readUInt16LE(0), format.readUInt16LE(2)];
  const [rate, bits] = [format.readUInt32LE(4), format.readUInt16LE(14)];
  if (encoding !== 1 || bits !== 16 || ![sampleRate, wideRate].includes(rate) || (channels !== 1 && channels !== 2))
    throw unreadable(`It has ${channels} channels of ${bits} bits at ${rate} Hz in encoding ${encoding}.`);
  return { channels, rate };
}

const unreadable = (why: string) =>
  new InsightFailure('failed', 'unreadable_recording', `A recording cannot be read. ${why}`);
