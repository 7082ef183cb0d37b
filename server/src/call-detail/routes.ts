import type { FastifyInstance } from 'fastify';
import { annotateCall, annotationFaults } from '../calls/annotate-call.ts';
import { examples as callExamples } from '../calls/examples.ts';
import { CallChangeSchema, CallIdSchema, callTag as tag } from '../calls/schema.ts';
import { lockedCallIn, refIn } from '../calls/state/call-path.ts';
import type { Database } from '../database/connect.ts';
import { ok, readOperation, writeOperation } from '../http/operation.ts';
import { callKeyOf, callRefOf } from '../platform/call-ref.ts';
import type { RecordingLinks } from '../recordings/link.ts';
import { annotatedCall, callDetail } from './call-answer.ts';
import { examples } from './examples.ts';
import { findCall } from './queries.ts';
import { AnnotatedCall, CallAnswer } from './schema.ts';

export const callDetailRoutes = (db: Database, links: RecordingLinks) => async (app: FastifyInstance) => {
  app.route(get(db, links));
  app.route(annotate(db, links));
};

const get = (db: Database, links: RecordingLinks) =>
  readOperation(db, {
    method: 'GET',
    url: '/calls/:callId',
    scope: 'calls:read',
    isForSupervisors: true,
    operationId: 'getCall',
    summary: 'Get a call',
    description:
      'Returns one call with all its fields: the full phone number, the timeline, and the recording, transcription, summary and voice analysis when they are available.\n\nThe transcription, summary and voice analysis become available some time after the call ends. Wait for the event `call.analyzed`, or read the call again while their `status` is `pending`.',
    tag,
    path: { callId: CallIdSchema },
    answers: { 200: { description: 'The call.', schema: CallAnswer, example: { data: examples.call } } },
    find: async (db, caller, { callId }) => {
      const ref = refIn(caller, callId);
      return ref && (await findCall.first(db, { ...callKeyOf(ref), project_ids: caller.projects }));
    },
    read: async (_db, { found, origin }) =>
      ok({ data: callDetail(found, (call) => links.make(call, origin, new Date())) }),
  });

const annotate = (db: Database, links: RecordingLinks) =>
  writeOperation(db, {
    method: 'PUT',
    url: '/calls/:callId',
    scope: 'calls:initiate',
    isForSupervisors: true,
    operationId: 'updateCall',
    summary: 'Annotate a call',
    description:
      'Writes a note, tags, an outcome and metadata to a call, during the call or at any time afterwards. Changes only the fields that you send; `null` clears a field, `[]` clears the tags, and `{}` changes nothing. Values that are equal to the current ones change nothing and send no event.\n\nYou can send back the whole call as `GET /calls/{callId}` returns it: its other fields are ignored. `external_id`, `staff_id`, `project_id` and `phone_number` cannot change: you may send the current value, but another one returns 422 `immutable`.\n\nFor a key without the scope `calls:read`, the phone number in the response is masked, and the transcript, the summary and the link to the recording are left out.',
    tag,
    path: { callId: CallIdSchema },
    body: CallChangeSchema,
    bodyExamples: {
      annotation: { summary: 'Write a note, tags and an outcome', value: callExamples.annotation },
      repeat: { summary: 'Send back the whole call with a change', value: { ...examples.call, outcome: null } },
    },
    answers: { 200: { description: 'The call.', schema: AnnotatedCall, example: { data: examples.call } } },
    audit: { action: 'call.annotated', subject: 'path' },
    find: lockedCallIn,
    refine: (_db, { caller, body, found }) => annotationFaults(caller, found, body),
    write: async (tx, { caller, body, found, origin }) => {
      await annotateCall(tx, found, body, new Date());
      const call = await findCall.one(tx, { ...callKeyOf(callRefOf(found)), project_ids: caller.projects });
      return ok({ data: annotatedCall(call, caller, (ref) => links.make(ref, origin, new Date())) });
    },
  });
