import { useEffect, useSyncExternalStore } from 'react';

// What would be lost by leaving: forms with changes, and an import that runs. `shell/leave-guard.tsx` asks before.

export type Unsaved = 'edits' | 'import';

const unsaved = new Map<symbol, Unsaved>();
let closing: (() => void) | undefined;
const listeners = new Set<() => void>();

/** Announces that leaving loses something. */
export function useUnsaved(isUnsaved: boolean, kind: Unsaved = 'edits'): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const id = Symbol(kind);
    unsaved.set(id, kind);
    return () => {
      unsaved.delete(id);
    };
  }, [isUnsaved, kind]);
}

export const unsavedNow = (): Unsaved | undefined => [...unsaved.values()].at(-1);

/**
 * For Escape, a click beside a window, and its cross, which happen by mistake: asks before typed text is lost. The Cancel button
 * of a form says itself what it does.
 */
export const askBefore = (close: () => void) => () => {
  if (unsavedNow() === undefined) close();
  else if (!closing) setClosing(close);
};

/** After the event: Escape is heard by the window and by the question, and must not close at once what it has opened. */
export function setClosing(next: (() => void) | undefined): void {
  window.setTimeout(() => {
    closing = next;
    for (const listener of listeners) listener();
  });
}

/** The window that waits to be closed. */
export const useClosing = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closing,
  );
