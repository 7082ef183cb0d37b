import type { NotificationData } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';

// Notes at the edge of the window. Their area is loaded with the first note, or while the browser is idle: see
// `shell/note-area.tsx`. Until then they wait here.

let waiting: NotificationData[] = [];
const listeners = new Set<() => void>();

function setWaiting(next: NotificationData[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const showNote = (note: NotificationData) => setWaiting([...waiting, note]);

export const useWaitingNotes = (): NotificationData[] => useSyncExternalStore(listen, () => waiting);

/** The notes that wait; they wait no longer. */
export function takeNotes(): NotificationData[] {
  const taken = waiting;
  if (taken.length > 0) setWaiting([]);
  return taken;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
