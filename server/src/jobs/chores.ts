import { setTimeout as pause } from 'node:timers/promises';
import { recurring } from '../platform/concurrency/recurring.ts';
import type { Logger } from '../platform/log.ts';

// Housekeeping that every node repeats. A chore may fail at any time and run on many nodes at once: the next run does what it
// left undone.

export type Chore = {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  /** It concerns the memory of this process. All other chores concern the database, and one worker of a machine suffices. */
  ofProcess?: boolean;
};

/** A chore that waits for a database or a disk may take longer to end. */
const patienceMs = 2_000;

/** Returns a function that stops them, and returns the names of those that do not end in time. */
export function startChores(chores: Chore[], log: Logger): () => Promise<string[]> {
  const running = chores.map(({ name, everyMs, run }) => {
    let failed = false;
    const stop = recurring(
      () => everyMs,
      async () => {
        try {
          await run();
          if (failed) log('chore.recovered', { chore: name });
          failed = false;
        } catch (error) {
          // Logged once, not at every run, several times a second.
          if (!failed) log('chore.failed', { chore: name, err: error });
          failed = true;
        }
      },
    );
    return { name, stop };
  });
  return async () => {
    const late = pause(patienceMs, true, { ref: false });
    const isLate = await Promise.all(running.map(({ stop }) => Promise.race([stop(), late])));
    return running.flatMap(({ name }, i) => (isLate[i] ? [name] : []));
  };
}
