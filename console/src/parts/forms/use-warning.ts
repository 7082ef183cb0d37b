import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Far longer than a double click, and enough to notice that the form was not saved. */
const millisecondsToNotice = 1_000;

/**
 * Warns beside a field before Save goes on. The form may be longer than the window, with Save at its end, so the focus moves to
 * the field. While `isNew`, Save has to be off: the second click of a double click would confirm an unread warning.
 */
export function useWarning() {
  const [isNew, setIsNew] = useState(false);
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(() => setIsNew(false), millisecondsToNotice);
    return () => clearTimeout(timer);
  }, [isNew]);
  const warn = (draw: () => void, field: HTMLElement | null) => {
    flushSync(() => {
      draw();
      setIsNew(true);
    });
    field?.focus();
    // The warning is below the field, which may be at the lower edge, or higher than the window.
    field?.closest('.mantine-InputWrapper-root')?.querySelector('[role="status"]')?.scrollIntoView({ block: 'center' });
  };
  return { isNew, warn };
}
