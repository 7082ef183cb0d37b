import { useSyncExternalStore } from 'react';

type Texts = typeof import('./fault-messages.ts').faultMessages;

let texts: Texts | 'missing' | undefined;
const listeners = new Set<() => void>();

/** The words for each fault: a long list, which is loaded while the browser is idle, or with the first fault. */
export async function loadFaultTexts(): Promise<void> {
  if (typeof texts === 'object') return;
  texts = await import('./fault-messages.ts').then(
    ({ faultMessages }) => faultMessages,
    () => 'missing' as const, // A newer server has others.
  );
  for (const listener of listeners) listener();
}

/** Undefined until they are loaded. */
export const useFaultTexts = (): typeof texts => useSyncExternalStore(listen, () => texts);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
