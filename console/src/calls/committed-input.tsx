import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  /** Called on Enter and when the field is left, with the text as typed but for blanks around it. */
  onCommit: (text: string) => void;
};

/** A text field of a filter that causes a search when the text is complete, not with each key. */
export function CommittedInput({ value, onCommit, ...looks }: Props) {
  const [text, setText] = useState(value);
  const [before, setBefore] = useState(value);
  // The address has changed: by the back button, or by a reset of the filters.
  if (value !== before) {
    setBefore(value);
    setText(value);
  }
  const commit = () => {
    if (text.trim() !== value) onCommit(text.trim());
  };
  return (
    <TextInput
      {...looks}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        // Enter also ends the conversion of kana, which is not the end of the text.
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit();
      }}
    />
  );
}
