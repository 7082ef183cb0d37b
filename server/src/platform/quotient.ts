/** Rounded half up, and null where there is nothing to divide by. */
export function quotient(part: number, whole: number, decimals: number): number | null {
  const unit = 10 ** decimals;
  // Multiplied first: a half is then exactly a half.
  return whole === 0 ? null : Math.round((part * unit) / whole) / unit;
}
