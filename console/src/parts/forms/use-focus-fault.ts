import { useEffect, useRef } from 'react';

/** For a form that is longer than the window: whoever sends it is taken to the first field that is wrong. */
export function useFocusFault(error: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}
