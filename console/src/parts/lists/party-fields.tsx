import { NativeSelect } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { Picker } from '../forms/picker.tsx';
import { everyProjectOption, everyStaffOption, useNames } from '../values/use-names.ts';
import { words } from '../words.messages.ts';
import type { NarrowingChange, Preset } from './narrowing.ts';
import { narrowingMessages } from './narrowing-messages.ts';

/** Fields for staff member, project and direction. */
export function PartyFields<P extends Preset>({ search, onChange }: NarrowingChange<P>) {
  const say = useText(narrowingMessages);
  const word = useText(words);
  const { staff, projects } = useNames();
  const past = (name: string) => word('past', { name });
  return (
    <>
      <Picker
        aria-label={word('staff')}
        maw={220}
        value={search.staff ?? ''}
        onChange={(id) => onChange({ staff: id || undefined })}
        options={[{ value: '', label: say('anyStaff') }, ...everyStaffOption(staff, past)]}
      />
      <Picker
        aria-label={word('project')}
        maw={220}
        value={search.project ?? ''}
        onChange={(id) => onChange({ project: id || undefined })}
        options={[{ value: '', label: say('anyProject') }, ...everyProjectOption(projects, past)]}
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
