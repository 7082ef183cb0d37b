import { isDeepStrictEqual } from 'node:util';

/** Whether writing the sent value would leave the stored one as it is. JSON is stored without the sign of a negative zero. */
export function isStoredAs(stored: unknown, sent: unknown): boolean {
  if (isDeepStrictEqual(stored, sent)) return true;
  return typeof sent === 'object' && isDeepStrictEqual(stored, JSON.parse(JSON.stringify(sent)));
}
