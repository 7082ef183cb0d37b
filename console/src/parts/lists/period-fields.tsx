import { SegmentedControl, TextInput } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import { daysOf, type NarrowingChange, type Preset } from './narrowing.ts';
import { narrowingMessages } from './narrowing-messages.ts';

/** A named period, or one from day to day. */
export function PeriodFields<P extends Preset>({
  presets,
  usual,
  zone,
  search,
  onChange,
}: NarrowingChange<P> & { presets: readonly P[]; usual: P; zone: string }) {
  const say = useText(narrowingMessages);
  const word = useText(words);
  const isCustom = search.from !== undefined;
  const choose = (value: string) =>
    onChange(
      value === 'custom'
        ? { ...daysOf({}, usual, zone), period: undefined }
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
