/** The largest value of an axis and its ticks from 0: at most five steps of 1, 2 or 5 times a power of ten, in whole numbers. */
export function ticksUpTo(largest: number): number[] {
  const rough = Math.max(1, largest) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10));
  return Array.from({ length: Math.max(1, Math.ceil(largest / step)) + 1 }, (_, i) => i * step);
}
