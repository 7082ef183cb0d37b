import type { FastifyInstance } from 'fastify';
import { CallId, callTag as tag } from '../calls/schema.ts';
import { lockedCallIn } from '../calls/state/call-path.ts';
import type { ChangedCallAnswer } from '../calls/state/changed-call.ts';
import type { Database } from '../database/connect.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { refOf } from '../platform/call-ref.ts';
import { analyseAgain, analysisFaults } from './analyse-again.ts';
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
    summary: 'Analyse a call again',
    description:
      'Every recorded conversation is analysed by itself when it has ended. This has it done again: from the first of voice analysis, transcription and summary that is not `ready`, or from the one that `from` names, whatever became of it. They are `pending` until it is done; the event `call.analyzed` tells when. A call that cannot be analysed is 422, with `call_in_progress`, `not_connected`, `no_recording`, `recording_deleted` or `switched_off` in `details`.',
    tag,
    path: { callId: CallId },
    query: AnalyzeQuery,
    answers: { 200: { description: 'The call.', schema, example: { data: example } } },
    find: lockedCallIn,
    refine: (tx, { found }) => analysisFaults(tx, found),
    audit: { action: 'call.analyzed_again', subject: 'path', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { found, query }) => {
      await analyseAgain(tx, found, query.from);
      return ok({ data: await read(tx, refOf(found)) });
    },
  });
