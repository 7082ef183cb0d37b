import { useEffect, useRef } from 'react';

/** For a form that may be longer than the window: focuses the first invalid field after each refusal. */
export function useFocusFault(error: Error | null, refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error || refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, refusals]);
  return form;
}
