import { type Row, statement } from '../database/sql.ts';
import type { CallState } from './call-state.ts';

/** What signals change; see `call-state.ts`. */
const state = {
  status: 'text',
  dialled_at: 'timestamptz?',
  ringing_at: 'timestamptz?',
  answered_at: 'timestamptz?',
  ended_at: 'timestamptz?',
  duration_seconds: 'int4?',
  end_reason: 'text?',
  hangup_by: 'text?',
  sip_code: 'int4?',
  q850_cause: 'int4?',
  staff_leg_status: 'text?',
  customer_leg_status: 'text?',
} as const;

const columns = {
  tenant_id: 'int8',
  is_test: 'bool',
  call_id: 'uuid',
  call_type: 'text',
  phone_number: 'text',
  staff_id: 'int8?',
  project_id: 'int8',
  customer_id: 'int8?',
  external_id: 'text?',
  metadata: 'json?',
  initiated_at: 'timestamptz',
  ...state,
  sequence: 'int4',
  recording: 'json?',
  staff_talk_ms: 'int4?',
  customer_talk_ms: 'int4?',
} as const;
const names = Object.keys(columns).join(', ');

/** A whole call, its number unmasked. */
export type CallRow = Omit<Row<typeof columns>, keyof CallState> & CallState;

export const findCall = statement({
  name: 'find_call',
  takes: { tenant_id: 'int8', is_test: 'bool', call_id: 'uuid' },
  gives: columns,
  sql: `select ${names} from calls where tenant_id = :tenant_id and is_test = :is_test and call_id = :call_id`,
});
