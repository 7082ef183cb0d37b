import { setTimeout } from 'node:timers/promises';

/** Waits for a condition and fails with its text if it does not come true. The machine may be busy. */
export async function until<T>(
  condition: () => Promise<T> | T,
  seconds = 60,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`Not so within ${seconds} s: ${condition}`);
    await setTimeout(20);
  }
}
