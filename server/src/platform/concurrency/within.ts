import { setTimeout } from 'node:timers/promises';

/** Waits for the work, but not for longer than this. */
export async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const pause = setTimeout(milliseconds, undefined, { signal: patience.signal }).catch(() => {}); // Only an abort ends it early.
  await Promise.race([work, pause]);
  patience.abort();
}
