import { NativeSelect, Text } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { Section } from '../parts/page/section.tsx';
import { formatDuration } from '../parts/values/duration.ts';
import { percent } from '../parts/values/percent.ts';
import { Cards, useCount } from './figure-cards.tsx';
import { reportMessages } from './messages.ts';
import type { Overview, WaitLimit } from './report.ts';
import { waitLimits } from './report-search.ts';

type Props = { overview: Overview; limit: WaitLimit; onLimit: (limit: WaitLimit) => void };

/** How long callers waited. */
export function WaitsSection({ overview: { waits, previous_waits, previous_totals }, limit, onLimit }: Props) {
  const say = useText(reportMessages);
  const count = useCount();
  if (!waits)
    return (
      <Section title={say('waits')}>
        <Text size="sm">{say('waitsOfAll')}</Text>
      </Section>
    );
  const before = previous_totals?.total_calls ? previous_waits : undefined;
  const over = waits.answered_calls + waits.abandoned_calls + waits.unanswered_calls + waits.voicemail_calls;
  return (
    <Section
      title={say('waits')}
      about={say('waitsAbout')}
      aside={
        <NativeSelect
          aria-label={say('within')}
          value={limit}
          onChange={(event) => onLimit(Number(event.currentTarget.value) as WaitLimit)}
          data={waitLimits.map((seconds) => ({
            value: String(seconds),
            label: say('answeredWithin', { seconds }),
          }))}
        />
      }
    >
      <Cards
        inside
        figures={[
          {
            name: say('answeredWithin', { seconds: waits.limit_seconds }),
            value: waits.answered_within_rate,
            before: before?.answered_within_rate,
            about: say('ofCalls', { part: count(waits.answered_within_limit), total: count(over) }),
            ...{ format: percent, isRate: true },
          },
          {
            ...{ name: say('averageWait'), value: waits.average_wait_seconds, format: formatDuration },
            before: before?.average_wait_seconds,
          },
          {
            ...{ name: say('longestWait'), value: waits.longest_wait_seconds, format: formatDuration },
            before: before?.longest_wait_seconds,
          },
          {
            ...{ name: say('abandoned'), value: waits.abandoned_calls, format: count, about: say('abandonedAbout') },
            before: before?.abandoned_calls,
          },
        ]}
      />
    </Section>
  );
}
