import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, namesInLog } from '../../platform/caller.ts';
import { decodeId, type EventId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { type Detail, problem } from '../../platform/problem.ts';
import { Type } from '../../platform/schema-type.ts';
import type { RemainsAdmitted } from '../access/authenticate.ts';
import { type EnterStream, mostStreams } from '../access/stream-places.ts';

// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): the answer continues until the client
// disconnects or reads too slowly, its key loses access, or the server stops. A client that reconnects with `Last-Event-ID`
// receives the events it missed, so an interruption loses nothing.

/** One event; without data it only sets the position from which the client resumes. */
type StreamedEvent = { id: string; data?: string };

/** The events to send, as they arrive. It yields at least once a second, if only an empty list. */
export type Batches = AsyncGenerator<StreamedEvent[], void, void>;

export type StreamLimits = {
  /** After this long without an event, a comment shows proxies and the client that the connection is alive. */
  heartbeatMs: number;
  /** How long a client may read nothing. */
  patienceMs: number;
};

export const usualLimits: StreamLimits = { heartbeatMs: 15_000, patienceMs: 15_000 };

export type EventStreams = ReturnType<typeof eventStreams>;

export function eventStreams(
  remainsAdmitted: RemainsAdmitted,
  log: Logger,
  enter: EnterStream,
  limits: StreamLimits = usualLimits,
) {
  const stopping = new AbortController();

  return {
    /** Ends every stream, because a stopping server waits for all answers. */
    end: () => stopping.abort(),

    async answer(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: Caller,
      begin: (signal: AbortSignal) => Batches,
    ) {
      const leave = await enter(caller.meter);
      if (!leave) throw tooManyStreams(caller);
      try {
        // The client disconnected while its key was looked up: no `close` event would follow, and the stream would never end.
        if (reply.raw.destroyed) return void reply.hijack();
        await stream(request, reply, caller, begin);
      } finally {
        leave();
      }
    },
  };

  async function stream(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Caller,
    begin: (signal: AbortSignal) => Batches,
  ): Promise<void> {
    const { raw } = reply;
    const leaving = new AbortController();
    const signal = AbortSignal.any([leaving.signal, stopping.signal]);
    raw.once('close', () => leaving.abort());
    const batches = begin(signal);
    const first = await batches.next(); // A stream that fails to begin is refused like any other request.
    // No further request can use the connection, and a proxy must not buffer the stream (nginx obeys this header).
    const fields = { 'content-type': 'text/event-stream', connection: 'close', 'x-accel-buffering': 'no' };
    reply.hijack();
    raw.writeHead(200, { ...reply.getHeaders(), ...fields } as Record<string, string>);
    const { tenant_id: _, ...name } = namesInLog(caller);
    const logged = { request_id: request.id, ...name };
    try {
      const isAdmitted = () => remainsAdmitted(request);
      const ending = await send(raw, first.value ?? [], batches, { isAdmitted, signal, limits });
      // Fastify logs only answers that finish, and most streams do not.
      log('event_stream.ended', { ...logged, ending });
    } catch (error) {
      log('event_stream.failed', { ...logged, err: error });
    } finally {
      await batches.return();
      raw.end();
    }
  }
}

type Sending = { isAdmitted: () => Promise<boolean>; signal: AbortSignal; limits: StreamLimits };
type Ending = 'client left or server stops' | 'key may no longer read' | 'reader took nothing' | 'reader fell behind';

async function send(
  raw: ServerResponse,
  first: StreamedEvent[],
  batches: Batches,
  { isAdmitted, signal, limits }: Sending,
): Promise<Ending> {
  let sentAt = performance.now();
  // Each batch waits until the previous one is sent, so at most one is in memory.
  const write = async (text: string) => {
    sentAt = performance.now();
    return raw.write(text) || (await hasDrained(raw, signal, limits.patienceMs));
  };

  if (!(await write(`retry: 1000\n: Welcome.\n\n${first.map(asText).join('')}`))) return 'reader took nothing';
  for await (const events of batches) {
    if (signal.aborted) break;
    // Checked for each batch, so at least once a second: a revoked key reads nothing more.
    if (!(await isAdmitted())) return 'key may no longer read';
    const isSilent = performance.now() - sentAt >= limits.heartbeatMs;
    const text = events.length > 0 ? events.map(asText).join('') : isSilent ? ':\n\n' : '';
    if (text !== '' && !(await write(text))) return 'reader took nothing';
  }
  return signal.aborted ? 'client left or server stops' : 'reader fell behind';
}

/** The data is JSON without line breaks. */
function asText({ id, data }: StreamedEvent): string {
  return data === undefined ? `id: ${id}\n\n` : `id: ${id}\ndata: ${data}\n\n`;
}

/** False for a client that reads nothing. Its connection is closed, or the unread data would stay in memory. */
async function hasDrained(raw: ServerResponse, signal: AbortSignal, patienceMs: number): Promise<boolean> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    await once(raw, 'drain', { signal: AbortSignal.any([signal, patience]) });
  } catch (error) {
    if (!signal.aborted && !patience.aborted) throw error;
    raw.destroy();
    return signal.aborted && !patience.aborted;
  }
  return true;
}

function tooManyStreams({ administrator }: Caller) {
  // Not 422: the request is valid, and will succeed once another stream has ended.
  const open = administrator
    ? `You already have ${mostStreams} open streams, which is the limit`
    : `This API key already has ${mostStreams} open streams, which is the limit`;
  const message = `${open}. Close one, then try again.`;
  return problem('rate_limited', { message, headers: { 'retry-after': '5' } });
}

export const lastEventId = Type.String({
  pattern: '^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$',
  description:
    'The `id` of the last event that the client received. The stream resumes after it. Browsers and most SSE libraries send this header automatically when they reconnect.',
  examples: ['evt_01KA3HDNJ47K45VGPGDPSZXXF4'],
});

/** The UUID of the last event that a returning client received. */
export function readLastEventId({ headers }: Pick<FastifyRequest, 'headers'>): {
  after: EventId | undefined;
  faults: Detail[];
} {
  const header = headers['last-event-id'];
  if (header === undefined || header === '') return { after: undefined, faults: [] };
  const after = typeof header === 'string' ? decodeId('evt', header) : undefined;
  if (after !== undefined) return { after, faults: [] };
  const message = 'Last-Event-ID must be the id of an event, such as evt_01KA3HDNJ47K45VGPGDPSZXXF4.';
  return { after, faults: [{ field: 'Last-Event-ID', code: 'invalid_format', message }] };
}
