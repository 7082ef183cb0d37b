import { readFileSync } from 'node:fs';

// The memory of a process over time: flat, or growing. Linux only.

export type MemorySample = { seconds: number; megabytes: number };

export type MemoryWatch = Disposable & { samples: MemorySample[] };

export function watchMemory(pid: number, everySeconds: number): MemoryWatch {
  const started = performance.now();
  const samples: MemorySample[] = [];
  const sample = () => {
    const megabytes = residentMegabytes(pid);
    if (megabytes !== undefined) samples.push({ seconds: (performance.now() - started) / 1_000, megabytes });
  };
  sample();
  const timer = setInterval(sample, everySeconds * 1_000);
  return { samples, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Undefined if the process has ended. */
function residentMegabytes(pid: number): number | undefined {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
  } catch {
    return undefined;
  }
}

/** The growth in MB per hour after the warm-up, by least squares. */
export function growthPerHour(samples: MemorySample[], warmUpSeconds: number): number {
  const counted = samples.filter(({ seconds }) => seconds >= warmUpSeconds);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [time, memory] = [mean(counted.map((s) => s.seconds)), mean(counted.map((s) => s.megabytes))];
  const covariance = mean(counted.map((s) => (s.seconds - time) * (s.megabytes - memory)));
  const variance = mean(counted.map((s) => (s.seconds - time) ** 2));
  return variance > 0 ? (covariance / variance) * 3_600 : 0;
}

/** Whether the last quarter of the samples is as low as the second one, within a tenth. */
export function isFlat(samples: MemorySample[]): boolean {
  const quarter = Math.floor(samples.length / 4);
  const medianOf = (part: MemorySample[]) =>
    part.map(({ megabytes }) => megabytes).toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
  return medianOf(samples.slice(-quarter)) <= 1.1 * medianOf(samples.slice(quarter, 2 * quarter));
}
