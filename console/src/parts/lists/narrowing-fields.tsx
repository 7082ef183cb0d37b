import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { Picker } from '../forms/picker.tsx';
import { projectOptions, staffOptions, useNames } from '../values/use-names.ts';
import { words } from '../words.messages.ts';
import { daysOf, type Narrowing, type Preset } from './narrowing.ts';
import { narrowingMessages } from './narrowing-messages.ts';

type Change<P extends Preset> = { search: Narrowing<P>; onChange: (change: Partial<Narrowing<P>>) => void };

/** A named period, or one from day to day. */
export function PeriodFields<P extends Preset>({
  presets,
  usual,
  search,
  onChange,
}: Change<P> & { presets: readonly P[]; usual: P }) {
  const say = useText(narrowingMessages);
  const word = useText(words);
  const isCustom = search.from !== undefined;
  const choose = (value: string) =>
    onChange(
      value === 'custom'
        ? { ...daysOf({}, usual), period: undefined }
        : { from: undefined, to: undefined, period: value as P },
    );
  return (
    <>
      <SegmentedControl
        aria-label={say('period')}
        value={isCustom ? 'custom' : (search.period ?? usual)}
        onChange={choose}
        data={[...presets, 'custom' as const].map((value) => ({ value, label: say(value) }))}
      />
      {isCustom && (
        <>
          <TextInput
            type="date"
            aria-label={word('from')}
            value={search.from}
            max={search.to}
            onChange={(event) => event.currentTarget.value && onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            aria-label={word('to')}
            value={search.to ?? ''}
            min={search.from}
            onChange={(event) => event.currentTarget.value && onChange({ to: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

/** Fields for staff member, project and direction. */
export function PartyFields<P extends Preset>({ search, onChange }: Change<P>) {
  const say = useText(narrowingMessages);
  const word = useText(words);
  const { staff, projects } = useNames();
  return (
    <>
      <Picker
        aria-label={word('staff')}
        maw={220}
        value={search.staff ?? ''}
        onChange={(id) => onChange({ staff: id || undefined })}
        options={[{ value: '', label: say('anyStaff') }, ...staffOptions(staff)]}
      />
      <Picker
        aria-label={word('project')}
        maw={220}
        value={search.project ?? ''}
        onChange={(id) => onChange({ project: id || undefined })}
        options={[{ value: '', label: say('anyProject') }, ...projectOptions(projects)]}
      />
      <NativeSelect
        aria-label={say('direction')}
        value={search.type ?? ''}
        onChange={(event) => onChange({ type: (event.currentTarget.value || undefined) as typeof search.type })}
        data={[
          { value: '', label: say('anyDirection') },
          { value: 'outbound', label: say('outbound') },
          { value: 'inbound', label: say('inbound') },
        ]}
      />
    </>
  );
}
