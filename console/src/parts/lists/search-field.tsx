import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Icon } from '../icons/icon.tsx';
import { useSentText } from './use-sent-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  label: string;
  value: string;
  onSearch: (text: string) => void;
};

/**
 * A search whose text is in the address of the page. The field has the typed text itself: the address follows after a pause,
 * too late for input methods that compose characters.
 */
export function SearchField({ label, value, onSearch, ...looks }: Props) {
  const { text, setText, send } = useSentText(value, onSearch, () => sendLater.cancel());
  const sendLater = useDebouncedCallback(send, 250);
  return (
    <TextInput
      type="search"
      flex="1 1 240px"
      maw={480}
      maxLength={255}
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      {...looks}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        sendLater(event.currentTarget.value.trim());
      }}
    />
  );
}
