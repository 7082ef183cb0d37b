import type { FastifyInstance } from 'fastify';
import type { Database } from '../database/connect.ts';
import { eventBody } from '../events/event-body.ts';
import { type EventType, eventTypes } from '../events/event-types.ts';
import { type EventFollower, idAt } from '../events/follow-events.ts';
import type { Batches, EventStreams } from '../http/answers/event-stream.ts';
import { inputObject } from '../http/input/schema.ts';
import { streamOperation } from '../http/operation.ts';
import { type EventId, encodeId } from '../platform/ids.ts';
import type { Detail } from '../platform/problem.ts';
import { Type } from '../platform/schema-type.ts';
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
      description: `Streams only events of this type: ${eventTypes.map((type) => `\`${type}\``).join(', ')}. Separate several types with commas. Default: all types.`,
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
    isForSupervisors: true,
    operationId: 'streamEvents',
    summary: 'Stream events',
    description:
      'Streams events as they happen, as server-sent events (SSE). The `data` of each message is the same JSON as the body of a webhook request. A test key receives only test events, a live key only live events. Use it for dashboards and development; for an integration that must not lose events, use a webhook.\n\nThe stream starts with new events. With `Last-Event-ID` it resumes after that event, up to 30 days back. Some events of the minute before can then be repeated: drop those whose `id` you already have. The order is not guaranteed; use `sequence` to order the events of one call.\n\nThe server sends an empty comment every 15 seconds to keep the connection alive. It closes the stream when the key is revoked, when the server stops, and when the client does not read for 15 seconds: reconnect in these cases. One key can have 10 open streams on each node; more return 429.',
    tag,
    query: streamQuery,
    answers: {
      200: {
        description: 'A stream of events that stays open until the client or the server closes it.',
        type: 'text/event-stream',
        schema: Type.String({ description: 'Server-sent events, as defined in the HTML standard.' }),
        example,
      },
    },
    refine: (_db, { query }) => readTypes(query.types).faults,
    stream: ({ caller: { tenantId, kind, projects }, query, after }, signal) => {
      const wanted = { isTest: kind === 'test', types: readTypes(query.types).types, projects, after };
      const followed = events.follow(tenantId, wanted, signal);
      return asSent(projects ? withoutCustomers(followed) : followed, after);
    },
  });

type EventLists = ReturnType<EventFollower['follow']>;

/**
 * For a supervisor: a call of an own project may be with a customer of another project, and an event does not say which project
 * its customer is in.
 */
async function* withoutCustomers(lists: EventLists): EventLists {
  for await (const events of lists)
    yield events.map((event) =>
      event.type.startsWith('call.')
        ? {
            ...event,
            data: JSON.stringify({ ...JSON.parse(event.data), customer_id: null, customer_external_id: null }),
          }
        : event,
    );
}

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
  const message = `types must be one of ${eventTypes.join(', ')}, or several of them separated by commas.`;
  const isKnown = types.every((type) => eventTypes.includes(type));
  return { types, faults: isKnown ? [] : [{ field: 'types', code: 'not_allowed', message }] };
}
