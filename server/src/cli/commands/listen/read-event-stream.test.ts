import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readEventStream, type StreamEvent } from './read-event-stream.ts';

async function read(...chunks: (string | Uint8Array)[]): Promise<StreamEvent[]> {
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
  }
  return Array.fromAsync(readEventStream(bytes()));
}

test('events are read with their ids, and comments and other fields are not', async () => {
  const stream =
    'retry: 1000\n: Welcome.\n\nid: a\n\n:\n\nevent: x\nid: b\ndata: {"c":1}\n\ndata:d\ndata\ndata:  e\n\n';
  assert.deepEqual(await read(stream), [
    { id: 'a', data: undefined },
    { id: 'b', data: '{"c":1}' },
    { id: undefined, data: 'd\n\n e' },
  ]);
});

test('an event that was cut in two is not printed', async () => {
  assert.deepEqual(await read('id: a\ndata: 1\n\nid: b\ndata: 2\n'), [{ id: 'a', data: '1' }]);
});

test('it makes no difference how lines end and where chunks are cut, also within a character', async () => {
  const expected = [
    { id: 'a', data: '山田 😀' },
    { id: 'b', data: '2' },
  ];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('\n', '\r', '\r\n'), fc.array(fc.nat(80)), async (end, places) => {
      const bytes = new TextEncoder().encode(`id: a\ndata: 山田 😀\n\nid: b\ndata: 2\n\n:\n`.replaceAll('\n', end));
      const cuts = [0, ...places.toSorted((a, b) => a - b), bytes.length];
      const chunks = cuts.slice(1).map((cut, i) => bytes.subarray(cuts[i], cut));
      assert.deepEqual(await read(...chunks), expected);
    }),
  );
});
