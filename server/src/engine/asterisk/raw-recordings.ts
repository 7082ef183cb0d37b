import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bytesPerFrame, headerBytes, sampleRate, toWav, wavHeader } from '../wav.ts';

// Asterisk writes what is said into a file without a header (16-bit samples of two channels), so one that it could not finish
// is as good as any other. That of a talk (`.raw`, the staff member left and the customer right) begins when the staff member
// answers, which may be before the talk does: the moment of the answer is kept beside it, and what was before is cut off. The
// finished file has it in its name: whoever takes that file away leaves nothing behind, and until then the answer is known. That
// of a message (`.message.raw`, the caller left) is whole.

/** Clocks differ: a talk that was ended in its first moment must not have ended before it. */
const shortestTalk = 100;
/** What is shorter is no message: somebody heard the tone and hung up. */
const shortestMessage = 1_000;

/** When a call was answered, and by whom where it came in. */
export type Answer = { at: Date; staffId?: number | undefined };
type Recording = { file: string; seconds: number };
type Kind = 'raw' | 'answered' | 'message.raw' | 'message.wav';

export type RawRecordings = ReturnType<typeof rawRecordingsIn>;

export function rawRecordingsIn(folder: string) {
  const fileOf = (name: string, kind: Kind) => join(folder, `${name}.${kind}`);
  const talkFile = (name: string, note = '') => join(folder, `${name}${note && `.${note}`}.wav`);
  const writtenAt = async (file: string) => (await stat(file).catch(ifMissing))?.mtime;

  /** A talk that is finished, by what its name says of the answer; nothing is said where nobody knew. */
  async function finishedTalk(name: string): Promise<string | undefined> {
    for (const entry of await readdir(folder)) {
      const found = entry.startsWith(name) && /^\.(?:(\d+-\d*)\.)?wav$/.exec(entry.slice(name.length));
      if (found) return found[1] ?? '';
    }
    return undefined;
  }

  const noteOf = async (name: string) =>
    (await readFile(fileOf(name, 'answered'), 'utf8').catch(ifMissing)) || finishedTalk(name);

  return {
    /** Where Asterisk is to write. */
    rawFile: (name: string) => fileOf(name, 'raw'),
    messageFile: (name: string) => fileOf(name, 'message.raw'),

    async noteAnswer(name: string, { at, staffId }: Answer): Promise<void> {
      await writeFile(fileOf(name, 'answered'), `${at.getTime()}-${staffId ?? ''}`);
    },

    async answerOf(name: string): Promise<Answer | undefined> {
      const note = await noteOf(name);
      if (!note) return undefined;
      const [at, staffId] = note.split('-');
      return { at: new Date(Number(at)), staffId: staffId ? Number(staffId) : undefined };
    },

    /** Until when a call was recorded that Asterisk has nothing else of; undefined where there is no such recording. */
    async restOf(name: string): Promise<Date | undefined> {
      const talk = await finishedTalk(name);
      if (talk !== undefined) return writtenAt(talkFile(name, talk));
      for (const kind of ['message.wav', 'message.raw'] as const) {
        const at = await writtenAt(fileOf(name, kind));
        if (at) return at;
      }
      return (await this.answerOf(name)) && writtenAt(fileOf(name, 'raw'));
    },

    /** Makes a WAV file of the last milliseconds: those of the talk. Asked again after a crash, it does the same again. */
    async finish(name: string, milliseconds: number): Promise<Recording | undefined> {
      const [raw, wav] = [fileOf(name, 'raw'), talkFile(name, await noteOf(name))];
      const recorded = await sizeOf(raw);
      if (recorded !== undefined) {
        const talked = Math.max(milliseconds, shortestTalk);
        const [all, wanted] = [wholeFrames(recorded), bytesIn(talked)];
        await wrap(raw, { start: Math.max(0, all - wanted), end: all }, wav);
      }
      await this.discard(name);
      return finished(wav);
    },

    /** Makes a WAV file of a message, if there is one. */
    async finishMessage(name: string): Promise<Recording | undefined> {
      const [raw, wav] = [fileOf(name, 'message.raw'), fileOf(name, 'message.wav')];
      const recorded = await readFile(raw).catch(ifMissing);
      if (recorded && recorded.length >= bytesIn(shortestMessage)) await wrapMessage(recorded, wav);
      await this.discard(name);
      return finished(wav);
    },

    /** Forgets what Asterisk wrote. */
    async discard(name: string): Promise<void> {
      for (const kind of ['raw', 'answered', 'message.raw'] as const) await rm(fileOf(name, kind), { force: true });
    },
  };
}

async function finished(wav: string): Promise<Recording | undefined> {
  const size = (await sizeOf(wav)) ?? 0;
  const seconds = (size - headerBytes) / bytesPerFrame / sampleRate;
  if (seconds > 0) return { file: wav, seconds };
  await rm(wav, { force: true });
  return undefined;
}

const wholeFrames = (bytes: number) => Math.floor(bytes / bytesPerFrame) * bytesPerFrame;
const bytesIn = (milliseconds: number) => wholeFrames((milliseconds * sampleRate * bytesPerFrame) / 1_000);

/** A crash must leave no half file under the final name, and two nodes may do this at the same time. */
const draftOf = (wav: string) => `${wav}.${randomUUID()}.new`;

async function wrap(raw: string, { start, end }: { start: number; end: number }, wav: string): Promise<void> {
  const unfinished = draftOf(wav);
  await writeFile(unfinished, wavHeader(end - start));
  if (end > start)
    await pipeline(createReadStream(raw, { start, end: end - 1 }), createWriteStream(unfinished, { flags: 'a' }));
  await rename(unfinished, wav);
}

/** The caller comes from the left, where Asterisk has whose line it is, to the right, where customers are. */
async function wrapMessage(recorded: Buffer, wav: string): Promise<void> {
  const frames = new Int16Array(wholeFrames(recorded.length) / 2);
  for (let i = 0; i < frames.length; i += 2) frames[i + 1] = recorded.readInt16LE(2 * i);
  const unfinished = draftOf(wav);
  await writeFile(unfinished, toWav(frames));
  await rename(unfinished, wav);
}

async function sizeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(ifMissing))?.size;
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
