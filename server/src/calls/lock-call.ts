import type { Tx } from '../database/connect.ts';
import type { CallRef } from '../engine/engine.ts';
import { keyOf } from './engine-call.ts';
import { type CallRow, lockCallRow, lockOpenCall } from './queries.ts';

/** A call as it is, and as it stays for others until the end of the transaction. */
export type LockedCall = CallRow & {
  staff_phone: string | null;
  /** By the clock of the database, which initiated it. */
  age_seconds: number;
  /** Who drives the call, and how far; null where nobody has to. */
  node_id: string | null;
  stage: 'accepted' | 'dialling' | 'hanging_up' | null;
};

export async function lockCall(tx: Tx, ref: CallRef): Promise<LockedCall | undefined> {
  const [call, open] = await Promise.all([lockCallRow.first(tx, keyOf(ref)), lockOpenCall.first(tx, keyOf(ref))]);
  return call && ({ ...call, node_id: open?.node_id ?? null, stage: open?.stage ?? null } as LockedCall);
}
