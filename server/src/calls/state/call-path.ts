import type { Tx } from '../../database/connect.ts';
import type { CallRef } from '../../platform/call-ref.ts';
import type { Caller } from '../../platform/caller.ts';
import { decodeId } from '../../platform/ids.ts';
import { lockCalls } from './lock-calls.ts';

/** The call that a path names, in the mode (test or live) of the key. */
export function refIn(
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  path: string | undefined,
): CallRef | undefined {
  const callId = decodeId('call', path ?? '');
  return callId === undefined ? undefined : { tenantId, isTest: kind === 'test', callId };
}

/** The same, locked, and in a project that the caller may read: for `find` of an operation that writes. */
export async function lockedCallIn(tx: Tx, caller: Caller, { callId }: Record<string, string>) {
  const ref = refIn(caller, callId);
  const [call] = ref ? await lockCalls(tx, [ref]) : [];
  return call && (caller.projects?.includes(call.project_id) ?? true) ? call : undefined;
}
