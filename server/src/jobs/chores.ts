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

export function startChores(chores: Chore[], log: Logger): () => Promise<void> {
  const stops = chores.map(({ name, everyMs, run }) => {
    let failed = false;
    return recurring(
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
  });
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
