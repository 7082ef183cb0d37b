import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { recurring } from './recurring.ts';

export type Wakeable = {
  wake(): void;
  /** Finishes the work that it was woken for so far, without a pause; later wake-ups are ignored. */
  stop(): Promise<void>;
};

type Waked = {
  /** Must not fail: it handles its own errors. */
  work: () => Promise<void>;
  /** Milliseconds until it runs without being woken; without this it never does. The first run is immediate. */
  lookIn?: () => number;
  /** The least milliseconds between two starts of the work. */
  spacingMs?: number;
};

/**
 * Work that runs when woken, or by polling, and never concurrently. If it is woken while it runs, however often, it runs once
 * more: the reason for the wake-up may have come too late for the current run.
 */
export function wakeable({ work, lookIn, spacingMs = 0 }: Waked): Wakeable {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isWanted = false;
  let working: Promise<void> | undefined;

  function wake(): void {
    if (signal.aborted) return;
    isWanted = true;
    working ??= workWhileWanted();
  }

  async function workWhileWanted(): Promise<void> {
    await turn(); // It may be woken several times in the same turn.
    while (isWanted) {
      isWanted = false;
      const spaced = spacingMs > 0 && pause(spacingMs, undefined, { signal }).catch(() => {}); // Only an abort ends it early.
      await work();
      await spaced;
    }
    working = undefined;
  }

  const stopLooking = lookIn && recurring(lookIn, async () => wake());
  return {
    wake,
    async stop() {
      stopping.abort();
      await stopLooking?.();
      await working;
    },
  };
}
