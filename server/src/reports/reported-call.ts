import type { listCalls } from '../calls/listing/list-calls.ts';
import { callItem } from '../calls/state/call-item.ts';
import { ringSeconds } from '../calls/state/ring-seconds.ts';
import { talkRatio } from '../calls/state/talk-ratio.ts';
import type { CustomerId } from '../platform/ids.ts';

type ListedCall = Awaited<ReturnType<typeof listCalls>>['rows'][number];

/** A call in a report: its number is masked, as in a list, and the customer is left out unless the caller may read it. */
export function reportedCall(call: ListedCall, readable: Set<CustomerId | null>) {
  const { customer_id, end_reason, tags, outcome } = call;
  return {
    ...callItem(call),
    ring_seconds: ringSeconds(call),
    talk_ratio: talkRatio(call),
    customer_id: readable.has(customer_id) ? customer_id : null,
    end_reason,
    tags: tags ?? [],
    outcome,
  };
}
