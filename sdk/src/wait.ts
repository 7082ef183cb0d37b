// Waiting that an abort signal ends.

const firstDelayMs = 500;
const longestDelayMs = 8_000;
/** A server that asks for a longer pause gets none: the error goes to the caller at once. */
export const longestRetryAfterSeconds = 60;

/**
 * The pause before another attempt. It doubles with each failure, and half of it is random, so that clients which failed together
 * do not return together.
 */
export function retryDelayMs(failures: number, retryAfterSeconds: number | undefined, random = Math.random()): number {
  const delay = Math.min(firstDelayMs * 2 ** failures, longestDelayMs);
  const jittered = delay / 2 + (delay / 2) * random;
  return retryAfterSeconds === undefined ? jittered : retryAfterSeconds * 1_000 + (firstDelayMs / 2) * random;
}

/** Rejects with the reason of the signal as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

export type Deadline = {
  signal: AbortSignal;
  hasPassed: () => boolean;
  /** Starts a new limit of time from now on. */
  renew: (milliseconds: number) => void;
  /** Ends the limit of time; the caller's signal still aborts. */
  lift: () => void;
  /** Lets go of the caller's signal, which may outlive many requests. */
  release: () => void;
};

/** A signal that aborts with the caller's, or when the time is over. `AbortSignal.any` does the same, but leaks in Node 20. */
export function deadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let hasPassed = false;
  const abort = () => controller.abort(signal?.reason);
  const pass = () => {
    hasPassed = true;
    controller.abort(new Error('The time is over.'));
  };
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  let timer = setTimeout(pass, milliseconds);
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    renew: (more) => {
      clearTimeout(timer);
      timer = setTimeout(pass, more);
    },
    lift: () => clearTimeout(timer),
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}
