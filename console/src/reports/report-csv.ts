import type { SummaryReport, UserFigures } from './report.ts';

type Rows = (string | number | null)[][];

// The columns have their names in the API, so that a file means the same in every language.

const summaryColumns = [
  'period_start',
  'period_end',
  'total_calls',
  'connected_calls',
  'no_answer_calls',
  'missed_calls',
  'other_calls',
  'total_duration_seconds',
  'average_duration_seconds',
  'success_rate',
] as const;

export const summaryCsv = ({ periods }: SummaryReport): Rows => [
  [...summaryColumns],
  ...periods.map((period) => summaryColumns.map((column) => period[column])),
];

const staffColumns = [
  'staff_id',
  'staff_name',
  'total_calls',
  'outbound_calls',
  'inbound_calls',
  'connected_calls',
  'missed_calls',
  'success_rate',
  'total_duration_seconds',
  'average_duration_seconds',
  'talk_ratio',
] as const;

export const staffCsv = (users: UserFigures[]): Rows => [
  [...staffColumns],
  ...users.map((user) => staffColumns.map((column) => user[column])),
];
