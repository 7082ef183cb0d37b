import type { RouteOptions } from 'fastify';
import type { Database } from '../database/connect.ts';
import { ok, writeOperation } from '../http/operation.ts';
import { callRefOf } from '../platform/call-ref.ts';
import type { OwnerRequest } from './driving/drive-calls.ts';
import { confirmPause, pauseRecording } from './pause-recording.ts';
import { CallIdSchema, callTag as tag } from './schema.ts';
import { lockedCallIn, refIn } from './state/call-path.ts';
import type { ChangedCallAnswer } from './state/changed-call.ts';

const refusals =
  'A call that is not in conversation returns 409 `not_connected`, and a call that is not recorded returns 422 with `not_recorded` in `details`.';

const texts = {
  pause: {
    summary: 'Pause a recording',
    description: `Replaces both parties by silence in the recording, for example while the customer reads out a card number. The conversation itself goes on, and the recording keeps its length.\n\nThe response is 200 only after the phone system has confirmed the pause: from then on nothing of the conversation is recorded until you resume the recording. If it does not confirm within 5 seconds, the response is 503; wait with confidential data, and send the request again. If the recording is already paused, the response is 200 and nothing changes. ${refusals}`,
  },
  resume: {
    summary: 'Resume a recording',
    description: `Ends the pause of a recording. If the recording is not paused, the response is 200 and nothing changes. If the phone system does not confirm within 5 seconds, the response is 503. ${refusals}`,
  },
};

type Control = { tellOwner: (request: OwnerRequest) => void };

export const recordingPauseRoutes = (db: Database, control: Control, answer: ChangedCallAnswer): RouteOptions[] => [
  pauseOperation(db, control, answer, 'pause'),
  pauseOperation(db, control, answer, 'resume'),
];

const pauseOperation = (
  db: Database,
  { tellOwner }: Control,
  { schema, example, read }: ChangedCallAnswer,
  kind: 'pause' | 'resume',
) =>
  writeOperation(db, {
    method: 'POST',
    url: `/calls/:callId/recording/${kind}`,
    scope: 'calls:initiate',
    operationId: `${kind}Recording`,
    ...texts[kind],
    tag,
    path: { callId: CallIdSchema },
    answers: { 200: { description: 'The call after the change.', schema, example: { data: example } } },
    refusals: ['not_connected'],
    find: lockedCallIn,
    audit: {
      action: kind === 'pause' ? 'recording.paused' : 'recording.resumed',
      subject: 'path',
      details: ({ caller }) => ({ mode: caller.kind }),
    },
    write: async (tx, { caller, found }) => {
      const call = callRefOf(found);
      const pauseTimes = await pauseRecording(tx, found, kind, new Date());
      return {
        ...ok({ data: await read(tx, call, caller) }),
        afterCommit: () => {
          if (pauseTimes) tellOwner({ nodeId: found.node_id, call, pauseTimes });
        },
      };
    },
    confirm: async (db, { caller, parameters }) => {
      const call = refIn(caller, parameters.callId);
      if (call) await confirmPause(db, call, kind);
    },
  });
