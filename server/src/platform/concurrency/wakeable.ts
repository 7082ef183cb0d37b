import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { recurring } from './recurring.ts';

export type Wakeable = {
  wake(): void;
  /** Does what it was woken for until now, without a pause, and is woken no more. */
  stop(): Promise<void>;
};

type Waked = {
  /** Must not fail: it knows best what a failure means. */
  work: () => Promise<void>;
  /** Milliseconds until it looks without being woken; without this it never does. The first look is at once. */
  lookIn?: () => number;
  /** The least milliseconds between two beginnings of the work. */
  spacingMs?: number;
};

/**
 * Work that is woken, or looks by itself, and is never done twice at once. If it is woken meanwhile, however often, it is done
 * once more: what woke it may have come too late for the work under way.
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
