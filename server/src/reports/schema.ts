import { CallFilterParameters, CallItem, callInFull } from '../calls/schema.ts';
import { idOrNull, list, nullable, single, word } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { type Granularity, granularities } from './cut-period.ts';

export const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-15'] });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const rate = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

export const figures = {
  total_calls: count('Number of all calls, including calls in progress.'),
  connected_calls: count('Number of calls with the status `connected`, in progress or ended.'),
  no_answer_calls: count('Number of calls with the status `no_answer`.'),
  missed_calls: count('Number of inbound calls that were not answered (status `missed_call`).'),
  other_calls: count(
    'Number of all other calls: `initiating`, `ringing`, `busy`, `rejected`, `canceled`, `failed` and `voicemail`.',
  ),
  total_duration_seconds: count('Total talk time of the ended calls: the sum of their `duration_seconds`.'),
  average_duration_seconds: nullable(
    Type.Number({
      minimum: 0,
      description:
        'Average talk time of connected calls that have ended, in seconds with two decimals. Null if there are none.',
    }),
  ),
  success_rate: rate(
    'Share of connected calls among all ended calls, from 0 to 1 with four decimals. Null if no call has ended.',
  ),
};

const granularityValues = {
  type: 'string',
  enum: granularities,
} as const;
export const granularity = Type.Unsafe<Granularity>({
  ...granularityValues,
  default: 'day',
  description: 'Length of each row in `periods`: `day`, `week` (ISO week, starting on Monday) or `month`.',
});

const SummaryPeriod = Type.Object(
  {
    period_start: day('First day of the row. Never before `from`.'),
    period_end: day('Last day of the row (inclusive). Never after `to`.'),
    ...figures,
  },
  {
    title: 'SummaryPeriod',
    description: 'Figures of one day, week or month, cut to the days between `from` and `to`.',
  },
);

export const SummaryAnswer = single(
  Type.Object(
    {
      period: Type.Object(
        {
          from: day('First day of the report.'),
          to: day('Last day of the report (inclusive).'),
          timezone: Type.String({ description: 'Time zone of the days.' }),
          granularity: Type.Unsafe<Granularity>({
            ...granularityValues,
            description: 'Length of each row in `periods`.',
          }),
        },
        { title: 'ReportPeriod', description: 'Period of the report.' },
      ),
      totals: Type.Object(figures, { title: 'CallFigures', description: 'Figures of the whole period.' }),
      periods: Type.Array(SummaryPeriod, {
        description: 'One row per day, week or month, in order of time. Rows without calls are included.',
      }),
    },
    { title: 'SummaryReport', description: 'Figures of a period, in total and by day, week or month.' },
  ),
);

const { no_answer_calls, other_calls, ...ofUser } = figures;
const UserFigures = Type.Object(
  {
    staff_id: idOrNull(
      'staff',
      'Staff member. Null in the row of calls that have no staff member, such as missed calls that rang several phones.',
    ),
    staff_name: nullable(
      Type.String({ description: 'Name of the staff member. Null in the row without a staff member.' }),
    ),
    ...ofUser,
    outbound_calls: count('Number of outbound calls.'),
    inbound_calls: count('Number of inbound calls.'),
    talk_ratio: rate(
      'Share of the staff member in the talk time of all analyzed calls, from 0 to 1 with four decimals. Null if no call was analyzed.',
    ),
  },
  { title: 'UserFigures', description: 'Figures of one staff member.' },
);
export const UserList = list(UserFigures);

const ReportedCall = Type.Object(
  {
    ...CallItem.properties,
    ring_seconds: nullable(
      count(
        'How long the phone of the called party rang, in whole seconds. Null if it did not ring, or is still ringing.',
      ),
    ),
    talk_ratio: rate(
      'Share of the staff member in the talk time, from 0 to 1 with four decimals. Null if the call was not analyzed.',
    ),
    customer_id: idOrNull(
      'customer',
      'Customer with this phone number, looked up when the call started. Null if no customer matched.',
    ),
    end_reason: nullable(
      Type.String({
        description: 'Exact reason for the end; see `GET /calls/{callId}`. Null while the call is in progress.',
      }),
    ),
    tags: callInFull.tags,
    outcome: callInFull.outcome,
  },
  { title: 'ReportedCall', description: 'A call in a report: the fields of the call list, with figures for analysis.' },
);
export const ReportedCallList = list(ReportedCall);

const { total_calls, connected_calls, success_rate, average_duration_seconds } = figures;
const LabelFigures = Type.Object(
  {
    kind: word(['tag', 'outcome'], '`tag` or `outcome`.'),
    value: Type.String({ description: 'The tag or the outcome.' }),
    ...{ total_calls, connected_calls, success_rate, average_duration_seconds },
  },
  { title: 'LabelFigures', description: 'Figures of all calls with one tag or one outcome.' },
);
export const LabelList = list(LabelFigures);

const { project_id, staff_id, call_type } = CallFilterParameters;
export const ReportFilters = { project_id, staff_id, call_type };
