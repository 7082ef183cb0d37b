import type { EngineCall } from '../../engine.ts';
import type { AriBridge, AriChannel } from '../ari/ari-messages.ts';
import { customerChannel, readChannelName } from '../ari/call-names.ts';

/** What Asterisk has of a call. */
export type Found = {
  staff: AriChannel[];
  customer?: AriChannel | undefined;
  bridge?: AriBridge | undefined;
  /** Nothing else is left than a recording, which ends here. */
  recordedUntil?: Date | undefined;
};

/** How a call comes to be followed: it is to be placed, it has come in, or another node began it. */
export type Beginning = { kind: 'place' } | { kind: 'receive'; caller: AriChannel } | { kind: 'adopt'; found: Found };

export function customerChannelOf(call: EngineCall, beginning: Beginning): string {
  if (beginning.kind === 'receive') return beginning.caller.id;
  return (beginning.kind === 'adopt' && beginning.found.customer?.id) || customerChannel(call);
}

/** Those who are rung; and who was, should that have changed since another node began. */
export function staffIdsOf({ staff }: EngineCall, beginning: Beginning): number[] {
  const found = beginning.kind === 'adopt' ? beginning.found.staff : [];
  const ids = found.flatMap(({ id }) => readChannelName(id)?.staffId ?? []);
  return [...new Set([...staff.map(({ staffId }) => staffId), ...ids])];
}
