import { as, columnList, type Row } from '../../database/sql.ts';
import type { EndReason, Leg } from '../../engine/engine.ts';
import type { CallStatus, CallType, LegStatus } from './call-state.ts';

/** The columns that signals change; see `call-state.ts`. */
export const stateColumns = {
  status: as<CallStatus>('text'),
  dialled_at: 'timestamptz?',
  ringing_at: 'timestamptz?',
  answered_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  duration_seconds: 'int4?',
  end_reason: as<EndReason>('text?'),
  hangup_by: as<Leg | 'system'>('text?'),
  sip_code: 'int4?',
  q850_cause: 'int4?',
  staff_leg_status: as<LegStatus>('text?'),
  customer_leg_status: as<LegStatus>('text?'),
  hold_times: 'timestamptz[]?',
} as const;

/** The columns that clients write; see `annotate-call.ts`. */
export const annotationColumns = {
  note: 'text?',
  tags: 'text[]?',
  outcome: 'text?',
  metadata: 'json?',
  annotated_at: 'timestamptz?',
} as const;

export const callColumns = {
  tenant_id: 'int8',
  is_test: 'bool',
  call_id: 'uuid',
  call_type: as<CallType>('text'),
  /** Null after the person was erased. */
  phone_number: 'text?',
  e164: 'text?',
  staff_id: 'int8?',
  project_id: 'int8',
  customer_id: 'int8?',
  external_id: 'text?',
  initiated_at: 'timestamptz',
  ...stateColumns,
  ...annotationColumns,
  sequence: 'int4',
  recording: 'json?',
  staff_talk_ms: 'int4?',
  customer_talk_ms: 'int4?',
  erased_at: 'timestamptz?',
  /** The trace of the request or the arrival that it began with, if traces are exported. */
  traceparent: 'text?',
} as const;
/** The columns of `calls c`. */
export const callNames = columnList(callColumns, 'c');

/** Facts about the customer and the project of a call, for its events. */
const eventColumns = { customer_external_id: 'text?', records_calls: 'bool' } as const;
export const customerExternalId = `(
      select k.external_id from customers k where k.tenant_id = c.tenant_id and k.customer_id = c.customer_id)`;

export const wholeCallColumns = { ...callColumns, ...eventColumns } as const;
/** The same of `calls c` and the rows it refers to. */
export const wholeCallNames = `${callNames}, ${customerExternalId} as customer_external_id, coalesce((
      select p.records_calls from projects p where p.tenant_id = c.tenant_id and p.project_id = c.project_id), false) as records_calls`;

/** A whole call, with its number unmasked. */
export type CallRow = Row<typeof wholeCallColumns>;
