// When a failed delivery is tried again.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first failure, the second and so on; after one more there is no further attempt. */
const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** Random extra delay, so that deliveries that failed together are not retried together. */
const mostJitter = 0.1;
const longestRetryAfter = 12 * hour;
/** An endpoint that has failed for this long is disabled. */
export const patienceWithEndpoint = 120 * hour;

/** Undefined if no attempt is left. The endpoint may ask for a longer delay, up to a limit, but never for a shorter one. */
export function nextAttemptAt(
  failures: number,
  now: Date,
  random: () => number,
  retryAfter?: Date | undefined,
): Date | undefined {
  const delay = retryDelays[failures - 1];
  if (delay === undefined) return undefined;
  const scheduled = now.getTime() + delay * (1 + mostJitter * random());
  const wanted = Math.min(retryAfter?.getTime() ?? 0, now.getTime() + longestRetryAfter);
  return new Date(Math.max(scheduled, wanted));
}

/** Reads the header `Retry-After`: seconds, or an HTTP date (RFC 9110, 10.2.3). Any other value is ignored. */
export function readRetryAfter(header: string | undefined, now: Date): Date | undefined {
  const text = header?.trim() ?? '';
  // The number may have more digits than a date can hold.
  if (/^\d+$/.test(text)) return new Date(now.getTime() + Math.min(Number(text) * second, longestRetryAfter));
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
