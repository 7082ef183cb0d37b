import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId } from '../platform/ids.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { type Detail, duplicateExternalId, Problem, problem, validationFailed } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { activeStaff } from '../staff/active-staff.ts';
import { callEvent } from './call-event.ts';
import { type CallRow, findByExternalId, insertOutboundCalls, releaseExternalIds } from './queries.ts';

export type NewCall = {
  phone_number: string;
  staff_id: number;
  project_id: number;
  external_id?: string | null | undefined;
  metadata?: object | null | undefined;
};

/** A call with what the engine needs beyond it. */
export type StartedCall = CallRow & { staff_phone: string | null; caller_id: string | null; trunk_id: number | null };

type Owner = Pick<Caller, 'tenantId' | 'kind' | 'defaultCountry'>;

/** Accepts a call in this transaction; `nodeId` has the engine place it once that has committed. */
export async function startCall(tx: Tx, owner: Owner, call: NewCall, nodeId: string): Promise<StartedCall> {
  const [outcome] = await startCalls(tx, owner, [call], nodeId);
  if (outcome instanceof Problem) throw outcome;
  return outcome as StartedCall;
}

/** Accepts several at once. Each is accepted or refused alone, and one that is refused leaves nothing behind. */
export async function startCalls(
  tx: Tx,
  { tenantId, kind, defaultCountry }: Owner,
  calls: NewCall[],
  nodeId: string,
): Promise<(StartedCall | Problem)[]> {
  const wanted = calls.map(({ phone_number, staff_id, project_id, external_id = null, metadata = null }, position) => {
    const e164 = parsePhoneNumber(phone_number, defaultCountry) ?? null;
    return { position, phone_number, e164, staff_id, project_id, external_id, metadata };
  });
  const owner = { tenant_id: tenantId, is_test: kind === 'test' };
  const inserted = await insertOutboundCalls.all(tx, { ...owner, node_id: nodeId, calls: wanted });

  const outcomes: (StartedCall | undefined)[] = wanted.map(() => undefined);
  for (const { position, ...made } of inserted) {
    const { position: _, ...asked } = wanted[position] as (typeof wanted)[number];
    outcomes[position] = { ...untouched, ...owner, ...asked, ...made, dialled_at: made.initiated_at };
  }
  const started = outcomes.filter((call) => call !== undefined);
  const refused = wanted.filter(({ position }) => !outcomes[position]);
  const [refusals] = await Promise.all([
    refuse(tx, owner, refused),
    recordEvents(
      tx,
      tenantId,
      started.map((call) => callEvent('call.initiated', call)),
    ),
  ]);
  return outcomes.map((call, position) => call ?? (refusals.get(position) as Problem));
}

const untouched = {
  call_type: 'outbound',
  status: 'initiating',
  ringing_at: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  end_reason: null,
  hangup_by: null,
  sip_code: null,
  q850_cause: null,
  staff_leg_status: 'dialling',
  customer_leg_status: null,
  sequence: 1,
  recording: null,
  staff_talk_ms: null,
  customer_talk_ms: null,
} as const;

type Owned = { tenant_id: number; is_test: boolean };
type Refused = { position: number; external_id: string | null; staff_id: number; project_id: number };

/** The insertion leaves calls out without saying why. */
async function refuse(tx: Tx, owner: Owned, refused: Refused[]): Promise<Map<number, Problem>> {
  const external_ids = refused.flatMap(({ external_id }) => external_id ?? []);
  if (external_ids.length > 0) await releaseExternalIds.run(tx, { tenant_id: owner.tenant_id, external_ids });
  const problems = await Promise.all(refused.map((call) => whyNot(tx, owner, call)));
  return new Map(refused.map(({ position }, i) => [position, problems[i] as Problem]));
}

async function whyNot(tx: Tx, { tenant_id, is_test }: Owned, call: Refused): Promise<Problem> {
  const [missing, taken] = await Promise.all([
    missingParties(tx, tenant_id, call),
    call.external_id === null ? undefined : findByExternalId.first(tx, { tenant_id, external_id: call.external_id }),
  ]);
  if (missing.length > 0) return validationFailed(missing);
  if (!taken) return problem('staff_busy');
  // A test key may not read live calls, nor a live key test ones.
  return duplicateExternalId(taken.is_test === is_test ? { call_id: encodeId('call', taken.call_id) } : {});
}

/** Which of the two ids name nobody; what is not an id is a fault of the form, and told as that. */
export async function missingParties(
  db: Queryable,
  tenantId: number,
  { staff_id, project_id }: { staff_id?: unknown; project_id?: unknown },
): Promise<Detail[]> {
  const [staff, projects] = await Promise.all([
    isId(staff_id) ? activeStaff(db, tenantId, [staff_id]) : undefined,
    isId(project_id) ? activeProjects(db, tenantId, [project_id]) : undefined,
  ]);
  return [
    ...(staff?.size === 0 ? [notFound('staff_id', 'staff member')] : []),
    ...(projects?.size === 0 ? [notFound('project_id', 'project')] : []),
  ];
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

function notFound(field: 'staff_id' | 'project_id', noun: string): Detail {
  const code = field === 'staff_id' ? 'staff_not_found' : 'project_not_found';
  return { field, code, message: `${field} names no active ${noun} of this tenant.` };
}
