import { useEffect, useSyncExternalStore } from 'react';

// Work that leaving a page would lose: changed forms, and an import that runs or was interrupted. `shell/leave-guard.tsx` asks first.

export type Unsaved = 'edits' | 'import' | 'interruptedImport';

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
 * For Escape, a click beside a window, and its close button, which happen by mistake: asks before typed text is lost. The
 * Cancel button of a form is clear enough.
 */
export const askBefore = (close: () => void) => () => {
  if (unsavedNow() === undefined) close();
  else if (!closing) setClosing(close);
};

/** After the event: both the window and the question receive Escape, and it must not close the question that it has opened. */
export function setClosing(next: (() => void) | undefined): void {
  window.setTimeout(() => {
    closing = next;
    for (const listener of listeners) listener();
  });
}

/** The window that waits for confirmation to close. */
export const useClosing = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => closing,
  );
