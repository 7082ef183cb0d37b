import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icons/icon.tsx';

type Props = { label: string; value: string; onSearch: (text: string) => void };

/**
 * A search whose text is in the address of the page. The field has the typed text itself: the address follows after a pause,
 * and too late for input methods that compose characters.
 */
export function SearchField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text);
  }, 250);
  useEffect(() => {
    if (value === sent.current) return;
    // The address has changed otherwise, for example by the browser's back button.
    send.cancel();
    sent.current = value;
    setTyped(value);
  }, [value, send]);
  return (
    <TextInput
      type="search"
      flex="1 1 240px"
      maw={480}
      maxLength={255}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}
