import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../database/connect.ts';
import { eventBody } from '../events/event-body.ts';
import { type EventType, eventTypes } from '../events/event-types.ts';
import { type EventFollower, idAt } from '../events/follow-events.ts';
import type { Batches, EventStreams } from '../http/answers/event-stream.ts';
import { inputObject } from '../http/input/schema.ts';
import { streamOperation } from '../http/operation.ts';
import { type EventId, encodeId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { demands, webhookTag as tag } from './schema.ts';

export const streamRoutes =
  (db: Database, { events, streams }: { events: EventFollower; streams: EventStreams }) =>
  async (app: FastifyInstance) => {
    app.route(streamEvents(db, events, streams));
  };

const streamQuery = inputObject({
  types: Type.Optional(
    Type.String({
      minLength: 1,
      description: `Only events of this kind: ${eventTypes.join(', ')}. Several kinds with commas between them.`,
      examples: ['call.completed,call.missed'],
    }),
  ),
});

const example = `retry: 1000
: Welcome.

id: evt_01KA3HDNJ47K45VGPGDPSZXXF4

id: evt_01KA3HDP2V7Q9T3C5W8Y0B1D4F
data: {"id":"evt_01KA3HDP2V7Q9T3C5W8Y0B1D4F","type":"call.completed","timestamp":"2026-11-15T09:32:41.500Z","test":true,"data":{...}}

`;

const streamEvents = (db: Database, events: EventFollower, streams: EventStreams) =>
  streamOperation(db, streams, {
    method: 'GET',
    url: '/events/stream',
    ...demands,
    // It contains nothing that a viewer could not read in lists.
    role: 'viewer',
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'Events as they happen, as server-sent events: the `data` of each is exactly what a webhook is sent. A test key is told of what test keys do, a live key of the rest. It begins with what happens from now on or, with `Last-Event-ID`, where an earlier stream broke off. Then some of the minute before may come again, because nobody can know what arrived: leave out what you have by its `id`. As with webhooks the order is not promised; `sequence` gives that of one call.\n\nAn empty comment every 15 seconds shows that the connection lives. The stream ends when the key is revoked, when the server stops, and when its reader takes nothing for 15 seconds: connect again. One key may have 10 streams open; beyond that the answer is 429. This is for watching and for development, as `trunkline listen` does; what must not be missed for longer than 30 days belongs into a webhook.',
    tag,
    query: streamQuery,
    answers: {
      200: {
        description: 'Events, without an end.',
        type: 'text/event-stream',
        schema: Type.String({ description: 'Server-sent events, as the HTML standard has them.' }),
        example,
      },
    },
    refine: (_db, { query }) => readTypes(query.types).faults,
    stream: ({ caller: { tenantId, kind }, query, after }, signal) => {
      const wanted = { isTest: kind === 'test', types: readTypes(query.types).types, after };
      return asSent(events.follow(tenantId, wanted, signal), after);
    },
  });

type EventLists = ReturnType<EventFollower['follow']>;

async function* asSent(lists: EventLists, after: EventId | undefined): Batches {
  // A client that loses the connection before the first event resumes from this id, and receives the events it missed.
  const beginning = { id: encodeId('evt', after ?? idAt(Date.now())) };
  let hasBegun = false;
  for await (const events of lists) {
    const sent = events.map((event) => ({ id: encodeId('evt', event.event_id), data: eventBody(event) }));
    yield hasBegun ? sent : [beginning, ...sent];
    hasBegun = true;
  }
}

function readTypes(text: string | undefined): { types: EventType[] | null; faults: Detail[] } {
  if (text === undefined) return { types: null, faults: [] };
  const types = text.split(',').map((type) => type.trim()) as EventType[];
  const message = `types must be one of ${eventTypes.join(', ')}, or several of them with commas between them.`;
  const isKnown = types.every((type) => eventTypes.includes(type));
  return { types, faults: isKnown ? [] : [{ field: 'types', code: 'not_allowed', message }] };
}
