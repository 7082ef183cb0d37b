import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../database/connect.ts';
import type { Row } from '../database/sql.ts';
import type { ByteRange } from '../platform/byte-range.ts';
import { type CallRef, callKeyOf, callRefOf } from '../platform/call-ref.ts';
import type { FaultCode } from '../platform/fault-codes.ts';
import type { ProjectId } from '../platform/ids.ts';
import { type Problem, problem } from '../platform/problem.ts';
import type { Mp3Encoder } from './encode-mp3.ts';
import { findRecording, setMp3Bytes } from './queries.ts';
import type { Format, Recording } from './recording.ts';
import type { RecordingFiles } from './recording-files.ts';
import type { S3Store } from './s3-store.ts';

// Finds recordings in the folder of the node that took them or in the store, and makes an MP3 if there is none yet.

export type Stores = { files: RecordingFiles; s3: S3Store | undefined };

type Place = 'folder' | 's3';
export type FoundRecording = Omit<Row<typeof findRecording.gives>, 'place'> & { place: Place; wav_bytes: number };

export type OpenAudio = {
  bytes: number;
  endedAt: Date;
  open(range: ByteRange | undefined): Promise<Readable>;
};

/** The file is removed when it is disposed of. */
export type BorrowedFile = AsyncDisposable & { file: string };

const removable = (file: string): BorrowedFile => ({
  file,
  [Symbol.asyncDispose]: () => rm(file, { force: true }),
});

export type RecordingLibrary = ReturnType<typeof recordingLibrary>;

export function recordingLibrary(db: Database, { files, s3, encoder }: Stores & { encoder: Mp3Encoder }) {
  /** MP3 files that are being made, by call: concurrent requests wait for the same one. */
  const making = new Map<string, Promise<void>>();

  /** The file of a call's recording; undefined if there is no such call, or it is in none of the `projects`. */
  async function find(call: CallRef, projects: ProjectId[] | null = null): Promise<FoundRecording | undefined> {
    const found = await findRecording.first(db, { ...callKeyOf(call), project_ids: projects });
    if (!found) return undefined;
    const why = whyMissing(found.recording) ?? (found.place ? undefined : deletedRecording());
    if (why) throw why;
    return found as FoundRecording;
  }

  async function open(call: CallRef, place: Place, format: Format, range?: ByteRange): Promise<Readable | undefined> {
    if (place === 'folder') return files.open(call, format, range);
    if (!s3) throw outOfReach('A recording lies in a store that is not set up here.');
    return s3.open(call, format, range).catch(outOfOrder);
  }

  /** The recording may be moved between two reads; then it is in the other place. */
  async function openAnywhere(call: CallRef, place: Place, format: Format, range?: ByteRange): Promise<Readable> {
    const opened = await open(call, place, format, range);
    if (opened) return opened;
    const now = await find(call);
    const moved = now && now.place !== place ? await open(call, now.place, format, range) : undefined;
    if (!moved) throw notHere(call);
    return moved;
  }

  async function makeMp3(call: CallRef, place: Place, encode: (wav: string, mp3: string) => Promise<void>) {
    await using fetched = await borrow(call, place);
    await using made = removable(await files.draftFor(call));
    await encode(fetched.file, made.file);
    const { size } = await stat(made.file);
    if (place === 's3') await s3?.put(call, 'mp3', made.file).catch(outOfOrder);
    else await files.settle(call, 'mp3', made.file);
    await noteMp3(call, place, size);
  }

  /** The WAV file under a temporary name, which stays valid even if the recording is moved or deleted. */
  async function borrow(call: CallRef, place: Place): Promise<BorrowedFile> {
    await using borrowed = new AsyncDisposableStack();
    const { file } = borrowed.use(removable(await files.draftFor(call)));
    if (place === 's3' || !(await files.lend(call, file)))
      await pipeline(await openAnywhere(call, place, 'wav'), createWriteStream(file)).catch(outOfOrder);
    const kept = borrowed.move();
    return { file, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }

  /** If the recording was moved or deleted meanwhile, no later step would remove this MP3. */
  async function noteMp3(call: CallRef, place: Place, mp3_bytes: number): Promise<void> {
    if ((await setMp3Bytes.run(db, { ...callKeyOf(call), place, mp3_bytes })) > 0) return;
    if (place === 'folder') await rm(files.fileOf(call, 'mp3'), { force: true });
    else await s3?.drop(call);
  }

  function inTurn(call: CallRef, place: Place): Promise<void> {
    return encoder.inTurn((encode) => makeMp3(call, place, encode)).finally(() => making.delete(call.callId));
  }

  async function withMp3(call: CallRef, found: FoundRecording): Promise<FoundRecording> {
    const isThere = found.mp3_bytes !== null && (found.place === 's3' || (await files.has(call, 'mp3')));
    if (isThere) return found;
    const made = making.get(call.callId) ?? inTurn(call, found.place);
    making.set(call.callId, made);
    await made;
    return (await find(call)) ?? found;
  }

  return {
    find,

    /** A file to read the recording of a call from, until it is disposed of. */
    async borrow(call: CallRef): Promise<BorrowedFile> {
      const found = await find(call);
      if (!found) throw noRecording();
      return borrow(call, found.place);
    },

    /** The recording in this format; an MP3 is made if it does not exist. */
    async openAudio(wav: FoundRecording, format: Format): Promise<OpenAudio> {
      const call = callRefOf(wav);
      const found = format === 'mp3' ? await withMp3(call, wav) : wav;
      const bytes = format === 'mp3' ? found.mp3_bytes : found.wav_bytes;
      // The recording was moved while its MP3 was made.
      if (bytes === null) throw problem('unavailable', { headers: { 'retry-after': '1' } });
      return {
        bytes,
        endedAt: found.ended_at ?? new Date(0),
        open: (range) => openAnywhere(call, found.place, format, range),
      };
    },
  };
}

/** The file is on another node, and has not been moved to the store that all nodes share. */
const notHere = ({ callId }: CallRef) => outOfReach(`The file of the recording of ${callId} is not on this node.`);

const outOfReach = (reason: string) => problem('unavailable', { cause: new Error(reason) });

function outOfOrder(cause: unknown): never {
  throw problem('unavailable', { cause });
}

/** Why the recording of a call cannot be had; undefined if it can. */
export const whyMissing = (recording: Recording | null): Problem | undefined => {
  if (!recording) return noRecording();
  return recording.status === 'deleted' ? deletedRecording() : undefined;
};

const missing = (code: FaultCode, message: string): Problem =>
  problem('not_found', { message, details: [{ field: 'recording', code, message }] });

const noRecording = () =>
  missing('no_recording', 'This call has no recording: it is in progress, was not answered, or was not recorded.');
const deletedRecording = () => missing('recording_deleted', 'The recording of this call was deleted.');
