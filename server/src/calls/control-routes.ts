import type { FastifyInstance } from 'fastify';
import { changedCall } from '../call-detail/call-answer.ts';
import type { Database, Tx } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import { type Answer, ok, writeOperation } from '../http/operation.ts';
import { analyseAgain, analysisFaults } from '../insights/analyse-again.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId } from '../platform/ids.ts';
import { problem } from '../platform/problem.ts';
import { refIn } from './call-path.ts';
import { callStarter } from './call-starter.ts';
import { AnalyzeQuery, NewCall, StartedCall as StartedCallAnswer } from './control-schema.ts';
import { destinationFaults } from './destinations.ts';
import type { CallDriver } from './drive-calls.ts';
import { engineCallOf, keyOf, refOf } from './engine-call.ts';
import { examples } from './examples.ts';
import { hangUp } from './hang-up.ts';
import { type LockedCall, lockCalls } from './lock-calls.ts';
import { missingParties } from './missing-parties.ts';
import type { Node } from './node.ts';
import { type CallInFull, findCall } from './queries.ts';
import { refineNewCall } from './read-new-call.ts';
import { CallId, ChangedCallAnswer, callTag as tag } from './schema.ts';
import { type StartedCall, startCall } from './start-call.ts';

/** Who drives the calls that are started here. */
export type CallControl = { node: Node; driver: CallDriver };

export const callControlRoutes = (db: Database, control: CallControl) => async (app: FastifyInstance) => {
  app.route(initiate(db, control));
  app.route(hangUpCall(db, control));
  app.route(analyze(db));
};

const initiate = (db: Database, { node, driver }: CallControl) => {
  const start = callStarter(db, node);
  return writeOperation(db, {
    method: 'POST',
    url: '/calls/initiate',
    scope: 'calls:initiate',
    startsCalls: true,
    operationId: 'initiateCall',
    summary: 'Start a call',
    description:
      "Rings the staff member's phone, then the customer's. The call is accepted and answered at once, and dialled afterwards: follow it with `GET /calls/{callId}` or with webhooks. A test key plays the whole call without a telephone; the last four digits of the number choose its end (`0001` no_answer, `0002` busy, `0003` rejected, `0004` failed, `0005` failed because the staff member did not answer, `0006` canceled, `0007` voicemail, `0008` no_answer and then a missed inbound call; anything else connects). The operator may limit a tenant's live calls: a number, or a staff member's own outside number, in a country that is not allowed is 422 with `destination_not_allowed`; more calls at a time or in a day than are allowed are 429.",
    tag,
    body: NewCall,
    bodyExamples: {
      least: { summary: 'The least that is needed', value: examples.least },
      full: { summary: 'All fields', value: examples.sent },
    },
    answers: {
      200: { description: 'The call was accepted.', schema: StartedCallAnswer, example: { data: examples.started } },
    },
    refusals: ['duplicate_external_id', 'staff_busy'],
    audit: { action: 'call.started', details: ({ caller }) => ({ mode: caller.kind }) },
    refine: async (tx, { caller, body }, known) => {
      const faults = refineNewCall(body, known);
      // The insertion finds by itself who is missing or may not be called; only where there will be none is it done here.
      if (known.length + faults.length === 0) return [];
      const sound = faults.some(({ field }) => field === 'phone_number') ? { ...body, phone_number: undefined } : body;
      return [
        ...faults,
        ...(await missingParties(tx, caller.tenantId, body)),
        ...(await destinationFaults(tx, caller, sound)),
      ];
    },
    write: async (tx, { caller, body }) => {
      const askedAt = performance.now();
      const call = await startCall(tx, caller, body, node.id());
      // Asked last: a request that could never be served is told so first.
      if (!driver.engineOf({ isTest: call.is_test })?.isReady()) throw noEngine();
      return { ...started(call), afterCommit: () => driver.place(engineCallOf(call), askedAt) };
    },
    writeTogether: ({ caller, body }) => {
      if (!driver.engineOf({ isTest: caller.kind === 'test' })?.isReady()) return undefined;
      const askedAt = performance.now();
      return start(caller, body).then((call) => {
        driver.place(engineCallOf(call), askedAt);
        return started(call);
      });
    },
  });
};

function started({ call_id, status, staff_id, initiated_at }: StartedCall): Answer {
  return ok({ data: { call_id: encodeId('call', call_id), status, staff_id, initiated_at } });
}

const hangUpCall = (db: Database, { node, driver }: CallControl) =>
  writeOperation(db, {
    method: 'POST',
    url: '/calls/:callId/hangup',
    scope: 'calls:initiate',
    operationId: 'hangUpCall',
    summary: 'Hang up',
    description:
      'Ends a call at any stage: one that nobody has answered yet is then `canceled`, one that is connected stays `connected` with `ended_at` set. A call that has ended already is answered as it is.',
    tag,
    path: { callId: CallId },
    answers: {
      200: { description: 'The call, ended.', schema: ChangedCallAnswer, example: { data: examples.changed } },
    },
    find: lockedCall,
    audit: { action: 'call.ended', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { found }) => {
      await hangUp(tx, found, new Date());
      return {
        ...ok({ data: await changed(tx, found) }),
        afterCommit: () => {
          if (found.node_id === node.id()) driver.letGo(refOf(found));
        },
      };
    },
  });

const analyze = (db: Database) =>
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
    answers: { 200: { description: 'The call.', schema: ChangedCallAnswer, example: { data: examples.changed } } },
    find: lockedCall,
    refine: (tx, { found }) => analysisFaults(tx, found),
    audit: { action: 'call.analyzed_again', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { found, query }) => {
      await analyseAgain(tx, found, query.from);
      return ok({ data: await changed(tx, found) });
    },
  });

async function lockedCall(tx: Queryable, caller: Caller, { callId }: Record<string, string>) {
  const ref = refIn(caller, callId);
  return ref && (await lockCalls(tx as Tx, [ref]))[0]; // What writes is handed its transaction.
}

async function changed(tx: Tx, call: LockedCall) {
  return changedCall((await findCall.first(tx, keyOf(refOf(call)))) as CallInFull);
}

function noEngine() {
  const message =
    'No telephone system can take live calls right now, and nothing was done. Try again later, or use a test key.';
  return problem('unavailable', { message });
}
