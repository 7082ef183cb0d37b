import type { Tx } from '../../database/connect.ts';
import { type CallRef, callKeysOf } from '../../platform/call-ref.ts';
import type { NodeId } from '../../platform/ids.ts';
import type { CallRow } from './call-row.ts';
import { lockCallRows, lockOpenCalls } from './queries.ts';

/** A call that no other transaction can change until the end of this one. */
export type LockedCall = CallRow & {
  /** The node that drives the call, and the stage; null if the call is not open. */
  node_id: NodeId | null;
  stage: 'dialling' | 'hanging_up' | null;
  /** Whether the call is recorded, decided when it began; null if it is not open. */
  is_recorded: boolean | null;
};

/** Locks calls in the order of their ids, so that two transactions that lock several cannot deadlock. */
export async function lockCalls(tx: Tx, refs: CallRef[]): Promise<LockedCall[]> {
  const sorted = refs.toSorted((a, b) => (a.callId < b.callId ? -1 : 1));
  const wanted = callKeysOf(sorted);
  const [calls, open] = await Promise.all([lockCallRows.all(tx, wanted), lockOpenCalls.all(tx, wanted)]);
  const driving = new Map(open.map(({ call_id, ...driver }) => [call_id, driver]));
  const unowned = { node_id: null, stage: null, is_recorded: null };
  return calls.map((call) => ({ ...call, ...(driving.get(call.call_id) ?? unowned) }));
}
