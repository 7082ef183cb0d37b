import { type FileHandle, open, stat } from 'node:fs/promises';
import { bytesPerFrame, bytesPerSample, wavHeader } from '../../../platform/wav.ts';

// The audio of a channel that Asterisk records: 16-bit samples without a header, so that an unfinished file is usable too. Each
// direction has its own file, and both begin at the same moment. Asterisk resamples to the rate that the file extension names,
// whatever the codec of the channel is or becomes.

/** Asterisk's file extensions for these rates; `dialplan.conf` chooses one. */
const rates = { sln: 8_000, sln16: 16_000 };
/** Both directions interleaved in one file, as an older `dialplan.conf` writes them: correct at 8 kHz only. */
const oldEnding = 'raw';
/** The number of samples of a direction that are in memory at a time. */
const samplesAtOnce = 32_768;

/** One direction: all samples of a file, or every second one. */
type Direction = { file: string; length: number; step: 1 | 2; first: 0 | 1 };

export type LineAudio = {
  rate: number;
  /** The audio that the party speaks. */
  received: Direction;
  /** The audio that the party hears. */
  sent: Direction;
  writtenAt: Date;
};

/** The file name for the dialplan; `dialplan.conf` replaces the extension. */
export const recordedAs = (path: string) => `${path}.${oldEnding}`;

/** All files that may exist for a channel. */
export const lineAudioFiles = (path: string): string[] => [
  ...Object.keys(rates).flatMap((ending) => [`${path}.received.${ending}`, `${path}.sent.${ending}`]),
  `${path}.${oldEnding}`,
];

/**
 * The audio that Asterisk has written for a channel; undefined if none. Asterisk creates both files before it writes to them:
 * if one is missing, another node has finished the recording and is removing them.
 */
export async function findLineAudio(path: string): Promise<LineAudio | undefined> {
  for (const [ending, rate] of Object.entries(rates)) {
    const received = await lookAt(`${path}.received.${ending}`);
    const sent = await lookAt(`${path}.sent.${ending}`);
    if (received && sent) return { rate, received, sent, writtenAt: received.writtenAt };
  }
  const both = await lookAt(`${path}.${oldEnding}`, 2);
  return both && { rate: 8_000, received: both, sent: { ...both, first: 1 }, writtenAt: both.writtenAt };
}

async function lookAt(file: string, step: 1 | 2 = 1): Promise<(Direction & { writtenAt: Date }) | undefined> {
  const found = await stat(file).catch((error): undefined => {
    if (error.code !== 'ENOENT') throw error;
  });
  const length = Math.floor((found?.size ?? 0) / bytesPerSample / step);
  return found && { file, length, step, first: 0, writtenAt: found.mtime };
}

/** A range of samples. A shorter direction is padded with silence; without a left direction the left channel is silent. */
export type AudioStretch = { rate: number; left?: Direction; right: Direction; start: number; end: number };

/** Writes a WAV file piece by piece, because an hour takes 115 MB, or twice that. */
export async function writeStretch(wav: string, { rate, left, right, start, end }: AudioStretch): Promise<void> {
  await using target = await open(wav, 'w');
  await using leftFile = left && (await open(left.file));
  await using rightFile = await open(right.file);
  const format = { channels: 2, rate } as const;
  await target.appendFile(wavHeader((end - start) * bytesPerFrame(format), format));
  for (let at = start; at < end; at += samplesAtOnce) {
    const frames = new Int16Array(2 * Math.min(samplesAtOnce, end - at));
    if (left && leftFile) await fill(frames, 0, left, leftFile, at);
    await fill(frames, 1, right, rightFile, at);
    await target.appendFile(frames);
  }
  await target.sync(); // The audio of Asterisk is removed next.
}

/** Reads samples into one channel of stereo frames. */
async function fill(
  frames: Int16Array,
  channel: 0 | 1,
  { length, step, first }: Direction,
  file: FileHandle,
  at: number,
) {
  const samples = new Int16Array(step * Math.max(0, Math.min(frames.length / 2, length - at)));
  const bytes = Buffer.from(samples.buffer);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, at * step * bytesPerSample + done);
    if (bytesRead === 0) throw new Error('A file of a recording became shorter while it was being read.');
    done += bytesRead;
  }
  for (let i = 0; i * step < samples.length; i++) frames[2 * i + channel] = samples[i * step + first] ?? 0;
}
