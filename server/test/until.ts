import { setTimeout } from 'node:timers/promises';

/** Waits for a condition and fails, naming it, when it does not come true. */
export async function until<T>(
  condition: () => Promise<T> | T,
  seconds = 20,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    const value = await condition();
    if (value) return value as Exclude<T, false | null | undefined>;
    if (Date.now() > deadline) throw new Error(`Not so within ${seconds} s: ${condition}`);
    await setTimeout(20);
  }
}
