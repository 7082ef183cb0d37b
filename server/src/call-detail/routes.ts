import type { FastifyInstance } from 'fastify';
import { CallIdSchema, callTag as tag } from '../calls/schema.ts';
import { refIn } from '../calls/state/call-path.ts';
import type { Database } from '../database/connect.ts';
import { ok, readOperation } from '../http/operation.ts';
import { callKeyOf } from '../platform/call-ref.ts';
import type { RecordingLinks } from '../recordings/link.ts';
import { callDetail } from './call-answer.ts';
import { examples } from './examples.ts';
import { findCall } from './queries.ts';
import { CallAnswer } from './schema.ts';

export const callDetailRoutes = (db: Database, links: RecordingLinks) => async (app: FastifyInstance) => {
  app.route(get(db, links));
};

const get = (db: Database, links: RecordingLinks) =>
  readOperation(db, {
    method: 'GET',
    url: '/calls/:callId',
    scope: 'calls:read',
    operationId: 'getCall',
    summary: 'Get a call',
    description:
      'Returns one call with all its fields: the full phone number, the timeline, and the recording, transcription, summary and voice analysis when they are available.\n\nThe transcription, summary and voice analysis become available some time after the call ends. Wait for the event `call.analyzed`, or read the call again while their `status` is `pending`.',
    tag,
    path: { callId: CallIdSchema },
    answers: { 200: { description: 'The call.', schema: CallAnswer, example: { data: examples.call } } },
    find: async (db, caller, { callId }) => {
      const ref = refIn(caller, callId);
      return ref && (await findCall.first(db, callKeyOf(ref)));
    },
    read: async (_db, { found, origin }) =>
      ok({ data: callDetail(found, (call) => links.make(call, origin, new Date())) }),
  });
