import type { CallFilters } from '../calls/listing/list-calls.ts';
import { finestOf, quartersInDay, quartersInHour, quartersOf } from '../calls/state/quarters.ts';
import type { Queryable } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import { cutPeriod, type Days, type Granularity, type PeriodPart } from './cut-period.ts';
import { addSums, emptySum, figuresOf, type SummarySums } from './figures.ts';
import { sumAllByPart, sumStaffByPart } from './queries.ts';

export type ReportedFilters = Pick<CallFilters, 'staff_ids' | 'project_ids' | 'call_types'>;

export type SummaryRequest = { isTest: boolean; period: Days; granularity: Granularity; filters: ReportedFilters };

export async function summarizeCalls(
  db: Queryable,
  tenantId: TenantId,
  { isTest, period, granularity, filters }: SummaryRequest,
) {
  const parts = cutPeriod(period, granularity);
  const sums = await sumParts(db, tenantId, isTest, parts, filters);
  return {
    totals: figuresOf(sums.reduce(addSums, emptySum)),
    periods: parts.map(({ period_start, period_end }, i) => {
      return { period_start, period_end, ...figuresOf(sums[i] ?? emptySum) };
    }),
  };
}

function sumParts(
  db: Queryable,
  tenant_id: TenantId,
  is_test: boolean,
  parts: PeriodPart[],
  filters: ReportedFilters,
): Promise<SummarySums[]> {
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
