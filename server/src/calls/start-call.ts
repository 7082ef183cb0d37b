import { blockedFaults, soughtNumbers } from '../blocked-numbers/blocked-faults.ts';
import type { Tx } from '../database/connect.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId, type NodeId, type ProjectId, type StaffId, type TenantId } from '../platform/ids.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { present } from '../platform/present.ts';
import { duplicateExternalId, Problem, problem, validationFailed } from '../platform/problem.ts';
import { withinLimits } from './limits/live-limits.ts';
import { missingParties } from './limits/missing-parties.ts';
import { callEvent } from './state/call-event.ts';
import type { CallRow } from './state/call-row.ts';
import { type CallSettings, findByExternalId, insertOutboundCalls, releaseExternalIds } from './state/queries.ts';

export type NewCall = {
  phone_number: string;
  staff_id: StaffId;
  project_id: ProjectId;
  external_id?: string | null | undefined;
  metadata?: object | null | undefined;
  /** The trace of the request; by default that of the transaction. */
  traceparent?: string | null | undefined;
};

/** A call with the settings that the engine needs. */
export type StartedCall = CallRow & CallSettings;

type Owner = Pick<Caller, 'tenantId' | 'kind' | 'defaultCountry' | 'hasCallLimits'>;
type Outcome = StartedCall | Problem;

/** Accepts a call in this transaction; after the commit the node `nodeId` makes the engine place it. */
export async function startCall(tx: Tx, owner: Owner, call: NewCall, nodeId: NodeId): Promise<StartedCall> {
  const [outcome] = await startCalls(tx, owner, [call], nodeId);
  if (!outcome) throw new Error('Every call that is asked for has an outcome.');
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/** Accepts several calls at once. Each is accepted or refused on its own, and a refused call leaves nothing behind. */
export async function startCalls(
  tx: Tx,
  { tenantId, kind, defaultCountry, hasCallLimits }: Owner,
  calls: NewCall[],
  nodeId: NodeId,
): Promise<Outcome[]> {
  const wanted = calls.map((call) => toWanted({ traceparent: tx.trace?.traceparent, ...call }, defaultCountry));
  const owned = { tenant_id: tenantId, is_test: kind === 'test' };
  const accept = (calls: Wanted[]) => acceptCalls(tx, owned, calls, nodeId);
  return hasCallLimits && !owned.is_test ? withinLimits(tx, tenantId, wanted, accept) : accept(wanted);
}

type Wanted = ReturnType<typeof toWanted>;

function toWanted(call: NewCall, defaultCountry: string | null) {
  const { phone_number, staff_id, project_id, external_id = null, metadata = null, traceparent = null } = call;
  const e164 = parsePhoneNumber(phone_number, defaultCountry) ?? null;
  return { phone_number, e164, staff_id, project_id, external_id, metadata, traceparent };
}

async function acceptCalls(tx: Tx, owned: Owned, wanted: Wanted[], nodeId: NodeId): Promise<Outcome[]> {
  const calls = wanted.map((call, position) => ({ position, ...call }));
  const inserted = await insertOutboundCalls.all(tx, {
    ...{ ...owned, node_id: nodeId },
    calls: calls.map((call) => ({ ...call, sought_numbers: soughtNumbers(call) })),
  });

  const outcomes: (StartedCall | undefined)[] = wanted.map(() => undefined);
  for (const { position, ...made } of inserted) {
    const asked = present(wanted[position]);
    outcomes[position] = { ...untouched, ...owned, ...asked, ...made };
  }
  const started = outcomes.filter((call) => call !== undefined);
  const refused = calls.filter(({ position }) => !outcomes[position]);
  const events = started.map((call) => callEvent('call.initiated', call));
  tx.alongCommit(recordEvents(tx, owned.tenant_id, events));
  const refusals = await refuse(tx, owned, refused);
  return outcomes.map((call, position) => call ?? present(refusals.get(position)));
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
  hold_times: null,
  note: null,
  tags: null,
  outcome: null,
  annotated_at: null,
  staff_talk_ms: null,
  customer_talk_ms: null,
  erased_at: null,
} as const;

type Owned = { tenant_id: TenantId; is_test: boolean };
type Refused = {
  position: number;
  phone_number: string;
  e164: string | null;
  external_id: string | null;
  staff_id: StaffId;
  project_id: ProjectId;
};

/** Finds the reasons of refusals: the insertion leaves calls out without a reason. */
async function refuse(tx: Tx, owned: Owned, refused: Refused[]): Promise<Map<number, Problem>> {
  const external_ids = refused.flatMap(({ external_id }) => external_id ?? []);
  if (external_ids.length > 0) await releaseExternalIds.run(tx, { tenant_id: owned.tenant_id, external_ids });
  const problems = await Promise.all(refused.map((call) => whyNot(tx, owned, call)));
  return new Map(refused.map(({ position }, i) => [position, present(problems[i])]));
}

async function whyNot(tx: Tx, { tenant_id, is_test }: Owned, call: Refused): Promise<Problem> {
  const [blocked, missing, taken] = await Promise.all([
    blockedFaults(tx, tenant_id, call),
    missingParties(tx, tenant_id, call),
    call.external_id === null ? undefined : findByExternalId.first(tx, { tenant_id, external_id: call.external_id }),
  ]);
  const faults = [...blocked, ...missing];
  if (faults.length > 0) return validationFailed(faults);
  // Test calls do not occupy their staff. What refused this one, such as a blocked number, was undone a moment ago.
  if (!taken) return problem(is_test ? 'unavailable' : 'staff_busy');
  // A test key may not read live calls, nor a live key test ones.
  return duplicateExternalId(taken.is_test === is_test ? { call_id: encodeId('call', taken.call_id) } : {});
}
