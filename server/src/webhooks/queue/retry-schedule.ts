// When a delivery that failed is tried again.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** After the first failure, the second and so on; after one more there is no further attempt. */
const retryDelays = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour];
/** Added by chance, so that what failed together does not come back together. */
const mostJitter = 0.1;
const longestRetryAfter = 12 * hour;
/** An endpoint that has not taken anything for so long is given up. */
export const patienceWithEndpoint = 120 * hour;

/** Undefined when no attempt is left. The endpoint may ask for more time, within reason, and never for less. */
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

/** Reads the header `Retry-After`: seconds, or a date of HTTP (RFC 9110, 10.2.3). What is neither says nothing. */
export function readRetryAfter(header: string | undefined, now: Date): Date | undefined {
  const text = header?.trim() ?? '';
  // More digits may come than a date can hold.
  if (/^\d+$/.test(text)) return new Date(now.getTime() + Math.min(Number(text) * second, longestRetryAfter));
  if (!/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return undefined;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
