import { randomUUID } from 'node:crypto';
import type { Dirent, ReadStream } from 'node:fs';
import { access, chmod, chown, copyFile, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SilentPart } from '../engine/engine.ts';
import type { ByteRange } from '../platform/byte-range.ts';
import type { CallRef } from '../platform/call-ref.ts';
import { type CallId, idOf } from '../platform/ids.ts';
import { removeFile } from '../platform/remove-file.ts';
import { silenceWav } from '../platform/silence-wav.ts';
import type { Format, Recording } from './recording.ts';

// The files of recordings in a folder, named after their calls: `<folder>/<tenant>/<call>.wav`, and `.mp3` beside it. A file
// gets its name when it is complete and on disk; until then it is a draft, `<call>.<anything>.part`.

export type RecordingFiles = ReturnType<typeof recordingsIn>;

/** A file that was found; a draft has no format. */
export type FoundFile = FiledCall & { format: Format | undefined; file: string };

/** The parts of a call reference that file names contain. */
export type FiledCall = Pick<CallRef, 'tenantId' | 'callId'>;

export function recordingsIn(folder: string) {
  const folderOf = ({ tenantId }: FiledCall) => join(folder, `${tenantId}`);
  const fileOf = (call: FiledCall, format: Format) => join(folderOf(call), `${call.callId}.${format}`);

  /** A name for a new file; if a crash leaves it behind, `sweep-recordings.ts` removes it. */
  async function draftFor(call: FiledCall): Promise<string> {
    await mkdir(folderOf(call), { recursive: true });
    return join(folderOf(call), `${call.callId}.${randomUUID()}.part`);
  }

  /** Gives a draft its final name. */
  async function settle(call: FiledCall, format: Format, draft: string): Promise<void> {
    await sync(draft);
    await rename(draft, fileOf(call, format));
    await removeFile(draft); // If both names are links to the same file, renaming does nothing.
    await sync(folderOf(call));
  }

  async function* foundFiles(): AsyncGenerator<FoundFile> {
    for await (const tenant of entriesOf(folder)) {
      if (!/^\d+$/.test(tenant.name)) continue;
      for await (const { name } of entriesOf(join(folder, tenant.name))) {
        const [, callId = '', kind = ''] = /^([\da-f-]{36})\.(?:.*\.)?(wav|mp3|part)$/.exec(name) ?? [];
        const format = kind === 'part' ? undefined : (kind as Format);
        const call = { tenantId: idOf('tenant', Number(tenant.name)), callId: idOf('call', callId) };
        if (callId) yield { ...call, format, file: join(folder, tenant.name, name) };
      }
    }
  }

  return {
    fileOf,
    draftFor,
    settle,
    foundFiles,

    /**
     * Stores a copy, silent in these parts; the original stays. A repeated call does the same again. Returns the `recording`
     * column. The engine has left out the paused parts already; they are silenced again in case it failed to.
     */
    async keep(call: FiledCall, file: string, seconds: number, pauses: SilentPart[] = []): Promise<Recording> {
      const draft = await draftFor(call);
      const size = await (pauses.length > 0 ? copyOf(file, draft) : linkOrCopy(file, draft));
      const silent = pauses.map(inMilliseconds);
      if (silent.length > 0) await silenceWav(draft, silent);
      await settle(call, 'wav', draft);
      const duration_seconds = Number(seconds.toFixed(3));
      const shown = silent.map(({ start, end }) => ({
        start_seconds: start,
        end_seconds: Math.min(end, duration_seconds),
      }));
      const facts = { status: 'ready', duration_seconds, size_bytes: size, channels: 2 } as const;
      return shown.length > 0 ? { ...facts, pauses: shown } : facts;
    },

    async has(call: FiledCall, format: Format): Promise<boolean> {
      return (await access(fileOf(call, format)).then(() => true, ifMissing)) ?? false;
    },

    /** Gives a WAV file a second name, which stays valid when the first one is removed. False if there is no such file. */
    async lend(call: FiledCall, draft: string): Promise<boolean> {
      return (await linkOrCopy(fileOf(call, 'wav'), draft).then(() => true, ifMissing)) ?? false;
    },

    /** Undefined if there is no such file. Reading the stream to its end, or destroying it, closes the file. */
    async open(call: FiledCall, format: Format, range?: ByteRange): Promise<ReadStream | undefined> {
      const file = await open(fileOf(call, format)).catch(ifMissing);
      return file?.createReadStream(range);
    },

    async drop(call: FiledCall): Promise<void> {
      await Promise.all([rm(fileOf(call, 'wav'), { force: true }), rm(fileOf(call, 'mp3'), { force: true })]);
    },

    /** Removes the recordings of all calls with smaller ids: ids are in the order of time. */
    async dropBefore(callId: CallId): Promise<void> {
      for await (const found of foundFiles()) if (found.callId < callId) await rm(found.file, { force: true });
    },
  };
}

/**
 * A link costs no time and no space. Asterisk's folder may be on another disk, or on one without links. A file of another user
 * is copied, so that the stored file belongs to this user alone; Linux may also refuse to link it. Returns the number of bytes.
 */
async function linkOrCopy(file: string, draft: string): Promise<number> {
  const isLinked = await link(file, draft).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error;
      return false;
    },
  );
  const linked = isLinked ? await stat(draft) : undefined;
  if (linked?.uid !== ownUser()) {
    await rm(draft, { force: true });
    return copyOf(file, draft);
  }
  await chmod(draft, 0o600);
  return linked.size;
}

async function copyOf(file: string, draft: string): Promise<number> {
  await copyFile(file, draft);
  await chown(draft, ownUser(), process.getgid?.() ?? 0); // A copy made by root belongs to the owner of the original.
  await chmod(draft, 0o600);
  return (await stat(draft)).size;
}

const ownUser = () => process.getuid?.() ?? 0;

/** Rounded outward, so that the whole part that the API shows is silent. */
const inMilliseconds = ({ start, end }: SilentPart): SilentPart => ({
  start: Math.floor(start * 1_000) / 1_000,
  end: Math.ceil(end * 1_000) / 1_000,
});

async function sync(path: string): Promise<void> {
  await using opened = await open(path);
  await opened.sync();
}

/** Entries one by one, because there may be a million; none if the folder does not exist yet. */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await opendir(folder).catch(ifMissing);
  if (opened) yield* opened;
}

export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
