import { encodeId } from '../../platform/ids.ts';
import type { PastSpan } from '../../platform/tracing/tracing.ts';
import type { CallRow } from './call-row.ts';

/** The whole life of a call that has ended, in the trace that it began with. */
export function callSpan(call: CallRow & { ended_at: Date }): PastSpan {
  const { initiated_at, ringing_at, answered_at, ended_at, status } = call;
  const moments = { ringing: ringing_at, answered: answered_at };
  return {
    name: `${call.call_type} call`,
    kind: 'internal',
    parent: call.traceparent,
    startedAt: initiated_at,
    endedAt: ended_at,
    events: Object.entries(moments).flatMap(([name, at]) => (at ? [{ name, at }] : [])),
    hasFailed: status === 'failed',
    attributes: {
      'trunkline.tenant_id': call.tenant_id,
      'trunkline.call_id': encodeId('call', call.call_id),
      'trunkline.call.is_test': call.is_test,
      'trunkline.call.status': status,
      ...(call.end_reason && { 'trunkline.call.end_reason': call.end_reason }),
    },
  };
}
