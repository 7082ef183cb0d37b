import type { Tx } from '../database/connect.ts';
import { changeCalls } from './change-calls.ts';
import type { LockedCall } from './lock-calls.ts';
import { closeCalls, setStage } from './queries.ts';

/**
 * Ends a call for us in this transaction, at any stage; the caller has locked it. Where an engine was told of the call it
 * stays open until the engine has let go of it, so that no telephone goes on ringing because somebody died in between.
 */
export async function hangUp(tx: Tx, call: LockedCall, now: Date): Promise<LockedCall> {
  if (call.ended_at) return call;
  const reason = call.status === 'connected' ? 'hung_up_by_api' : 'canceled_by_api';
  const ending = { status: 'canceled', reason, hangupBy: 'system' } as const;
  const [[ended]] = await Promise.all([
    changeCalls(tx, [{ call, signals: [{ kind: 'ended', at: now, ending }] }]),
    call.node_id !== null && leave(tx, call.node_id, call),
  ]);
  return ended ?? call;
}

function leave(tx: Tx, node_id: string, { call_id, stage }: LockedCall): Promise<number> {
  const open = { node_id, call_ids: [call_id] };
  return stage === 'accepted' ? closeCalls.run(tx, open) : setStage.run(tx, { ...open, stage: 'hanging_up' });
}
