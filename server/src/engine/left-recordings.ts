import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallRef, callName, readCallName } from '../platform/call-ref.ts';
import { rawRecordingsIn } from './asterisk/call/raw-recordings.ts';

// What engines have left in their folders: recordings of which nobody was told, or whose file nobody took away. Simulator
// and Asterisk name files after calls in the same way, `<tenant>-live-<call>.wav`.

export function leftRecordingsIn(folder: string) {
  const raw = rawRecordingsIn(folder);
  const entries = async () => readdir(folder).catch(() => []); // There is none yet.

  return {
    /** The calls that there are files of, and when the last one of them was written, as `Date.now` tells it. */
    async list(): Promise<{ call: CallRef; writtenAt: number }[]> {
      const left = new Map<string, { call: CallRef; writtenAt: number }>();
      for (const entry of await entries()) {
        const call = readCallName(entry)?.call;
        const written = call && (await stat(join(folder, entry)).catch(() => undefined)); // Somebody was faster.
        if (!written) continue;
        const before = left.get(callName(call))?.writtenAt ?? 0;
        left.set(callName(call), { call, writtenAt: Math.max(written.mtimeMs, before) });
      }
      return [...left.values()];
    },

    /** Makes a WAV file of a talk of so many milliseconds; undefined where nothing was recorded. */
    finishTalk: (call: CallRef, milliseconds: number) => raw.finish(callName(call), milliseconds),
    /** The same of a message that a caller left. */
    finishMessage: (call: CallRef) => raw.finishMessage(callName(call)),

    async remove(call: CallRef): Promise<void> {
      for (const entry of await entries())
        if (entry.startsWith(`${callName(call)}.`)) await rm(join(folder, entry), { force: true });
    },
  };
}
