import { Button, Group, NativeSelect } from '@mantine/core';
import { useMode } from '../api/mode.ts';
import { useAll } from '../api/use-read.ts';
import { useText } from '../i18n/language.tsx';
import { Picker } from '../parts/forms/picker.tsx';
import { SearchField } from '../parts/lists/search-field.tsx';
import { words } from '../parts/words.messages.ts';
import { requestMessages } from './messages.ts';
import { type Outcome, outcomes, type RequestSearch } from './request-search.ts';

type Props = {
  search: RequestSearch;
  isFiltered: boolean;
  onChange: (change: Partial<RequestSearch>) => void;
  onReset: () => void;
};

export function RequestFilters({ search, isFiltered, onChange, onReset }: Props) {
  const say = useText(requestMessages);
  const word = useText(words);
  return (
    <Group gap="sm" mb="md">
      <Picker
        aria-label={say('key')}
        maw={220}
        value={search.key ?? ''}
        onChange={(key) => onChange({ key: key || undefined })}
        options={[{ value: '', label: say('anyKey') }, ...useKeyOptions(search.key)]}
      />
      <NativeSelect
        aria-label={say('outcome')}
        value={search.outcome ?? ''}
        onChange={(event) => onChange({ outcome: (event.currentTarget.value || undefined) as Outcome | undefined })}
        data={[{ value: '', label: say('anyOutcome') }, ...outcomes.map((value) => ({ value, label: say(value) }))]}
      />
      <SearchField
        label={say('operation')}
        placeholder={say('anyOperation')}
        maxLength={100}
        flex="0 1 260px"
        value={search.operation ?? ''}
        onSearch={(operation) => onChange({ operation: operation || undefined })}
      />
      <SearchField
        label={say('requestId')}
        placeholder={say('requestId')}
        maxLength={128}
        flex="0 1 260px"
        value={search.request ?? ''}
        onSearch={(request) => onChange({ request: request || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" color="gray" onClick={onReset}>
          {word('reset')}
        </Button>
      )}
    </Group>
  );
}

/** The keys of this mode, ended ones too, and the chosen key even if it is of the other mode. */
function useKeyOptions(chosen: string | undefined) {
  const mode = useMode();
  const word = useText(words);
  const { data: keys = [] } = useAll('/keys');
  const options = keys
    .map(({ key_id, name, hint, kind }) => ({ value: String(key_id), label: `${name} (${hint})`, kind }))
    .filter(({ value, kind }) => kind === mode || value === chosen)
    .map(({ value, label }) => ({ value, label }));
  const isMissing = chosen !== undefined && !options.some(({ value }) => value === chosen);
  return isMissing ? [...options, { value: chosen, label: word('someone', { id: chosen }) }] : options;
}
