import type { EventType } from '../events/event-types.ts';
import type { NewEvent } from '../events/record-events.ts';
import { decodeId, idOf } from '../platform/ids.ts';
import { present } from '../platform/present.ts';
import { examples } from './examples.ts';
import { callEvent } from './state/call-event.ts';
import type { CallRow } from './state/call-row.ts';

const at = (text: string) => new Date(text);
const { inFull: call } = examples;

/** The call of the documentation as a row, after its end. */
const ended: CallRow = {
  tenant_id: idOf('tenant', 0),
  is_test: true,
  call_id: present(decodeId('call', call.call_id)),
  call_type: 'outbound',
  phone_number: call.phone_number,
  e164: null,
  staff_id: idOf('staff', call.staff_id),
  project_id: idOf('project', call.project_id),
  customer_id: idOf('customer', call.customer_id),
  external_id: call.external_id,
  metadata: call.metadata,
  initiated_at: at(call.initiated_at),
  status: 'connected',
  dialled_at: at('2026-11-15T09:30:00.050Z'),
  ringing_at: at('2026-11-15T09:30:04.120Z'),
  answered_at: at(call.answered_at),
  ended_at: at(call.ended_at),
  duration_seconds: call.duration_seconds,
  end_reason: 'completed',
  hangup_by: 'customer',
  sip_code: call.sip_code,
  q850_cause: call.q850_cause,
  staff_leg_status: 'ended',
  customer_leg_status: 'ended',
  customer_external_id: 'crm-c-42',
  records_calls: true,
  hold_times: null,
  note: call.note,
  tags: call.tags,
  outcome: call.outcome,
  annotated_at: at(call.updated_at),
  sequence: 4,
  recording: { status: 'ready' },
  staff_talk_ms: null,
  customer_talk_ms: null,
  erased_at: null,
  traceparent: null,
};

const open = { ended_at: null, duration_seconds: null, end_reason: null, hangup_by: null, recording: null } as const;
const unanswered = { answered_at: null, recording: null } as const;

const changes: Record<Extract<EventType, `call.${string}`>, Partial<CallRow>> = {
  'call.initiated': { ...open, ...unanswered, status: 'initiating', ringing_at: null, sequence: 1 },
  'call.ringing': { ...open, ...unanswered, status: 'ringing', sequence: 2 },
  'call.connected': { ...open, sequence: 3 },
  'call.held': { ...open, sequence: 4 },
  'call.resumed': { ...open, sequence: 5 },
  'call.completed': {},
  'call.missed': {
    ...unanswered,
    ...{ status: 'no_answer', duration_seconds: 0, end_reason: 'no_answer', hangup_by: 'system', sequence: 3 },
  },
  'call.analyzed': { sequence: 5 },
  'call.updated': { sequence: 6 },
};

/** An example of an event of this type. */
export function sampleCallEvent(type: keyof typeof changes): NewEvent {
  return callEvent(type, { ...ended, ...changes[type] });
}
