import { type WaitLimit, waitLimits } from '../calls/state/wait-counts.ts';
import { countOrNull, id, numberOrNull, orNull, single, textOrNull, timestamp } from '../http/input/schema.ts';
import { Type } from '../platform/schema-type.ts';
import { count, day, figures, rate } from './schema.ts';

const limitValues = { type: 'integer', enum: waitLimits } as const;
export const answeredWithin = Type.Unsafe<WaitLimit>({
  ...limitValues,
  default: 20,
  description: 'Counts the inbound calls that were answered within this many seconds.',
});

const overviewFigures = {
  ...figures,
  outbound_calls: count('Number of outbound calls.'),
  inbound_calls: count('Number of inbound calls.'),
};
const OverviewFigures = Type.Object(overviewFigures, {
  title: 'OverviewFigures',
  description: 'Figures of one period.',
});

const waitFigures = {
  limit_seconds: Type.Unsafe<WaitLimit>({
    ...limitValues,
    description: 'Limit of `answered_within_limit`, in seconds.',
  }),
  answered_calls: count('Number of inbound calls that a staff member answered.'),
  answered_within_limit: count('Number of inbound calls that were answered within `limit_seconds` of their arrival.'),
  abandoned_calls: count('Number of inbound calls whose caller hung up before an answer.'),
  unanswered_calls: count('Number of inbound calls that ended for another reason without an answer or a message.'),
  voicemail_calls: count('Number of inbound calls whose caller left a message.'),
  answered_within_rate: rate(
    'Share of the calls answered within the limit among all calls whose wait is over, from 0 to 1 with four decimals. Null if there are none.',
  ),
  abandoned_rate: rate(
    'Share of the abandoned calls among all calls whose wait is over, from 0 to 1 with four decimals. Null if there are none.',
  ),
  average_wait_seconds: numberOrNull(
    'Average time from the arrival of a call to its answer, in seconds with two decimals. Null if no call was answered.',
  ),
  average_abandoned_seconds: numberOrNull(
    'Average time after which callers hung up without an answer, in seconds with two decimals. Null if no call was abandoned.',
  ),
  longest_wait_seconds: countOrNull(
    'Longest wait of a caller, answered or not, in whole seconds. Callers who left a message are left out. Null if there are no such calls.',
  ),
};
const WaitFigures = Type.Object(waitFigures, { title: 'WaitFigures', description: 'How long callers waited.' });
const whenDeleted = 'Null if calls of the previous period may have been deleted because of their age.';
const whenNoWaits = 'Null if the request filters by staff member, or by outbound calls only.';

const HourFigures = Type.Object(
  {
    hour: Type.Integer({ minimum: 0, maximum: 23, description: 'Hour of the day in the time zone of the report.' }),
    total_calls: figures.total_calls,
    connected_calls: figures.connected_calls,
    missed_calls: figures.missed_calls,
    previous_total_calls: countOrNull(`Number of all calls of this hour in the previous period. ${whenDeleted}`),
  },
  { title: 'HourFigures', description: 'Figures of one hour of the day, on all days of the period.' },
);

const WeekdayFigures = Type.Object(
  {
    weekday: Type.Integer({ minimum: 1, maximum: 7, description: 'Day of the week: 1 is Monday, 7 is Sunday.' }),
    days: count('How many such days the period has.'),
    total_calls: figures.total_calls,
    hours: Type.Array(Type.Integer({ minimum: 0 }), {
      minItems: 24,
      maxItems: 24,
      description: 'Number of calls of each hour, from 0 to 23.',
    }),
  },
  { title: 'WeekdayFigures', description: 'Calls of one day of the week, by hour.' },
);

const ProjectFigures = Type.Object(
  {
    project_id: id('project', 'Project.'),
    project_name: textOrNull('Name of the project.'),
    ...overviewFigures,
    previous_total_calls: countOrNull(`Number of all calls of the project in the previous period. ${whenDeleted}`),
    waits: orNull(WaitFigures, `How long callers of this project waited. ${whenNoWaits}`),
  },
  { title: 'ProjectFigures', description: 'Figures of one project.' },
);

export const OverviewAnswer = single(
  Type.Object(
    {
      period: Type.Object(
        {
          from: day('First day of the report.'),
          to: day('Last day of the report (inclusive).'),
          timezone: Type.String({ description: 'Time zone of days and hours.' }),
        },
        { title: 'OverviewPeriod', description: 'Period of the report.' },
      ),
      previous_period: Type.Object(
        {
          from: day('First day of the previous period.'),
          to: day('Last day of the previous period (inclusive).'),
          end: timestamp('End of the previous period: while the period goes on, the same time of day as now.'),
        },
        { title: 'PreviousPeriod', description: 'Period that the report is compared with.' },
      ),
      totals: OverviewFigures,
      previous_totals: orNull(OverviewFigures, `Figures of the previous period. ${whenDeleted}`),
      hours: Type.Array(HourFigures, { description: 'One row per hour of the day, from 0 to 23.' }),
      weekdays: Type.Array(WeekdayFigures, { description: 'One row per day of the week, from Monday.' }),
      projects: Type.Array(ProjectFigures, {
        description: 'One row per project that had calls in either period; the most calls first.',
      }),
      waits: orNull(WaitFigures, `How long callers waited. ${whenNoWaits}`),
      previous_waits: orNull(
        WaitFigures,
        `How long callers waited in the previous period. ${whenNoWaits} ${whenDeleted}`,
      ),
    },
    { title: 'ReportOverview', description: 'Figures of a period, compared with the previous period.' },
  ),
);
