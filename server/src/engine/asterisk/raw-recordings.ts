import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesPerFrame, headerBytes, sampleRate, wavHeader } from '../wav.ts';

// Asterisk writes what is said into a file without a header (16-bit samples, the staff member's left and the customer's
// right), so one that it could not finish is as good as any other. It begins when the staff member answers, which is before
// the talk does: the moment of the answer is kept beside it, and what was before is cut off.

/** Clocks differ: a talk that was ended in its first moment must not have ended before it. */
const shortestTalk = 100;

export type RawRecordings = ReturnType<typeof rawRecordingsIn>;

export function rawRecordingsIn(folder: string) {
  const fileOf = (name: string, kind: 'raw' | 'answered' | 'wav') => join(folder, `${name}.${kind}`);

  return {
    /** Where Asterisk is to write. */
    rawFile: (name: string) => fileOf(name, 'raw'),

    async noteAnswer(name: string, at: Date): Promise<void> {
      await writeFile(fileOf(name, 'answered'), at.toISOString());
    },

    async answerOf(name: string): Promise<Date | undefined> {
      const text = await readFile(fileOf(name, 'answered'), 'utf8').catch(ifMissing);
      return text ? new Date(text) : undefined;
    },

    /** Until when a talk was recorded that Asterisk has nothing else of; undefined where there is no such recording. */
    async restOf(name: string): Promise<Date | undefined> {
      const wav = await stat(fileOf(name, 'wav')).catch(ifMissing);
      if (wav) return wav.mtime;
      return (await this.answerOf(name)) && (await stat(fileOf(name, 'raw')).catch(ifMissing))?.mtime;
    },

    /** Makes a WAV file of the last milliseconds: those of the talk. Asked again after a crash, it does the same again. */
    async finish(name: string, milliseconds: number): Promise<{ file: string; seconds: number } | undefined> {
      const [raw, wav] = [fileOf(name, 'raw'), fileOf(name, 'wav')];
      const recorded = await sizeOf(raw);
      if (recorded !== undefined) {
        const talked = Math.max(milliseconds, shortestTalk);
        const [all, wanted] = [wholeFrames(recorded), wholeFrames((talked * sampleRate * bytesPerFrame) / 1_000)];
        await wrap(raw, { start: Math.max(0, all - wanted), end: all }, wav);
        await this.discard(name);
      }
      const size = (await sizeOf(wav)) ?? 0;
      const seconds = (size - headerBytes) / bytesPerFrame / sampleRate;
      if (seconds > 0) return { file: wav, seconds };
      await rm(wav, { force: true });
      return undefined;
    },

    /** Forgets what Asterisk wrote. */
    async discard(name: string): Promise<void> {
      await rm(fileOf(name, 'raw'), { force: true });
      await rm(fileOf(name, 'answered'), { force: true });
    },
  };
}

const wholeFrames = (bytes: number) => Math.floor(bytes / bytesPerFrame) * bytesPerFrame;

/** A crash must leave no half file under the final name, and two nodes may do this at the same time. */
async function wrap(raw: string, { start, end }: { start: number; end: number }, wav: string): Promise<void> {
  const unfinished = `${wav}.${randomUUID()}.new`;
  await writeFile(unfinished, wavHeader(end - start));
  if (end > start)
    await pipeline(createReadStream(raw, { start, end: end - 1 }), createWriteStream(unfinished, { flags: 'a' }));
  await rename(unfinished, wav);
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(ifMissing))?.size;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
