import { ConnectionError } from './errors.ts';
import type { TrunklineEvent } from './operation-types.ts';
import { type Message, messageParser } from './server-sent-events.ts';
import type { ApiRequest, RequestOptions, Transport } from './transport.ts';
import { type Deadline, pause, retryDelayMs } from './wait.ts';

// Events as they happen. The server sends a comment every 15 seconds; a connection that is silent for longer is dead.

const silenceMs = 45_000;
/** Attempts to reach a server that has answered before: about two minutes, enough for its restart. */
const mostReconnections = 20;
/** After an interruption the server repeats events of up to a minute. */
const rememberedMs = 120_000;
/** However many events there are in that time. */
const mostRemembered = 200_000;

export type StreamQuery = { types?: string | readonly string[] };

export type StreamOptions = Omit<RequestOptions, 'idempotencyKey'> & {
  /** Continues after this event, up to 30 days back. */
  lastEventId?: string;
};

/** `open` is yielded whenever a connection begins. */
type Streamed = { kind: 'open' } | { kind: 'event'; event: TrunklineEvent };

/** Every event once. A lost connection is opened again where it broke off. */
export async function* streamEvents(
  transport: Transport,
  query: StreamQuery,
  { lastEventId, ...options }: StreamOptions,
): AsyncGenerator<Streamed, void, void> {
  let position = lastEventId;
  let persistence: RequestOptions = {};
  const seen = new Set<string>();
  for (;;) {
    const opened = await transport.open(requestOf(query, position), { ...persistence, ...options });
    persistence = { maxRetries: mostReconnections };
    const reader = opened.answer.body?.getReader();
    try {
      yield { kind: 'open' };
      for await (const { id, data } of messagesOf(reader, opened.deadline)) {
        // Ids begin with the time. A repeated event does not move the position back.
        if (id && (position === undefined || id > position)) position = id;
        if (data === undefined || (id && seen.has(id))) continue;
        remember(seen, id, position);
        yield { kind: 'event', event: JSON.parse(data) };
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!(error instanceof ConnectionError)) throw error;
    } finally {
      opened.deadline.release();
      // The connection may be broken already; either way it is closed.
      await reader?.cancel().catch(() => {});
    }
    await pause(retryDelayMs(0, undefined), options.signal);
  }
}

function requestOf({ types }: StreamQuery, position: string | undefined): ApiRequest {
  return {
    method: 'GET',
    path: '/events/stream',
    query: { types },
    headers: { accept: 'text/event-stream', ...(position && { 'last-event-id': position }) },
  };
}

/** `seen` is in the order of arrival, which is nearly that of time. */
function remember(seen: Set<string>, id: string | undefined, position: string | undefined): void {
  if (!id || !position) return;
  seen.add(id);
  for (const oldest of seen) {
    if (seen.size <= mostRemembered && timeOf(position) - timeOf(oldest) < rememberedMs) break;
    seen.delete(oldest);
  }
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time (ms) in an id such as `evt_01M7EX4C0QFK8S3Y6V9T2R5W8Z`. */
const timeOf = (id: string) => [...id.slice(-26, -16)].reduce((time, digit) => 32 * time + digits.indexOf(digit), 0);

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function* messagesOf(reader: Reader | undefined, deadline: Deadline): AsyncGenerator<Message, void, void> {
  const decoder = new TextDecoder();
  const parse = messageParser();
  while (reader) {
    deadline.renew(silenceMs);
    const { done, value } = await reader.read().catch(asConnectionError);
    deadline.lift(); // The caller may take its time with an event.
    if (done) return;
    yield* parse(decoder.decode(value, { stream: true }));
  }
}

function asConnectionError(cause: unknown): never {
  throw new ConnectionError({ code: 'stream_interrupted', message: 'The event stream was interrupted.', cause });
}
