import { defaultOptionsFilter, type OptionsFilter } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';

/** For a field with many choices. "Nothing found" is an option itself: an empty list would say nothing to a screen reader. */
export function useSearchable() {
  const word = useText(words);
  const filter: OptionsFilter = (input) => {
    const found = defaultOptionsFilter(input) as typeof input.options;
    return found.length > 0 ? found : [{ value: 'none', label: word('nothingFound'), disabled: true }];
  };
  return { searchable: true, limit: 100, filter };
}
