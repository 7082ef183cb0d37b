import { Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { dayOf, daysAgo, timezone } from '../parts/days.ts';
import { projectOptions, staffOptions, useNames } from '../parts/use-names.ts';
import { words } from '../parts/words.messages.ts';
import { reportMessages } from './messages.ts';
import type { Granularity } from './report.ts';
import { presets, type ReportSearch } from './report-search.ts';

type Props = { search: ReportSearch; onChange: (change: Partial<ReportSearch>) => void };

const zones = [...new Set([timezone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];

export function ReportFilters({ search, onChange }: Props) {
  const say = useText(reportMessages);
  const word = useText(words);
  const { staff, projects } = useNames();
  const isCustom = search.from !== undefined;
  const choosePeriod = (value: string) =>
    onChange(
      value === 'custom'
        ? { from: daysAgo(29), to: dayOf(new Date()), period: undefined }
        : { from: undefined, to: undefined, period: value as ReportSearch['period'] },
    );
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <SegmentedControl
        aria-label={say('period')}
        value={isCustom ? 'custom' : (search.period ?? 'month')}
        onChange={choosePeriod}
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
      <SegmentedControl
        aria-label={say('granularity')}
        value={search.by ?? 'day'}
        onChange={(by) => onChange({ by: by as Granularity })}
        data={[
          { value: 'day', label: say('day') },
          { value: 'week', label: say('byWeek') },
          { value: 'month', label: say('byMonth') },
        ]}
      />
      <NativeSelect
        aria-label={word('staff')}
        value={search.staff ?? ''}
        onChange={(event) => onChange({ staff: event.currentTarget.value || undefined })}
        data={[{ value: '', label: say('anyStaff') }, ...staffOptions(staff)]}
      />
      <NativeSelect
        aria-label={word('project')}
        value={search.project ?? ''}
        onChange={(event) => onChange({ project: event.currentTarget.value || undefined })}
        data={[{ value: '', label: say('anyProject') }, ...projectOptions(projects)]}
      />
      <NativeSelect
        aria-label={say('anyType')}
        value={search.type ?? ''}
        onChange={(event) => onChange({ type: (event.currentTarget.value || undefined) as ReportSearch['type'] })}
        data={[
          { value: '', label: say('anyType') },
          { value: 'outbound', label: say('outbound') },
          { value: 'inbound', label: say('inbound') },
        ]}
      />
      <NativeSelect
        aria-label={say('timezone')}
        w={190}
        value={search.zone ?? timezone()}
        onChange={(event) => onChange({ zone: event.currentTarget.value })}
        data={zones}
      />
    </Group>
  );
}
