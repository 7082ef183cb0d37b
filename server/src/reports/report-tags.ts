import { quartersInDay, quartersOf } from '../calls/state/quarters.ts';
import type { Queryable, Row } from '../database/sql.ts';
import type { TenantId } from '../platform/ids.ts';
import { averageDuration, successRate } from './figures.ts';
import { sumByLabel, sumByLabelOfStaff } from './queries.ts';
import type { UsersRequest } from './report-users.ts';

/** One page of the tags and outcomes of the period, and their number. */
export async function reportTags(
  db: Queryable,
  tenantId: TenantId,
  { isTest, period, filters, offset, limit }: UsersRequest,
) {
  const { staff_ids, project_ids = null, call_types = null } = filters;
  const wanted = { tenant_id: tenantId, is_test: isTest, project_ids, call_types, offset, limit };
  const { start, whole_start, whole_end, end } = quartersOf(period, quartersInDay);
  const rows = staff_ids
    ? await sumByLabelOfStaff.all(db, { ...wanted, staff_ids, start, end })
    : await sumByLabel.all(db, { ...wanted, start, whole_start, whole_end, end });
  return { rows: rows.filter(({ kind }) => kind !== null).map(toLabel), total: rows[0]?.labels ?? 0 };
}

function toLabel(sum: Row<typeof sumByLabel.gives>) {
  const { kind, value, total, connected } = sum;
  return {
    ...{ kind, value, total_calls: total, connected_calls: connected },
    success_rate: successRate(sum),
    average_duration_seconds: averageDuration(sum),
  };
}
