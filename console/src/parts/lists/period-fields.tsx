import { SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import { type Days, daysOf, daysWith, type NarrowingChange, type Preset } from './narrowing.ts';
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
      {isCustom && <CustomDays days={daysOf(search, usual, zone)} onChange={onChange} />}
    </>
  );
}

function CustomDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const word = useText(words);
  // A day that is typed is another one after each key: an end that was moved along returns to the day that was chosen.
  const [edited, setEdited] = useState({ from: days, chosen: days, shown: days });
  // The page may show a change later than the person makes the next one.
  if (isSame(days, edited.shown) && edited.from !== edited.shown) setEdited({ ...edited, from: edited.shown });
  const isOwn = isSame(days, edited.shown) || isSame(days, edited.from);
  const { chosen, shown } = isOwn ? edited : { chosen: days, shown: days };
  const change = (changed: Partial<Days>) => {
    const next = daysWith(chosen, changed);
    setEdited({ from: days, chosen: { ...chosen, ...changed }, shown: next });
    onChange(next);
  };
  return (
    <>
      <DayInput label={word('from')} day={shown.from} onChange={(from) => change({ from })} />
      <DayInput label={word('to')} day={shown.to} onChange={(to) => change({ to })} />
    </>
  );
}

const isSame = (one: Days, other: Days) => one.from === other.from && one.to === other.to;

/** Browsers report an unfinished year, such as 0020, as a date, and without `max` take years of six digits. */
const isFinished = (day: string) => /^[1-9]\d{3}-/.test(day);

function DayInput({ label, day, onChange }: { label: string; day: string; onChange: (day: string) => void }) {
  const [unfinished, setUnfinished] = useState<string>();
  return (
    <TextInput
      type="date"
      max="9999-12-31"
      aria-label={label}
      value={unfinished ?? day}
      onChange={({ currentTarget: { value } }) => {
        setUnfinished(isFinished(value) ? undefined : value);
        if (isFinished(value)) onChange(value);
      }}
      onBlur={() => setUnfinished(undefined)}
    />
  );
}
