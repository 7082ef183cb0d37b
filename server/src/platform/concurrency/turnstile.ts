import type { TenantId } from '../ids.ts';
import { problem } from '../problem.ts';

/** How many go through at the same time, and how many wait for that. */
type Capacity = { atOnce: number; waiting: number };

/**
 * For work that takes a processor or much memory: some of it is done at once, some waits its turn, and the rest is turned away
 * immediately, with 503, because a long queue serves nobody in time.
 */
export function turnstile({ atOnce, waiting }: Capacity) {
  let inside = 0;
  const queue: (() => void)[] = [];

  const enter = (): undefined | Promise<void> => {
    if (inside < atOnce) {
      inside += 1;
      return undefined;
    }
    if (queue.length >= waiting) throw problem('unavailable', { message, headers: { 'retry-after': '2' } });
    return new Promise((resolve) => queue.push(resolve));
  };
  const leave = () => {
    const next = queue.shift();
    if (next)
      next(); // Takes the place over, so that nobody slips in between.
    else inside -= 1;
  };

  return async <T>(work: () => Promise<T>): Promise<T> => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** A turnstile for each tenant, so that parallel requests of one tenant do not slow down the others. */
export function turnstileOfEach(capacity: Capacity) {
  const used = new Map<number, { pass: ReturnType<typeof turnstile>; users: number }>();
  return async <T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> => {
    const own = used.get(tenantId) ?? { pass: turnstile(capacity), users: 0 };
    used.set(tenantId, own);
    own.users += 1;
    try {
      return await own.pass(work);
    } finally {
      own.users -= 1;
      if (own.users === 0) used.delete(tenantId);
    }
  };
}

const message =
  'Too many ask for this at the same time, and nothing was done. Try again after the seconds given in Retry-After.';
