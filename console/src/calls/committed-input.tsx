import { TextInput, type TextInputProps } from '@mantine/core';
import { useSentText } from '../parts/lists/use-sent-text.ts';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string;
  /** Called on Enter and when the field is left, with the text as typed but for blanks around it. */
  onCommit: (text: string) => void;
};

/** A text field of a filter that causes a search when the text is complete, not with each key. */
export function CommittedInput({ value, onCommit, ...looks }: Props) {
  const { text, setText, send } = useSentText(value, onCommit);
  const commit = () => send(text.trim());
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
