import type { CallRef } from '../engine/engine.ts';
import type { Caller } from '../platform/caller.ts';
import { decodeId } from '../platform/ids.ts';

/** The call that a path names, among those that the key may see. */
export function refIn(
  { tenantId, kind }: Pick<Caller, 'tenantId' | 'kind'>,
  path: string | undefined,
): CallRef | undefined {
  const callId = decodeId('call', path ?? '');
  return callId === undefined ? undefined : { tenantId, isTest: kind === 'test', callId };
}
