import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import { useTimezone } from '../api/session.ts';
import { useText } from '../i18n/language.tsx';
import { PartyFields } from '../parts/lists/party-fields.tsx';
import { PeriodFields } from '../parts/lists/period-fields.tsx';
import { timezone } from '../parts/values/days.ts';
import { reportMessages } from './messages.ts';
import type { Granularity } from './report.ts';
import { type ReportSearch, reportPresets, reportQuery, usualReportPeriod } from './report-search.ts';

type Props = { search: ReportSearch; onChange: (change: Partial<ReportSearch>) => void };

export function ReportFilters({ search, onChange }: Props) {
  const say = useText(reportMessages);
  const usualZone = useTimezone();
  const { from, to, timezone: zone } = reportQuery(search, usualZone);
  const zones = [...new Set([usualZone, zone, timezone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const isOneDay = from === to;
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <PeriodFields presets={reportPresets} usual={usualReportPeriod} {...{ zone, search, onChange }} />
      {!isOneDay && (
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
      )}
      <PartyFields search={search} onChange={onChange} />
      <NativeSelect
        aria-label={say('timezone')}
        w={190}
        value={zone}
        onChange={(event) => onChange({ zone: event.currentTarget.value })}
        data={zones}
      />
    </Group>
  );
}
