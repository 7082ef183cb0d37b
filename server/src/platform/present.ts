/** Asserts that a value is present, so that a missing one fails here and not somewhere else. */
export function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value is missing that is always there.');
  return value;
}
