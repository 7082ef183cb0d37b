import { daysAgoIn } from '../values/days.ts';
import { dayIn, type Given, idIn, wordIn } from './address.ts';

/** Named periods, which end today, and how many days earlier they begin. */
const daysBefore = { today: 0, week: 6, month: 29 };
export type Preset = keyof typeof daysBefore;

/** The filters of lists and reports of calls, as they are in the address of the page. */
export type Narrowing<P extends Preset> = {
  period?: P | undefined;
  from?: string | undefined;
  to?: string | undefined;
  staff?: string | undefined;
  project?: string | undefined;
  type?: 'outbound' | 'inbound' | undefined;
};
/** What the fields of these filters are given. */
export type NarrowingChange<P extends Preset> = {
  search: Narrowing<P>;
  onChange: (change: Partial<Narrowing<P>>) => void;
};

export function readNarrowing<P extends Preset>(given: Given, presets: readonly P[]): Narrowing<P> {
  const from = dayIn(given, 'from');
  return {
    period: wordIn(given, 'period', presets),
    from,
    // The fields show an end only beside a start.
    to: from && dayIn(given, 'to'),
    staff: idIn(given, 'staff'),
    project: idIn(given, 'project'),
    type: wordIn(given, 'type', ['outbound', 'inbound']),
  };
}

export type Days = { from: string; to: string };

/** A period after a change of one end, which moves the other one along if it would be on the wrong side. */
export function daysWith(chosen: Days, change: Partial<Days>): Days {
  const { from, to } = { ...chosen, ...change };
  if (from <= to) return { from, to };
  return change.from === undefined ? { from: to, to } : { from, to: from };
}

/** The first and last day of a period; it lasts until today if it has no end. */
export function daysOf<P extends Preset>({ period, from, to }: Narrowing<P>, usual: P, zone: string) {
  return { from: from ?? daysAgoIn(zone, daysBefore[period ?? usual]), to: to ?? daysAgoIn(zone, 0) };
}
