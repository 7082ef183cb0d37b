import { useSyncExternalStore } from 'react';

type Texts = typeof import('./fault-messages.ts').faultMessages;

let texts: Texts | undefined;
const listeners = new Set<() => void>();

/** The words for each fault: a long list, which is loaded while the browser is idle, or with the first fault. */
export async function loadFaultTexts(): Promise<void> {
  texts ??= (await import('./fault-messages.ts')).faultMessages;
  for (const listener of listeners) listener();
}

/** Undefined until they are loaded. */
export const useFaultTexts = (): Texts | undefined => useSyncExternalStore(listen, () => texts);

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
