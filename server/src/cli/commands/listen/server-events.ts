import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, messageOf } from '../../../platform/error-code.ts';
import { program } from '../../terminal/program-name.ts';
import { readEventStream } from './read-event-stream.ts';

// The events of a server over HTTP, until the signal aborts. A connection that ends is opened again and resumes after the last
// event. The server then repeats the events of the last minute, so known ids are dropped here, and so are events from before
// the first connection: ids sort by time.

export type ServerEvent = { id: string; data: string };

export type Connecting = {
  /** For example http://127.0.0.1:8080. */
  server: string;
  key: string;
  types: readonly string[] | undefined;
  signal: AbortSignal;
  /** Called for the first connection, and for each one after an interruption. */
  onConnect: (times: 'first' | 'again') => void;
  onInterruption: (reason: string) => void;
};

const retryEvery = 1_000;
/** The server sends something every 15 seconds: after this much silence the connection is dead. */
const silence = 45_000;
/** How many ids of events are remembered. The server repeats at most the last minute. */
const mostKnown = 100_000;

export async function* serverEvents(connecting: Connecting): AsyncGenerator<ServerEvent, void, void> {
  const { signal, onConnect, onInterruption } = connecting;
  const known = new Set<string>();
  let firstId: string | undefined;
  let lastId: string | undefined;
  let state: 'new' | 'connected' | 'interrupted' = 'new';
  while (!signal.aborted) {
    try {
      const body = await open(connecting, lastId);
      const isResumed = state !== 'new';
      onConnect(isResumed ? 'again' : 'first');
      state = 'connected';
      for await (const { id, data } of readEventStream(body)) {
        if (id === undefined) continue;
        firstId ??= id;
        const isNew = !known.has(id) && (!isResumed || id > firstId);
        if (data !== undefined && isNew) {
          remember(known, id);
          yield { id, data };
        }
        lastId = id; // Only now, so that the event being processed when the connection broke is not lost.
      }
      throw new Interruption('The server has ended the connection');
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Interruption) || state === 'new') throw error;
      if (state === 'connected') onInterruption(error.message);
      state = 'interrupted';
    }
    await pause(retryEvery, undefined, { signal }).catch(() => {}); // Only an abort ends the pause early.
  }
}

/** A failure that may pass. At the first attempt it is an error like any other. */
class Interruption extends Error {}

async function open({ server, key, types, signal }: Connecting, lastId: string | undefined) {
  const query = types ? `?types=${encodeURIComponent(types.join(','))}` : '';
  const lost = new AbortController();
  const options: RequestInit = {
    headers: { authorization: `Bearer ${key}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    redirect: 'manual',
    signal: AbortSignal.any([signal, lost.signal]),
  };
  const answer = await withinSilence(fetch(`${server}/api/v1/events/stream${query}`, options), lost).catch((error) => {
    throw new Interruption(`No server answers at ${server} (${reasonOf(error)}). Start it, or name it with --server.`);
  });
  const isStream = answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !answer.body) throw await refusalOf(server, answer);
  return chunksOf(answer.body, lost);
}

async function* chunksOf(body: ReadableStream<Uint8Array>, lost: AbortController): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await withinSilence(reader.read(), lost).catch((error) => {
      throw new Interruption(`The connection to the server broke (${reasonOf(error)})`);
    });
    if (done) return;
    yield value;
  }
}

async function withinSilence<T>(work: Promise<T>, lost: AbortController): Promise<T> {
  const timer = setTimeout(() => lost.abort(new Error(`it was silent for ${silence / 1_000} s`)), silence);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** fetch itself only says that it failed; the cause has the reason. */
function reasonOf(error: Error): string {
  const cause = error.cause ?? error;
  return codeOf(cause) || messageOf(cause);
}

type Envelope = { error?: { code?: string; message?: string; details?: { message: string }[] } };

async function refusalOf(server: string, answer: Response): Promise<Error> {
  const { error } = await (answer.json() as Promise<Envelope>).catch((): Envelope => ({}));
  if (answer.status >= 500 || answer.status === 429)
    return new Interruption(error?.message ?? `The server answers ${answer.status}`);
  if (!error?.message || error.code === 'not_found')
    return new Error(`${server} answers ${answer.status} instead of an event stream. Check --server.`);
  const reasons = error.details?.map(({ message }) => message).join(' ') || error.message;
  return new Error([reasons, advice[error.code ?? '']].filter(Boolean).join(' '));
}

const advice: Record<string, string> = {
  invalid_api_key: `Create one: ${program} key create --tenant T --kind test --scopes all`,
  insufficient_scope: `Create a key with that scope: ${program} key create --tenant T --kind test --scopes all`,
  license_required: `Add it: ${program} tenant license add --tenant T --license open_api_advanced`,
};

function remember(known: Set<string>, id: string): void {
  known.add(id);
  const [oldest] = known;
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}
