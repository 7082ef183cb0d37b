import { mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallRef } from '../engine/engine.ts';

export type KeepRecording = ReturnType<typeof recordingsIn>;

/** Keeps the files of recordings, one for each call; what it returns is what the call tells of it. */
export function recordingsIn(folder: string) {
  return async ({ tenantId, callId }: CallRef, file: string, seconds: number): Promise<object> => {
    const place = join(folder, `${tenantId}`);
    await mkdir(place, { recursive: true });
    const { size } = await stat(file);
    await rename(file, join(place, `${callId}.wav`));
    return { status: 'ready', duration_seconds: seconds, size_bytes: size, channels: 2 };
  };
}
