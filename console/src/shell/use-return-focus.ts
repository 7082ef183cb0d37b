import { type RefObject, useEffect } from 'react';

const windows = '[role="dialog"]';
const aside = `${windows}, [role="menu"]`;

/**
 * Returns the focus to where it was when the last window closes. Mantine loses it if one window follows another, or disappears
 * together with the element that opened it. If that element is gone too, the page gets the focus.
 */
export function useReturnFocus(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: HTMLElement | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest(aside)) last = target;
    };
    const observer = new MutationObserver((changes) => {
      const isOver = changes.some(({ removedNodes }) => [...removedNodes].some(isWindow));
      const isNowhere = document.activeElement === document.body;
      if (!isOver || !isNowhere || document.querySelector(windows)) return;
      (last?.isConnected ? last : page.current)?.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', onFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [page]);
}

const isWindow = (node: Node) =>
  node instanceof Element && (node.matches(windows) || node.querySelector(windows) !== null);
