/** A row of the table that the benchmark prints. */
export type Figure = { measure: string; against: string; ours: string; ratio: number | string; target: string };

export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export const medianOf = (values: number[]) => quantile(values, 0.5);
export const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
