import { blockedFaults } from '../../blocked-numbers/blocked-faults.ts';
import type { Tx } from '../../database/connect.ts';
import type { ProjectId, StaffId, TenantId } from '../../platform/ids.ts';
import { present } from '../../platform/present.ts';
import { type Detail, type Problem, problem, validationFailed } from '../../platform/problem.ts';
import { localDay } from '../../platform/time/local-day.ts';
import { quarterOf } from '../state/quarters.ts';
import { barredCalls } from './destinations.ts';
import { countLiveCalls, lockLimits } from './limit-queries.ts';
import { missingParties } from './missing-parties.ts';

// A stolen key can run up a telephone bill. So the operator limits the countries that a tenant's live calls may go to, how many
// may go on at once, and how many may be started in a day of the tenant. The limits are exact on any number of nodes: calls of
// a tenant whose number of calls is limited are started under a lock. Other tenants are not slowed down: the key shows whether
// there are limits.

type Wanted = { phone_number: string; e164: string | null; staff_id: StaffId; project_id: ProjectId };

/** The number of calls that may still be started now, and the refusal of the next one. */
type Capacity = { calls: number; refusal?: Problem };

/**
 * Passes the calls that the limits allow to `accept`, in order, and returns an outcome for each. A call that `accept` refuses
 * does not count, so another call may take its place.
 */
export async function withinLimits<W extends Wanted, Started extends object>(
  tx: Tx,
  tenantId: TenantId,
  wanted: W[],
  accept: (calls: W[]) => Promise<(Started | Problem)[]>,
): Promise<(Started | Problem)[]> {
  const limits = await existingLimits(tx, tenantId);
  const [capacity, barred] = await Promise.all([
    capacityWithin(tx, tenantId, limits),
    barredCalls(tx, tenantId, limits.allowed_countries, wanted),
  ]);
  const outcomes = new Map<W, Started | Problem>();
  let waiting = wanted.filter((call) => !barred.has(call));
  for (let remaining = capacity.calls; remaining > 0 && waiting.length > 0; ) {
    const next = waiting.slice(0, remaining);
    waiting = waiting.slice(remaining);
    const accepted = await accept(next);
    for (const [i, call] of next.entries()) outcomes.set(call, present(accepted[i]));
    remaining -= accepted.filter((outcome) => !(outcome instanceof Error)).length;
  }
  for (const call of wanted.filter((call) => !outcomes.has(call)))
    outcomes.set(call, await refusalOf(tx, tenantId, call, barred.get(call) ?? [], capacity));
  return wanted.map((call) => present(outcomes.get(call)));
}

/** Permanent faults of a call are reported before temporary limits. */
async function refusalOf(
  tx: Tx,
  tenantId: TenantId,
  call: Wanted,
  barred: Detail[],
  capacity: Capacity,
): Promise<Problem> {
  const faults = [
    ...barred,
    ...(await blockedFaults(tx, tenantId, call)),
    ...(await missingParties(tx, tenantId, call)),
  ];
  return faults.length > 0 ? validationFailed(faults) : (capacity.refusal ?? problem('rate_limited'));
}

type Limits = NonNullable<Awaited<ReturnType<typeof lockLimits.first>>>;

async function existingLimits(tx: Tx, tenantId: TenantId): Promise<Limits> {
  const limits = await lockLimits.first(tx, { tenant_id: tenantId });
  if (!limits) throw new Error(`The tenant ${tenantId} of a verified key is not there.`);
  return limits;
}

/** It is unknown when a call ends; most last longer. */
const retryAfterSeconds = 5;

async function capacityWithin(tx: Tx, tenantId: TenantId, limits: Limits): Promise<Capacity> {
  const { most_live_calls, most_daily_live_calls, timezone, now } = limits;
  if (most_live_calls === null && most_daily_live_calls === null) return { calls: Number.POSITIVE_INFINITY };
  const day = localDay(now, timezone);
  const first_quarter = quarterOf(day.start);
  const counted = await countLiveCalls.first(tx, { tenant_id: tenantId, first_quarter });
  const { going_on, started } = counted ?? { going_on: 0, started: 0 };

  const atOnce = (most_live_calls ?? Number.POSITIVE_INFINITY) - going_on;
  const today = (most_daily_live_calls ?? Number.POSITIVE_INFINITY) - started;
  // If both limits are reached, the one with the longer wait is reported.
  return today <= atOnce
    ? { calls: today, refusal: dayIsOver(most_daily_live_calls, timezone, day.end.getTime() - now.getTime()) }
    : { calls: atOnce, refusal: linesAreTaken(most_live_calls) };
}

function linesAreTaken(most: number | null): Problem {
  const message = `This tenant has reached its limit of ${callsOf(most)} at the same time. Try again when a call has ended.`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${retryAfterSeconds}` } });
}

function dayIsOver(most: number | null, timezone: string, msLeft: number): Problem {
  const seconds = Math.max(1, Math.ceil(msLeft / 1_000));
  const message = `This tenant has reached its limit of ${callsOf(most)} per day. Try again in ${seconds} s, when the day ends (${timezone}).`;
  return problem('rate_limited', { message, headers: { 'retry-after': `${seconds}` } });
}

const callsOf = (most: number | null) => (most === 1 ? '1 live call' : `${most} live calls`);
