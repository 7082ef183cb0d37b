/** A value that is certainly there; should it be missing all the same, the error shows here and not somewhere else. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value is missing that is always there.');
  return value;
}
