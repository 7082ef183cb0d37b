import { setTimeout } from 'node:timers/promises';

/** Runs the work repeatedly, never concurrently, with a pause in between. Returns a function that stops it and waits for it. */
export function recurring(pause: () => number, work: () => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await work();
      await setTimeout(pause(), undefined, { signal }).catch(() => {}); // Only an abort ends the pause early.
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
