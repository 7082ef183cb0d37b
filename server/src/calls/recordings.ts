import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallRef } from '../engine/engine.ts';

export type Recordings = ReturnType<typeof recordingsIn>;

/** The files of recordings, one for each call, named after it: `<folder>/<tenant>/<call>.wav`. */
export function recordingsIn(folder: string) {
  const placeOf = ({ tenantId, callId }: CallRef) => join(folder, `${tenantId}`, `${callId}.wav`);
  return {
    /** Takes a file away and keeps it; what it returns is what the call tells of it. */
    async keep(call: CallRef, file: string, seconds: number): Promise<object> {
      await mkdir(join(folder, `${call.tenantId}`), { recursive: true });
      const { size } = await stat(file);
      await move(file, placeOf(call));
      return { status: 'ready', duration_seconds: Number(seconds.toFixed(3)), size_bytes: size, channels: 2 };
    },

    async drop(call: CallRef): Promise<void> {
      await rm(placeOf(call), { force: true });
    },

    /** Drops the recordings of all calls with smaller ids: ids are in the order of time. */
    async dropBefore(callId: string): Promise<void> {
      const names = await readdir(folder, { recursive: true }).catch(() => []); // Nothing was recorded yet.
      for (const name of names)
        if (name.endsWith('.wav') && (name.split('/').at(-1) ?? '') < callId)
          await rm(join(folder, name), { force: true });
    },
  };
}

/** Asterisk's folder may be on another disk. A copy gets its name when all of it is there. */
async function move(file: string, place: string): Promise<void> {
  try {
    await rename(file, place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const draft = `${place}.part`;
    await copyFile(file, draft);
    const copied = await open(draft, 'r+');
    await copied.sync().finally(() => copied.close());
    await rename(draft, place);
    await rm(file, { force: true });
  }
}
