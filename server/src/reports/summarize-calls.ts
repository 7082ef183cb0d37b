import type { CallFilters } from '../calls/listing/list-calls.ts';
import { finestOf, quartersInDay, quartersInHour, quartersOf } from '../calls/state/quarters.ts';
import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import { keysOf } from '../platform/keys-of.ts';
import { cutPeriod, type Days, type Granularity, type PeriodPart } from './cut-period.ts';
import { averageDuration, type CallSums, successRate } from './figures.ts';
import { sumAllByPart, sumStaffByPart } from './queries.ts';

export type ReportedFilters = Pick<CallFilters, 'staff_ids' | 'project_ids' | 'call_types'>;

export type SummaryRequest = { isTest: boolean; period: Days; granularity: Granularity; filters: ReportedFilters };

type Sum = CallSums & { no_answer: number };

export async function summarizeCalls(
  db: Queryable,
  tenantId: TenantId,
  { isTest, period, granularity, filters }: SummaryRequest,
) {
  const parts = cutPeriod(period, granularity);
  const sums = await sumParts(db, tenantId, isTest, parts, filters);
  return {
    totals: figures(sums.reduce(add, emptySum)),
    periods: parts.map(({ period_start, period_end }, i) => {
      return { period_start, period_end, ...figures(sums[i] ?? emptySum) };
    }),
  };
}

function sumParts(
  db: Queryable,
  tenant_id: TenantId,
  is_test: boolean,
  parts: PeriodPart[],
  filters: ReportedFilters,
): Promise<Sum[]> {
  const { staff_ids, project_ids = null, call_types = null } = filters;
  const quarters = parts.map((part) => quartersOf(part, staff_ids ? quartersInDay : quartersInHour));
  const takes = {
    tenant_id,
    is_test,
    project_ids,
    call_types,
    starts: quarters.map(({ start }) => start),
    whole_starts: quarters.map(({ whole_start }) => whole_start),
    whole_ends: quarters.map(({ whole_end }) => whole_end),
    ends: quarters.map(({ end }) => end),
  };
  if (!staff_ids) return sumAllByPart.all(db, takes);
  return sumStaffByPart.all(db, { ...takes, staff_ids, fine: `staff_${finestOf(...quarters)}` });
}

const emptySum: Sum = { total: 0, open: 0, connected: 0, talked: 0, no_answer: 0, missed: 0, duration_seconds: 0 };
const names = keysOf(emptySum);
const add = (one: Sum, other: Sum): Sum =>
  Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as Sum;

function figures(sum: Sum) {
  const { total, connected, no_answer, missed, duration_seconds } = sum;
  return {
    total_calls: total,
    connected_calls: connected,
    no_answer_calls: no_answer,
    missed_calls: missed,
    other_calls: total - connected - no_answer - missed,
    total_duration_seconds: duration_seconds,
    average_duration_seconds: averageDuration(sum),
    success_rate: successRate(sum),
  };
}
