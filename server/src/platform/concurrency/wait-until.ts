import { setTimeout as wait } from 'node:timers/promises';

/** The longest pause between two looks. */
const slowest = 200;

/** Looks ever more rarely until the condition is true; false if it is not within `patience` milliseconds. */
export async function waitUntil(condition: () => Promise<boolean>, patience: number): Promise<boolean> {
  const since = performance.now();
  for (let delay = 10; !(await condition()); delay = Math.min(2 * delay, slowest)) {
    const left = since + patience - performance.now();
    if (left <= 0) return false;
    await wait(Math.min(delay, left));
  }
  return true;
}
