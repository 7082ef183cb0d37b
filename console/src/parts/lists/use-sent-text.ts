import { useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/**
 * The text of a field that is also in the address of the page. The address follows late, because the router waits for the data
 * of the next page: a text that arrives after it was sent does not replace what has been typed since.
 */
export function useSentText(value: string, onSend: (text: string) => void, onReplaced = () => {}) {
  const [text, setText] = useState(value);
  // The text in the address, and those that may still arrive there.
  const sent = useRef([value]);
  const arrive = useEffectEvent((arrived: string) => {
    const at = sent.current.lastIndexOf(arrived);
    sent.current = at < 0 ? [arrived] : sent.current.slice(at);
    if (at >= 0) return;
    // The address has changed otherwise: by the back button, or by a reset of the filters.
    onReplaced();
    setText(arrived);
  });
  useEffect(() => arrive(value), [value]);
  const isSettled = useRouterState({ select: ({ status }) => status === 'idle' });
  const settle = useEffectEvent(() => {
    if (sent.current.at(-1) === value) return;
    // What was sent never arrived, because the next navigation replaced it: a reset, or the back button.
    sent.current = [value];
    onReplaced();
    setText(value);
  });
  // At once: a text that is sent after this one is still on its way.
  useLayoutEffect(() => {
    if (isSettled) settle();
  }, [isSettled]);
  const send = (next: string) => {
    if (next === sent.current.at(-1)) return;
    sent.current.push(next);
    onSend(next);
  };
  return { text, setText, send };
}
