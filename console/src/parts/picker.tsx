import { NativeSelect, type NativeSelectProps, Select } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { words } from './words.messages.ts';

type Looks = 'label' | 'description' | 'error' | 'aria-label' | 'size' | 'w' | 'maw' | 'inputWrapperOrder';
type Props = Pick<NativeSelectProps, Looks> & {
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

const mostToLookThrough = 40;
const mostAtOnce = 100;

/** One of many: the browser's own field for a short list, and one to search in for a long one. */
export function Picker({ options, value, onChange, ...looks }: Props) {
  const word = useText(words);
  if (options.length <= mostToLookThrough)
    return (
      <NativeSelect {...looks} data={options} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  return (
    <Select
      {...looks}
      searchable
      allowDeselect={false}
      data={options}
      limit={mostAtOnce}
      nothingFoundMessage={word('nothingFound')}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
