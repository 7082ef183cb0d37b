import type { Schemas } from './operation-types.ts';
import { type StreamOptions, streamEvents } from './stream-events.ts';
import type { Transport } from './transport.ts';

/**
 * The call now, and again after each of its events, until it has ended. It is read again after each interruption too, so the end is
 * never missed.
 */
export async function* followCall(
  transport: Transport,
  read: (callId: string) => Promise<Schemas['Call']>,
  callId: string,
  options: Omit<StreamOptions, 'lastEventId'>,
): AsyncGenerator<Schemas['Call'], void, void> {
  for await (const streamed of streamEvents(transport, {}, options)) {
    if (streamed.kind === 'event' && !isAbout(streamed.event, callId)) continue;
    const call = await read(callId);
    yield call;
    if (call.ended_at !== null) return;
  }
}

const isAbout = ({ data }: { data: object }, callId: string) => 'call_id' in data && data.call_id === callId;
