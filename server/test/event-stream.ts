import assert from 'node:assert/strict';
import { after } from 'node:test';
import { Agent, fetch } from 'undici';
import { until } from './until.ts';

// A client of GET /events/stream, which keeps everything that it receives.

export type TestStream = {
  status: number;
  headers: Headers;
  /** The stream as received. */
  text(): string;
  /** Its events, parsed as the standard says. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came
  events(): { id: string; data: string; body: any }[];
  /** The last id received, with or without an event. */
  lastId(): string;
  hasEnded(): boolean;
  close(): void;
};

export async function openStream(
  { address }: { address: string },
  key: string,
  { query = '', lastEventId }: { query?: string; lastEventId?: string } = {},
): Promise<TestStream> {
  const leaving = new AbortController();
  after(() => leaving.abort());
  // A connection of its own, as a client that has just started: an idle one would lead to the process that it led to before.
  const dispatcher = new Agent();
  const answer = await fetch(`${address}/api/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${key}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
    dispatcher,
  });
  let text = '';
  let hasEnded = false;
  let lastId = '';
  const events: ReturnType<TestStream['events']> = [];
  const reading = async () => {
    let begun = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = (begun + chunk).split('\n\n');
      begun = blocks.pop() ?? '';
      for (const { id, data } of blocks.map(fieldsOf)) {
        lastId = id ?? lastId;
        if (data !== undefined) events.push({ id: id ?? '', data, body: JSON.parse(data) });
      }
    }
  };
  reading()
    .catch(() => {}) // A cut by either side is an end too.
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    events: () => [...events],
    lastId: () => lastId,
    hasEnded: () => hasEnded,
    close: () => leaving.abort(),
  };
}

/** Opens a stream that must succeed, and waits until it has begun. */
export async function follow(...parameters: Parameters<typeof openStream>): Promise<TestStream> {
  const stream = await openStream(...parameters);
  assert.equal(stream.status, 200);
  await until(() => stream.text().includes('\n\n'));
  return stream;
}

function fieldsOf(block: string): Record<string, string> {
  const fields = block.split('\n').map((line) => /^(\w*): ?(.*)$/s.exec(line)?.slice(1) as [string, string]);
  return Object.fromEntries(fields);
}
