import { randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { idOf, type StaffId } from '../../../platform/ids.ts';
import { removeFile } from '../../../platform/remove-file.ts';
import { longestHeader, readWavHeader } from '../../../platform/wav.ts';
import { type AudioStretch, findLineAudio, lineAudioFiles, recordedAs, writeStretch } from './line-audio.ts';

// Recordings in the folder that Asterisk writes to. A conversation is recorded on the staff leg from the moment the staff
// member answers, which may be before the conversation begins: the time of the answer is noted in a file beside it, and the
// audio before is cut off. The finished file carries the note in its name, so the answer stays known until the file is moved
// away, and moving it leaves nothing behind. A message (`.message`) is recorded on the caller's leg, and kept whole.

/** Clocks differ: a conversation that ended at once must not end before it began. */
const shortestTalk = 100;
/** A shorter recording is no message: the caller heard the tone and hung up. */
const shortestMessage = 1_000;

/** When a call was answered, and for an inbound call by which staff member. */
export type AnswerMoment = { at: Date; staffId?: StaffId | undefined };
export type FinishedRecording = { file: string; seconds: number };
type Kind = 'answered' | 'message' | 'message.wav';

export type RawRecordings = ReturnType<typeof rawRecordingsIn>;

export function rawRecordingsIn(folder: string) {
  const fileOf = (name: string, kind: Kind) => join(folder, `${name}.${kind}`);
  const talkFile = (name: string, note = '') => join(folder, `${name}${note && `.${note}`}.wav`);
  const talkAudio = (name: string) => join(folder, name);
  const messageAudio = (name: string) => fileOf(name, 'message');
  const writtenAt = async (file: string) => (await stat(file).catch(ifMissing))?.mtime;

  /** Finds a finished conversation, and returns the note on the answer from its file name; empty if the answer was unknown. */
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
    /** The file that Asterisk writes to. */
    rawFile: (name: string) => recordedAs(talkAudio(name)),
    messageFile: (name: string) => recordedAs(messageAudio(name)),

    async noteAnswer(name: string, { at, staffId }: AnswerMoment): Promise<void> {
      await writeFile(fileOf(name, 'answered'), `${at.getTime()}-${staffId ?? ''}`);
    },

    async answerOf(name: string): Promise<AnswerMoment | undefined> {
      const note = await noteOf(name);
      if (!note) return undefined;
      const [at, staffId] = note.split('-');
      return { at: new Date(Number(at)), staffId: staffId ? idOf('staff', Number(staffId)) : undefined };
    },

    /** The end of the recording of a call that has nothing else left in Asterisk; undefined if there is no such recording. */
    async restOf(name: string): Promise<Date | undefined> {
      const talk = await finishedTalk(name);
      if (talk !== undefined) return writtenAt(talkFile(name, talk));
      const message = await writtenAt(fileOf(name, 'message.wav'));
      if (message) return message;
      const left =
        (await findLineAudio(messageAudio(name))) ??
        ((await this.answerOf(name)) && (await findLineAudio(talkAudio(name))));
      return left?.writtenAt;
    },

    /** Makes a WAV file of the last milliseconds: those of the conversation. It can be repeated after a crash. */
    async finish(name: string, milliseconds: number): Promise<FinishedRecording | undefined> {
      const [note, audio] = await Promise.all([noteOf(name), findLineAudio(talkAudio(name))]);
      const wav = talkFile(name, note);
      if (!audio) {
        await this.discard(name);
        return finished(wav);
      }
      const { rate, received: left, sent: right } = audio;
      const end = Math.max(left.length, right.length);
      const start = Math.max(0, end - samplesIn(Math.max(milliseconds, shortestTalk), rate));
      if (end > start) await write(wav, { rate, left, right, start, end });
      await Promise.all([left.file, right.file, fileOf(name, 'answered')].map(removeFile));
      return end > start ? { file: wav, seconds: (end - start) / rate } : undefined;
    },

    /** Makes a WAV file of a message, if there is one. The caller is on the right channel, as customers always are. */
    async finishMessage(name: string): Promise<FinishedRecording | undefined> {
      const wav = fileOf(name, 'message.wav');
      const audio = await findLineAudio(messageAudio(name));
      if (audio) {
        const { rate, received: right } = audio;
        const end = right.length;
        if (end >= samplesIn(shortestMessage, rate)) await write(wav, { rate, right, start: 0, end });
      }
      await this.discard(name);
      return finished(wav);
    },

    /** Deletes the files that Asterisk wrote. */
    async discard(name: string): Promise<void> {
      const files = [talkAudio(name), messageAudio(name)].flatMap(lineAudioFiles);
      await Promise.all([...files, fileOf(name, 'answered')].map(removeFile));
    },
  };
}

async function finished(wav: string): Promise<FinishedRecording | undefined> {
  const seconds = (await secondsOf(wav)) ?? 0;
  if (seconds > 0) return { file: wav, seconds };
  await removeFile(wav);
  return undefined;
}

async function secondsOf(wav: string): Promise<number | undefined> {
  await using file = await open(wav).catch(ifMissing);
  if (!file) return undefined;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader));
  const { size } = await file.stat();
  const { frames, rate } = readWavHeader(buffer.subarray(0, bytesRead), size);
  return frames / rate;
}

const samplesIn = (milliseconds: number, rate: number) => Math.floor((milliseconds * rate) / 1_000);

/** A crash must leave no partial file under the final name, and two nodes may write it at the same time. */
async function write(wav: string, stretch: AudioStretch): Promise<void> {
  const unfinished = `${wav}.${randomUUID()}.new`;
  try {
    await writeStretch(unfinished, stretch);
    await rename(unfinished, wav);
  } catch (error) {
    await removeFile(unfinished); // Another node may have removed the audio meanwhile.
    throw error;
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
