import { quartersInHour, quartersOf } from '../calls/state/quarters.ts';
import type { WaitLimit } from '../calls/state/wait-counts.ts';
import type { Queryable, Row } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { addSums, emptySum, figuresOf } from './figures.ts';
import { hasWholeHours, offsetsIn, sumByHour, sumByWeekday } from './local-hours.ts';
import { nameProjects, sumOverview, sumWaits } from './overview-queries.ts';
import { periodBefore } from './period-before.ts';
import type { ReportedFilters } from './summarize-calls.ts';
import { addWaits, noWaits, waitFigures } from './wait-figures.ts';

export type OverviewRequest = {
  isTest: boolean;
  period: Parameters<typeof periodBefore>[0] & { days: { day: string; start: Date }[] };
  filters: ReportedFilters;
  /** Calls that were answered within this many seconds are counted. */
  limit: WaitLimit;
  /** Calls before this moment may have been deleted because of their age. */
  keptSince: Date;
  now: Date;
};

/** The figures of a period and of the one before it: in total, by hour and weekday, by project, and the waits of callers. */
export async function readOverview(db: Queryable, tenantId: TenantId, request: OverviewRequest) {
  const { period, limit } = request;
  const { from, to, timezone } = period;
  const before = periodBefore(period, request.now);
  const isComparable = before.start >= request.keptSince;
  const spans = [period, before];
  const [offsets, offsetsBefore] = [offsetsIn(period, timezone), offsetsIn(before, timezone)];
  const unit = hasWholeHours(offsets) && hasWholeHours(offsetsBefore) ? 'hour' : 'quarter';
  const [calls, waits] = await Promise.all([
    readCalls(db, tenantId, request, spans, unit),
    countsWaits(request.filters) ? readWaits(db, tenantId, request, spans) : null,
  ]);
  const [ofHours, ofProjects] = [calls.filter(isOfHour), calls.filter(isOfProject)];
  const hoursBefore = sumByHour(ofHours.filter(isPrevious), offsetsBefore);
  const totalWaits = (rows: WaitSum[]) => waitFigures(rows.reduce(addWaits, noWaits), limit);
  return {
    period: { from, to, timezone },
    previous_period: { from: before.from, to: before.to, end: before.end },
    totals: overviewFigures(ofProjects.filter(isAsked)),
    previous_totals: isComparable ? overviewFigures(ofProjects.filter(isPrevious)) : null,
    hours: sumByHour(ofHours.filter(isAsked), offsets).map(({ total, connected, missed }, hour) => ({
      ...{ hour, total_calls: total, connected_calls: connected, missed_calls: missed },
      previous_total_calls: isComparable ? (hoursBefore[hour]?.total ?? 0) : null,
    })),
    weekdays: sumByWeekday(ofHours.filter(isAsked), offsets, period.days),
    projects: (await figuresOfProjects(db, tenantId, ofProjects, waits, limit)).map((row) =>
      isComparable ? row : { ...row, previous_total_calls: null },
    ),
    waits: waits && totalWaits(waits.filter(isAsked)),
    previous_waits: waits && isComparable ? totalWaits(waits.filter(isPrevious)) : null,
  };
}

type Span = { start: Date; end: Date };
type CallSum = Row<typeof sumOverview.gives>;
type WaitSum = Row<typeof sumWaits.gives>;

const isAsked = ({ position }: { position: number }) => position === 1;
const isPrevious = ({ position }: { position: number }) => position === 2;
const isOfHour = (row: CallSum): row is CallSum & { unit: number } => row.unit !== null;
const isOfProject = (row: CallSum): row is CallSum & { project_id: ProjectId } => row.project_id !== null;

/** A caller waits until any staff member answers, so waits belong to no staff member. Outbound calls have no waits. */
const countsWaits = ({ staff_ids, call_types }: ReportedFilters) =>
  !staff_ids && (!call_types || call_types.includes('inbound'));

function readCalls(
  db: Queryable,
  tenant_id: TenantId,
  { isTest, filters }: OverviewRequest,
  spans: Span[],
  unit: 'hour' | 'quarter',
) {
  const { staff_ids, project_ids = null, call_types = null } = filters;
  const of = staff_ids ? 'staff_' : '';
  return sumOverview.all(db, {
    ...{ tenant_id, is_test: isTest, project_ids, call_types, ...bordersOf(spans) },
    ...{ coarse: `${of}${unit}`, fine: `${of}quarter`, unit_quarters: unit === 'hour' ? quartersInHour : 1 },
    ...{ staff_ids: staff_ids ?? [], is_everybody: !staff_ids },
  });
}

function readWaits(db: Queryable, tenant_id: TenantId, request: OverviewRequest, spans: Span[]) {
  const { isTest, filters, limit } = request;
  const { project_ids = null } = filters;
  return sumWaits.all(db, { tenant_id, is_test: isTest, project_ids, limit_seconds: limit, ...bordersOf(spans) });
}

function bordersOf(spans: Span[]) {
  const quarters = spans.map((span) => quartersOf(span, quartersInHour));
  return {
    starts: quarters.map(({ start }) => start),
    whole_starts: quarters.map(({ whole_start }) => whole_start),
    whole_ends: quarters.map(({ whole_end }) => whole_end),
    ends: quarters.map(({ end }) => end),
    cuts: spans.map(({ end }) => end),
  };
}

function overviewFigures(sums: CallSum[]) {
  const all = sums.reduce(addSums, emptySum);
  const outbound_calls = sums.reduce((sum, { outbound }) => sum + outbound, 0);
  return { ...figuresOf(all), outbound_calls, inbound_calls: all.total - outbound_calls };
}

/** The projects that had calls in either period, those with the most calls first. */
async function figuresOfProjects(
  db: Queryable,
  tenant_id: TenantId,
  sums: (CallSum & { project_id: ProjectId })[],
  waits: WaitSum[] | null,
  limit: WaitLimit,
) {
  const byProject = Map.groupBy(sums, ({ project_id }) => project_id);
  const named = await nameProjects.all(db, { tenant_id, project_ids: [...byProject.keys()] });
  const names = new Map(named.map(({ project_id, name }) => [project_id, name]));
  const rows = [...byProject].map(([project_id, ofProject]) => {
    const ofWaits = waits?.filter((row) => row.project_id === project_id && isAsked(row));
    return {
      ...{ project_id, project_name: names.get(project_id) ?? null },
      ...overviewFigures(ofProject.filter(isAsked)),
      previous_total_calls: overviewFigures(ofProject.filter(isPrevious)).total_calls,
      waits: ofWaits ? waitFigures(ofWaits.reduce(addWaits, noWaits), limit) : null,
    };
  });
  return rows
    .filter(({ total_calls, previous_total_calls }) => total_calls + previous_total_calls > 0)
    .sort((a, b) => b.total_calls - a.total_calls || a.project_id - b.project_id);
}
