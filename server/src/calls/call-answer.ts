import { callItem } from './call-item.ts';
import type { CallRow } from './queries.ts';
import { ringSeconds } from './ring-seconds.ts';
import { insightsOf } from './unavailable-insights.ts';

/** One call in full: the only answer that has its number unmasked. */
export function callDetail(call: CallRow) {
  const { customer_id, initiated_at, answered_at, end_reason, hangup_by, sip_code, q850_cause } = call;
  const { staff_leg_status, customer_leg_status, metadata } = call;
  return {
    ...callItem(call),
    phone_number: call.phone_number,
    customer_id,
    initiated_at,
    answered_at,
    ring_seconds: ringSeconds(call),
    end_reason,
    hangup_by,
    sip_code,
    q850_cause,
    staff_leg_status,
    customer_leg_status,
    test: call.is_test,
    metadata,
    recording: recordingOf(call),
    ...insightsOf(call),
  };
}

type Recording = {
  status: string;
  duration_seconds: number | null;
  size_bytes: number | null;
  channels: number | null;
};

/** Where the file lies is nobody's business. */
function recordingOf({ recording }: CallRow): Recording | null {
  if (!recording) return null;
  const { status, duration_seconds, size_bytes, channels } = recording as Recording;
  return { status, duration_seconds, size_bytes, channels };
}
