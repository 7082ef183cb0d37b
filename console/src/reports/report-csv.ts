import type { Shapes } from '../api/types.ts';
import type { Say } from '../i18n/language.tsx';
import { clockTime } from '../parts/values/days.ts';
import type { reportMessages } from './messages.ts';
import type { Overview, SummaryReport, UserFigures } from './report.ts';

// Files for spreadsheets: headings in the language of the reader, names beside ids, and times in the time zone of the report.

type Cell = string | number | null;
type Column<Row> = { heading: string; of: (row: Row) => Cell };
type Texts = Say<keyof (typeof reportMessages)['en']>;

const write = <Row>(columns: Column<Row>[], rows: Row[]): Cell[][] => [
  columns.map(({ heading }) => heading),
  ...rows.map((row) => columns.map(({ of }) => of(row))),
];

type Durations = { total_duration_seconds: number; average_duration_seconds: number | null };

const durations = <Row extends Durations>(say: Texts): Column<Row>[] => [
  { heading: say('csv.seconds', { name: say('totalTalk') }), of: (row) => row.total_duration_seconds },
  { heading: say('csv.seconds', { name: say('averageTalk') }), of: (row) => row.average_duration_seconds },
];

type Volumes = Pick<
  UserFigures,
  'total_calls' | 'outbound_calls' | 'inbound_calls' | 'connected_calls' | 'missed_calls'
> &
  Durations & { success_rate: number | null };

/** The columns that staff members and projects share. */
const volumes = <Row extends Volumes>(say: Texts): Column<Row>[] => [
  { heading: say('total'), of: (row) => row.total_calls },
  { heading: say('outbound'), of: (row) => row.outbound_calls },
  { heading: say('inbound'), of: (row) => row.inbound_calls },
  { heading: say('connected'), of: (row) => row.connected_calls },
  { heading: say('missed'), of: (row) => row.missed_calls },
  { heading: say('successRate'), of: (row) => row.success_rate },
  ...durations<Row>(say),
];

type Period = SummaryReport['periods'][number];

export const summaryCsv = ({ periods }: SummaryReport, say: Texts) =>
  write<Period>(
    [
      { heading: say('csv.from'), of: (row) => row.period_start },
      { heading: say('csv.to'), of: (row) => row.period_end },
      { heading: say('total'), of: (row) => row.total_calls },
      { heading: say('connected'), of: (row) => row.connected_calls },
      { heading: say('noAnswer'), of: (row) => row.no_answer_calls },
      { heading: say('missed'), of: (row) => row.missed_calls },
      { heading: say('other'), of: (row) => row.other_calls },
      { heading: say('successRate'), of: (row) => row.success_rate },
      ...durations<Period>(say),
    ],
    periods,
  );

export const staffCsv = (users: UserFigures[], say: Texts) =>
  write<UserFigures>(
    [
      { heading: say('csv.staffId'), of: (row) => row.staff_id },
      { heading: say('staffMember'), of: (row) => row.staff_name ?? say('nobody') },
      ...volumes<UserFigures>(say),
      { heading: say('talkRatio'), of: (row) => row.talk_ratio },
    ],
    users,
  );

type ProjectFigures = Overview['projects'][number];

export const projectCsv = (projects: ProjectFigures[], say: Texts) =>
  write<ProjectFigures>(
    [
      { heading: say('csv.projectId'), of: (row) => row.project_id },
      { heading: say('project'), of: (row) => row.project_name },
      ...volumes<ProjectFigures>(say),
      {
        heading: say('csv.seconds', { name: say('averageWait') }),
        of: (row) => row.waits?.average_wait_seconds ?? null,
      },
      {
        heading: say('csv.seconds', { name: say('longestWait') }),
        of: (row) => row.waits?.longest_wait_seconds ?? null,
      },
      { heading: say('abandoned'), of: (row) => row.waits?.abandoned_calls ?? null },
    ],
    projects,
  );

type Call = Shapes['ReportedCall'];
type Names = {
  staffName: (id: number) => string;
  projectName: (id: number) => string;
  /** Undefined if the reader may not see the customer. */
  customerName: (id: number) => string | undefined;
};

export function callsCsv(calls: Call[], say: Texts, names: Names, zone: string) {
  const { staffName, projectName, customerName } = names;
  const time = (at: string | null) => at && clockTime(new Date(at), zone);
  return write<Call>(
    [
      { heading: say('csv.callId'), of: (row) => row.call_id },
      { heading: say('csv.direction'), of: (row) => say(row.call_type) },
      { heading: say('csv.status'), of: (row) => say(`status.${row.status}`) },
      { heading: say('csv.customerId'), of: (row) => row.customer_id },
      { heading: say('csv.customer'), of: (row) => (row.customer_id && customerName(row.customer_id)) ?? null },
      { heading: say('csv.phone'), of: (row) => row.phone_number },
      { heading: say('csv.staffId'), of: (row) => row.staff_id },
      { heading: say('staffMember'), of: (row) => row.staff_id && staffName(row.staff_id) },
      { heading: say('csv.projectId'), of: (row) => row.project_id },
      { heading: say('project'), of: (row) => projectName(row.project_id) },
      { heading: say('csv.externalId'), of: (row) => row.external_id },
      { heading: say('csv.started', { zone }), of: (row) => time(row.started_at) },
      { heading: say('csv.ended', { zone }), of: (row) => time(row.ended_at) },
      { heading: say('csv.talk'), of: (row) => row.duration_seconds },
      { heading: say('csv.ring'), of: (row) => row.ring_seconds },
      { heading: say('talkRatio'), of: (row) => row.talk_ratio },
      { heading: say('csv.endReason'), of: (row) => row.end_reason },
      // Tags contain no commas.
      { heading: say('csv.tags'), of: (row) => row.tags.join(',') },
      { heading: say('csv.outcome'), of: (row) => row.outcome },
    ],
    calls,
  );
}
