import type { EventType } from '../../events/event-types.ts';
import type { NewEvent } from '../../events/record-events.ts';
import { callItem } from './call-item.ts';
import type { CallRow } from './call-row.ts';

/** `stage` and `is_recorded` are those of an open call; see `open_calls`. */
type EventCall = CallRow & { stage?: string | null; is_recorded?: boolean | null };

/** The event data of a call, with its number masked and without its note. */
export function callEvent(type: EventType, call: EventCall): NewEvent {
  const { initiated_at, answered_at, customer_id, customer_external_id, metadata, end_reason, hangup_by } = call;
  const data = {
    ...callItem(call),
    ...{ initiated_at, answered_at, customer_id, customer_external_id, metadata, end_reason, hangup_by },
    recording: recordingState(call),
    sequence: call.sequence,
    ...(type === 'call.updated' && { tags: call.tags ?? [], outcome: call.outcome }),
  };
  return { type, isTest: call.is_test, data, traceparent: call.traceparent };
}

/** Whether the recording can be played, or may still come: with the end of the call, or soon after a hang-up through the API. */
function recordingState(call: EventCall): 'ready' | 'none' | 'pending' {
  if (call.recording) return (call.recording as { status: string }).status === 'ready' ? 'ready' : 'none';
  const isAwaited = call.end_reason === 'hung_up_by_api' && Boolean(call.stage);
  // The project may have changed its setting since the call began.
  const isRecorded = call.is_recorded ?? call.records_calls;
  return isRecorded && (!call.ended_at || isAwaited) ? 'pending' : 'none';
}
