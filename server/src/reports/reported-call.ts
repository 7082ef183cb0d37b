import type { listCalls } from '../calls/listing/list-calls.ts';
import { callItem } from '../calls/state/call-item.ts';
import { ringSeconds } from '../calls/state/ring-seconds.ts';
import { talkRatio } from '../calls/state/talk-ratio.ts';

type ListedCall = Awaited<ReturnType<typeof listCalls>>['rows'][number];

/** A call in a report: its number is masked, as in a list. */
export function reportedCall(call: ListedCall) {
  const { customer_id, end_reason, tags, outcome } = call;
  return {
    ...callItem(call),
    ring_seconds: ringSeconds(call),
    talk_ratio: talkRatio(call),
    customer_id,
    end_reason,
    tags: tags ?? [],
    outcome,
  };
}
