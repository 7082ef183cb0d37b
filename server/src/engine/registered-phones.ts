import { setTimeout as pause } from 'node:timers/promises';
import type { PhoneSystem } from './phone-system.ts';

/** The two together stay below a second. */
const believedForMs = 500;
const patienceMs = 400;

export type IsRegistered = (name: string) => boolean;

/**
 * Reads which phones are registered with a telephone system that takes calls: one is enough, because a call goes to a system that
 * has the phone. Requests for it within half a second share one answer. If no system answers, no phone can be called.
 */
export function registeredPhones(
  systems: Pick<PhoneSystem, 'name' | 'online'>[],
  isDrained: (name: string) => boolean,
): () => Promise<IsRegistered> {
  let known: { readAt: number; phones: Promise<IsRegistered> } | undefined;
  const read = async (): Promise<IsRegistered> => {
    const asked = systems.filter(({ name }) => !isDrained(name));
    const online = await Promise.all(asked.map((system) => inTime(system.online().catch(() => none))));
    return (name) => online.some((names) => names.has(name));
  };
  return () => {
    const now = performance.now();
    if (!known || now - known.readAt > believedForMs) known = { readAt: now, phones: read() };
    return known.phones;
  };
}

const none: ReadonlySet<string> = new Set();

/** A system that is silent has no phones, and does not delay the answer of the others. */
const inTime = (names: Promise<ReadonlySet<string>>) => Promise.race([names, pause(patienceMs, none, { ref: false })]);
