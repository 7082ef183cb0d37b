import type { Queryable } from '../database/sql.ts';
import type { IsRegistered, registeredPhones } from '../engine/registered-phones.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import { listActiveMembers, listActiveMembersOf, type Member } from './queries.ts';

export const availabilities = ['available', 'busy', 'unreachable'] as const;
export type Availability = (typeof availabilities)[number];
export type ReadRegistered = ReturnType<typeof registeredPhones>;

/** Everybody who can make and take calls, by name; with `projects`, only the staff of these. */
export async function readActiveStaff(
  db: Queryable,
  tenantId: TenantId,
  { isTest, projects }: { isTest: boolean; projects: ProjectId[] | null },
  readRegistered: ReadRegistered,
) {
  const wanted = { tenant_id: tenantId, is_test: isTest };
  const members = projects
    ? await listActiveMembersOf.all(db, { ...wanted, project_ids: projects })
    : await listActiveMembers.all(db, wanted);
  return withAvailability(members, readRegistered);
}

type Reach = Pick<Member, 'has_phone' | 'account' | 'is_busy'>;

/** The telephone systems are asked only if the answer depends on them. */
export async function withAvailability<M extends Reach>(members: M[], readRegistered: ReadRegistered) {
  const isRegistered = members.some(({ account }) => account !== null) ? await readRegistered() : () => false;
  return members.map(({ has_phone, account, is_busy, ...member }) => ({
    ...member,
    availability: availabilityOf({ has_phone, account, is_busy }, isRegistered),
  }));
}

/** A call may go on over a phone whose registration has just expired. */
function availabilityOf({ has_phone, account, is_busy }: Reach, isRegistered: IsRegistered): Availability {
  if (is_busy) return 'busy';
  return has_phone && (account === null || isRegistered(account)) ? 'available' : 'unreachable';
}
