import { useEffect, useRef } from 'react';

/** For a form that may be longer than the window: moves to the first field that is wrong, after each refusal. */
export function useFocusFault(error: Error | null, refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error || refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, refusals]);
  return form;
}
