import type { FastifyInstance } from 'fastify';
import { CallIdSchema, callTag as tag } from '../calls/schema.ts';
import { lockedCallIn } from '../calls/state/call-path.ts';
import type { ChangedCallAnswer } from '../calls/state/changed-call.ts';
import type { Database } from '../database/connect.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { callRefOf } from '../platform/call-ref.ts';
import { analysisFaults, analyzeAgain } from './analyze-again.ts';
import { AnalyzeQuery } from './schema.ts';

export const insightRoutes = (db: Database, answer: ChangedCallAnswer) => async (app: FastifyInstance) => {
  app.route(analyze(db, answer));
};

const analyze = (db: Database, { schema, example, read }: ChangedCallAnswer) =>
  writeOperation(db, {
    method: 'POST',
    url: '/calls/:callId/analyze',
    scope: 'calls:initiate',
    operationId: 'analyzeCall',
    summary: 'Analyze a call again',
    description:
      'Runs the analysis of a recorded call again, for example after a failure. You do not need it for new calls: each recorded conversation is analyzed automatically when it ends.\n\nThe steps are voice analysis, transcription and summary, in this order. The request starts at the first step that is not `ready`, or at the step in `from`. The steps are `pending` until they finish, and then Trunkline sends the event `call.analyzed`. If all steps are `ready` and you do not send `from`, nothing changes.\n\nA call that cannot be analyzed returns 422 with one of these codes in `details`: `call_in_progress`, `not_connected`, `no_recording`, `recording_deleted`, `switched_off`.',
    tag,
    path: { callId: CallIdSchema },
    query: AnalyzeQuery,
    answers: { 200: { description: 'The call, with the state of its analyses.', schema, example: { data: example } } },
    find: lockedCallIn,
    refine: (tx, { found }) => analysisFaults(tx, found),
    audit: { action: 'call.analyzed_again', subject: 'path', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { caller, found, query }) => {
      await analyzeAgain(tx, found, query.from);
      return ok({ data: await read(tx, callRefOf(found), caller) });
    },
  });
