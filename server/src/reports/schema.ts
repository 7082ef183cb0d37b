import { Type } from 'typebox';
import { CallFilterParameters, CallItem } from '../calls/schema.ts';
import { idOrNull, list, nullable, single } from '../http/input/schema.ts';
import { type Granularity, granularities } from './cut-period.ts';

const day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-11-15'] });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const rate = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));

const figures = {
  total_calls: count('All calls, those going on included.'),
  connected_calls: count('Calls with the status `connected`, going on or ended.'),
  no_answer_calls: count('Calls with the status `no_answer`.'),
  missed_calls: count('Inbound calls that nobody took: the status `missed_call`.'),
  other_calls: count('All others: still being set up, busy, rejected, canceled, failed or voicemail.'),
  total_duration_seconds: count('Talk time of the ended calls, in whole seconds of each.'),
  average_duration_seconds: nullable(
    Type.Number({
      minimum: 0,
      description: 'Mean talk time of the connected calls that have ended, two decimals; null without any.',
    }),
  ),
  success_rate: rate('Connected ones among the calls that have ended, four decimals; null without any.'),
};

const granularityValues = {
  type: 'string',
  enum: granularities,
} as const;
export const granularity = Type.Unsafe<Granularity>({
  ...granularityValues,
  default: 'day',
  description: 'How long a row of `periods` is: a day, an ISO week from Monday on, or a month.',
});

const SummaryPeriod = Type.Object(
  {
    period_start: day('First day of the row: not before `from`.'),
    period_end: day('Last day of the row, included: not after `to`.'),
    ...figures,
  },
  { title: 'SummaryPeriod', description: 'A day, a week or a month, as far as it lies between `from` and `to`.' },
);

export const SummaryAnswer = single(
  Type.Object(
    {
      period: Type.Object(
        {
          from: day('First day.'),
          to: day('Last day, included.'),
          timezone: Type.String({ description: 'Time zone that the days are of.' }),
          granularity: Type.Unsafe<Granularity>({ ...granularityValues, description: 'How long a row is.' }),
        },
        { title: 'ReportPeriod', description: 'What the report is about.' },
      ),
      totals: Type.Object(figures, { title: 'CallFigures', description: 'The whole period.' }),
      periods: Type.Array(SummaryPeriod, { description: 'In the order of time, those without calls included.' }),
    },
    { title: 'SummaryReport' },
  ),
);

const { no_answer_calls, other_calls, ...ofUser } = figures;
const UserFigures = Type.Object(
  {
    staff_id: idOrNull('staff', 'The staff member; null for calls that have none.'),
    staff_name: nullable(Type.String({ description: 'Name of the staff member.' })),
    ...ofUser,
    outbound_calls: count('Calls that the staff member placed.'),
    inbound_calls: count('Calls that came in.'),
    talk_ratio: rate(
      "The staff member's part of the talking in all analysed calls together, four decimals; null without any.",
    ),
  },
  { title: 'UserFigures', description: 'The calls of one staff member.' },
);
export const UserList = list(UserFigures);

const ReportedCall = Type.Object(
  {
    ...CallItem.properties,
    ring_seconds: nullable(
      count("Whole seconds for which the other party's phone rang; null where it never did, or still does."),
    ),
    talk_ratio: rate("The staff member's part of the talking, four decimals; null where none was analysed."),
    customer_id: idOrNull('customer', 'Customer of the call, where one has its number.'),
    end_reason: nullable(Type.String({ description: 'Why the call ended; null while it is going on.' })),
  },
  { title: 'ReportedCall', description: 'A call as it stands in a report.' },
);
export const ReportedCallList = list(ReportedCall);

const { project_id, staff_id, call_type } = CallFilterParameters;
export const ReportFilters = { project_id, staff_id, call_type };
