import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallRef, callName, readCallName } from '../platform/call-ref.ts';
import { rawRecordingsIn } from './asterisk/call/raw-recordings.ts';

// Leftover files in the folders of engines: recordings that were never reported, or were not moved away. Simulator and Asterisk
// name files after calls in the same way, `<tenant>-live-<call>.wav`.

export function orphanedRecordingsIn(folder: string) {
  const raw = rawRecordingsIn(folder);
  const entries = async () => readdir(folder).catch(() => []); // Usually it does not exist yet; an unreadable folder looks empty until the next sweep.

  return {
    /** The calls with files, and when the last file of each was written (milliseconds, as `Date.now`). */
    async list(): Promise<{ call: CallRef; writtenAt: number }[]> {
      const orphaned = new Map<string, { call: CallRef; writtenAt: number }>();
      for (const entry of await entries()) {
        const call = readCallName(entry)?.call;
        const written = call && (await stat(join(folder, entry)).catch(() => undefined)); // Usually another node has removed it.
        if (!written) continue;
        const before = orphaned.get(callName(call))?.writtenAt ?? 0;
        orphaned.set(callName(call), { call, writtenAt: Math.max(written.mtimeMs, before) });
      }
      return [...orphaned.values()];
    },

    /** Makes a WAV file of a conversation of this many milliseconds; undefined if nothing was recorded. */
    finishTalk: (call: CallRef, milliseconds: number) => raw.finish(callName(call), milliseconds),
    /** Makes a WAV file of a message that a caller left. */
    finishMessage: (call: CallRef) => raw.finishMessage(callName(call)),

    async remove(call: CallRef): Promise<void> {
      for (const entry of await entries())
        if (entry.startsWith(`${callName(call)}.`)) await rm(join(folder, entry), { force: true });
    },
  };
}
