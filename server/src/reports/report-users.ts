import { finestOf, nestedQuartersOf, quartersInDay, quartersOf } from '../calls/state/quarters.ts';
import { talkRatio } from '../calls/state/talk-ratio.ts';
import type { Queryable, Row } from '../database/sql.ts';
import type { Caller } from '../platform/caller.ts';
import type { TenantId } from '../platform/ids.ts';
import { averageDuration, successRate } from './figures.ts';
import { sumByStaff, sumByStaffInProjects, sumByStaffOfProjects } from './queries.ts';
import type { ReportedFilters } from './summarize-calls.ts';

export type UsersRequest = {
  isTest: boolean;
  period: { start: Date; end: Date };
  filters: ReportedFilters;
  offset: number;
  limit: number;
};

/** Every staff member that the caller may see, and last the calls without one, if there are any and the request names no staff member. */
export async function reportUsers(
  db: Queryable,
  tenantId: TenantId,
  { isTest, period, filters, projects, offset, limit }: UsersRequest & Pick<Caller, 'projects'>,
) {
  const { staff_ids = null, project_ids, call_types = null } = filters;
  const wanted = { tenant_id: tenantId, is_test: isTest, staff_ids, call_types, offset, limit };
  const rows = project_ids
    ? await sumInProjects()
    : await sumByStaff.all(db, { ...wanted, ...nestedQuartersOf(period) });
  const staff = rows[0]?.staff ?? 0;
  const strays = staff_ids ? [] : rows.filter(({ staff_id, total }) => staff_id === null && total > 0);
  const areStraysHere = offset <= staff && staff < offset + limit;
  const members = rows.filter(({ staff_id }) => staff_id !== null);
  return { rows: [...members, ...(areStraysHere ? strays : [])].map(toUser), total: staff + strays.length };

  function sumInProjects() {
    const quarters = quartersOf(period, quartersInDay);
    const fine = `staff_${finestOf(quarters)}`;
    const sum = projects ? sumByStaffOfProjects : sumByStaffInProjects;
    return sum.all(db, { ...wanted, project_ids: project_ids ?? null, ...quarters, fine });
  }
}

function toUser(sum: Row<typeof sumByStaff.gives>) {
  const { staff_id, staff_name, total, outbound, connected, missed, duration_seconds } = sum;
  return {
    staff_id,
    staff_name,
    total_calls: total,
    outbound_calls: outbound,
    inbound_calls: total - outbound,
    connected_calls: connected,
    missed_calls: missed,
    success_rate: successRate(sum),
    total_duration_seconds: duration_seconds,
    average_duration_seconds: averageDuration(sum),
    talk_ratio: talkRatio(sum),
  };
}
