/** Rounded half up; null if the divisor is 0. */
export function roundedQuotient(part: number, whole: number, decimals: number): number | null {
  const unit = 10 ** decimals;
  // Multiplies first, so that a half is exactly a half.
  return whole === 0 ? null : Math.round((part * unit) / whole) / unit;
}
