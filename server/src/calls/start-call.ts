import type { Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { recordEvents } from '../events/record-events.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId } from '../platform/ids.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { type Detail, duplicateExternalId, type Problem, problem, validationFailed } from '../platform/problem.ts';
import { activeProjects } from '../projects/active-projects.ts';
import { activeStaff } from '../staff/active-staff.ts';
import { callEvent } from './call-event.ts';
import { type CallRow, findByExternalId, insertOutboundCall } from './queries.ts';

export type NewCall = {
  phone_number: string;
  staff_id: number;
  project_id: number;
  external_id?: string | null | undefined;
  metadata?: object | null | undefined;
};

/** Accepts a call in this transaction; `nodeId` dials it once that has committed. */
export async function startCall(
  tx: Tx,
  { tenantId, kind, defaultCountry }: Pick<Caller, 'tenantId' | 'kind' | 'defaultCountry'>,
  { phone_number, staff_id, project_id, external_id = null, metadata = null }: NewCall,
  nodeId: string,
): Promise<CallRow> {
  const wanted = { tenant_id: tenantId, is_test: kind === 'test', phone_number, staff_id, project_id, external_id };
  const e164 = parsePhoneNumber(phone_number, defaultCountry) ?? null;
  const inserted = await insertOutboundCall.first(tx, { ...wanted, metadata, e164, node_id: nodeId });
  if (!inserted) throw await whyNot(tx, wanted);

  const call: CallRow = { ...untouched, ...wanted, ...inserted, e164, metadata };
  await recordEvents(tx, tenantId, [callEvent('call.initiated', call)]);
  return call;
}

const untouched = {
  call_type: 'outbound',
  status: 'initiating',
  dialled_at: null,
  ringing_at: null,
  answered_at: null,
  ended_at: null,
  duration_seconds: null,
  end_reason: null,
  hangup_by: null,
  sip_code: null,
  q850_cause: null,
  staff_leg_status: null,
  customer_leg_status: null,
  sequence: 1,
  recording: null,
  staff_talk_ms: null,
  customer_talk_ms: null,
} as const;

/** The statement inserts nothing without saying why. */
async function whyNot(tx: Tx, wanted: Wanted): Promise<Problem> {
  const [missing, taken] = await Promise.all([
    missingParties(tx, wanted.tenant_id, wanted),
    findByExternalId.first(tx, { tenant_id: wanted.tenant_id, external_id: wanted.external_id ?? '' }),
  ]);
  if (missing.length > 0) return validationFailed(missing);
  if (!taken) return problem('staff_busy');
  // A test key may not read live calls, nor a live key test ones.
  return duplicateExternalId(taken.is_test === wanted.is_test ? { call_id: encodeId('call', taken.call_id) } : {});
}

type Wanted = { tenant_id: number; is_test: boolean; external_id: string | null; staff_id: number; project_id: number };

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
