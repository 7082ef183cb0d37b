import { NativeSelect, type NativeSelectProps, Select } from '@mantine/core';
import { useSearchable } from './use-searchable.ts';

type Looks = 'label' | 'disabled' | 'description' | 'error' | 'aria-label' | 'size' | 'w' | 'maw' | 'inputWrapperOrder';
type Props = Pick<NativeSelectProps, Looks> & {
  options: { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

const mostToLookThrough = 40;

/** Chooses one of many: the browser's own field for a short list, a searchable one for a long list. */
export function Picker({ options, value, onChange, ...looks }: Props) {
  const searchable = useSearchable();
  if (options.length <= mostToLookThrough)
    return (
      <NativeSelect {...looks} data={options} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  return (
    <Select
      {...looks}
      {...searchable}
      allowDeselect={false}
      data={options}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
