import type { TenantId } from '../ids.ts';
import { problem } from '../problem.ts';

/** How much work runs at the same time, and how much may wait. */
type Capacity = { atOnce: number; waiting: number };

/**
 * Limits work that needs much CPU or memory: some runs at once, some waits for its turn, and the rest is refused immediately
 * with 503, because a request in a long queue would time out.
 */
export function semaphore({ atOnce, waiting }: Capacity) {
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
      next(); // Hands over its place, so that no newcomer takes it in between.
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

/** A semaphore for each tenant, so that parallel requests of one tenant do not slow down the others. */
export function semaphorePerTenant(capacity: Capacity) {
  const used = new Map<number, { pass: ReturnType<typeof semaphore>; users: number }>();
  return async <T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> => {
    const own = used.get(tenantId) ?? { pass: semaphore(capacity), users: 0 };
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
  'Too many requests are waiting for this operation, and nothing was changed. Wait for the number of seconds in the Retry-After header, then try again.';
