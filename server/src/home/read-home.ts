import { readOpenCalls } from '../calls/listing/open-calls.ts';
import { callItem } from '../calls/state/call-item.ts';
import type { Queryable } from '../database/sql.ts';
import { type Availability, availabilities, type ReadRegistered, readActiveStaff } from '../directory/availability.ts';
import type { PhoneSystem } from '../engine/phone-system.ts';
import { readPartyStates } from '../engine/read-party-states.ts';
import type { Caller, Role } from '../platform/caller.ts';
import type { TenantId } from '../platform/ids.ts';
import { trunkEndpoint } from '../trunks/trunk-endpoint.ts';
import { findBeginnings, listExpiringKeys, listTroubledWebhooks, listTrunkNames } from './queries.ts';

type StateSource = Pick<PhoneSystem, 'states'>;
export type HomeSources = { systems: StateSource[]; readRegistered: ReadRegistered };
/** The part of a caller that decides what home shows. */
type Reader = Pick<Caller, 'tenantId' | 'kind' | 'licenses' | 'projects'> & {
  administrator?: { role: Role } | undefined;
};

const mostCalls = 8;
const mostStaff = 50;
/** Keys that expire within this many days need attention. */
const expiryDays = 14;

/** The present state of a tenant in one mode, as far as the caller may read it. */
export async function readHome(db: Queryable, caller: Reader, { systems, readRegistered }: HomeSources) {
  const { tenantId, kind, projects } = caller;
  const isTest = kind === 'test';
  const mayManage = caller.administrator?.role === 'administrator';
  // Keys and trunks belong to no project.
  const seesAll = projects === null;
  const hasWebhooks = mayManage && caller.licenses.has('open_api_advanced');
  const [calls, staff, webhooks, keys, trunks, beginnings] = await Promise.all([
    readOpenCalls(db, tenantId, { isTest, projects, limit: mostCalls }),
    readActiveStaff(db, tenantId, { isTest, projects }, readRegistered),
    hasWebhooks ? listTroubledWebhooks.all(db, { tenant_id: tenantId }) : [],
    seesAll ? listExpiringKeys.all(db, { tenant_id: tenantId, kind, days: expiryDays }) : [],
    // Test calls use no trunk.
    seesAll && !isTest ? readTroubledTrunks(db, tenantId, systems) : [],
    mayManage ? findBeginnings.one(db, { tenant_id: tenantId }) : null,
  ]);
  return {
    calls: { total: calls.total, newest: calls.newest.map(callItem) },
    staff: { ...countByAvailability(staff), members: busyFirst(staff).slice(0, mostStaff) },
    attention: { webhooks, trunks, keys },
    first_steps: beginnings && { ...beginnings, webhook: hasWebhooks ? beginnings.webhook : null },
  };
}

async function readTroubledTrunks(db: Queryable, tenantId: TenantId, systems: StateSource[]) {
  const trunks = await listTrunkNames.all(db, { tenant_id: tenantId });
  const stateOf = await readPartyStates(
    systems,
    trunks.map(({ trunk_id }) => trunkEndpoint(trunk_id)),
  );
  return trunks.flatMap(({ trunk_id, name }) => {
    const state = stateOf(trunkEndpoint(trunk_id));
    return state === 'unreachable' || state === 'rejected' ? [{ trunk_id, name, state }] : [];
  });
}

type Member = Awaited<ReturnType<typeof readActiveStaff>>[number];

const countByAvailability = (staff: Member[]) =>
  Object.fromEntries(
    availabilities.map((each) => [each, staff.filter(({ availability }) => availability === each).length]),
  ) as Record<Availability, number>;

const order: Availability[] = ['busy', 'available', 'unreachable'];

const busyFirst = (staff: Member[]) =>
  order.flatMap((each) =>
    staff
      .filter(({ availability }) => availability === each)
      .map(({ staff_id, name, availability }) => ({ staff_id, name, availability })),
  );
