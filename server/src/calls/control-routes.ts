import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { blockedFaults } from '../blocked-numbers/blocked-faults.ts';
import type { Database } from '../database/connect.ts';
import type { Queryable } from '../database/sql.ts';
import type { CallChange } from '../engine/engine.ts';
import { type Answer, ok, writeOperation } from '../http/operation.ts';
import { callRefOf } from '../platform/call-ref.ts';
import type { Caller } from '../platform/caller.ts';
import { encodeId } from '../platform/ids.ts';
import { parsePhoneNumber } from '../platform/phone-number.ts';
import { type Detail, problem } from '../platform/problem.ts';
import { callStarter } from './call-starter.ts';
import { changeHold } from './change-hold.ts';
import { NewCallSchema, StartedCallSchema as StartedCallAnswer } from './control-schema.ts';
import type { CallDriver, OwnerRequest } from './driving/drive-calls.ts';
import type { Node } from './driving/node.ts';
import { examples } from './examples.ts';
import { hangUp, waitForRelease } from './hang-up.ts';
import { destinationFaults } from './limits/destinations.ts';
import { missingParties } from './limits/missing-parties.ts';
import { recordingPauseRoutes } from './pause-routes.ts';
import { refineNewCall } from './read-new-call.ts';
import { CallIdSchema, callTag as tag } from './schema.ts';
import { type StartedCall, startCall } from './start-call.ts';
import { lockedCallIn, refIn } from './state/call-path.ts';
import type { ChangedCallAnswer } from './state/changed-call.ts';
import { engineCallOf } from './state/engine-call.ts';

export type CallControl = {
  /** The node and driver of the calls that are started here. */
  node: Node;
  driver: CallDriver;
  /** Makes the node of a call carry out a committed change; if it does not, `tend-calls.ts` does within a second. */
  tellOwner: (request: OwnerRequest) => void;
};

export const callControlRoutes =
  (db: Database, control: CallControl, answer: ChangedCallAnswer) => async (app: FastifyInstance) => {
    app.route(initiate(db, control));
    app.route(hangUpCall(db, control, answer));
    app.route(holdCall(db, control, answer));
    app.route(resumeCall(db, control, answer));
    for (const route of recordingPauseRoutes(db, control, answer)) app.route(route);
  };

const testOutcomes = `| Last digits | Outcome |
| - | - |
| \`0001\` | \`no_answer\` |
| \`0002\` | \`busy\` |
| \`0003\` | \`rejected\` |
| \`0004\` | \`failed\` |
| \`0005\` | \`failed\`, because the staff member does not answer |
| \`0006\` | \`canceled\` |
| \`0007\` | \`voicemail\` |
| \`0008\` | \`no_answer\`, then a missed inbound call from that number |
| any others | \`connected\`, with a conversation, a recording and its analysis |`;

const initiate = (db: Database, { node, driver }: CallControl) => {
  const start = callStarter(db, node);
  const isReady = (isTest: boolean) => driver.engineOf({ isTest })?.isReady() ?? false;
  const placed = (call: StartedCall, askedAt: number): Answer => ({
    ...started(call),
    afterCommit: () => driver.place(engineCallOf(call), askedAt),
  });
  return writeOperation(db, {
    method: 'POST',
    url: '/calls/initiate',
    scope: 'calls:initiate',
    startsCalls: true,
    operationId: 'initiateCall',
    summary: 'Start a call',
    description: [
      'Rings the phone of the staff member and, after the answer, the phone of the customer. The response is immediate, with the status `initiating`; dialing happens afterwards. Follow the call with webhooks or with `GET /calls/{callId}`: a 200 response does not mean that the customer was reached.',
      'Send an `external_id` or an `Idempotency-Key` so that a retry after a timeout does not ring the phones twice. A repeated `external_id` returns 409 `duplicate_external_id`.',
      'With a test key, the call is simulated and no phone rings. The last four digits of `phone_number` select the outcome:',
      testOutcomes,
      'With a live key, a staff member who is already on a call returns 409 `staff_busy`. The operator can limit the live calls of a tenant: a phone number, or a phone of the staff member, in a country that is not allowed returns 422 `destination_not_allowed`, and too many calls at the same time or per day return 429.',
      'A number on the never-call list of the tenant returns 422 `number_blocked`, with a test key too.',
    ].join('\n\n'),
    tag,
    body: NewCallSchema,
    bodyExamples: {
      full: { summary: 'All fields', value: examples.sent },
      least: { summary: 'Required fields only', value: examples.least },
    },
    answers: {
      200: {
        description: 'The call was accepted. Dialing starts now.',
        schema: StartedCallAnswer,
        example: { data: examples.started },
      },
    },
    refusals: ['duplicate_external_id', 'staff_busy'],
    audit: { action: 'call.started', subject: 'created', details: ({ caller }) => ({ mode: caller.kind }) },
    refine: refineStart,
    write: async (tx, { caller, body }) => {
      const askedAt = performance.now();
      const call = await startCall(tx, caller, body, node.id());
      // Checked last, so that a request with other faults is refused for those.
      if (!isReady(call.is_test)) throw noEngine();
      return placed(call, askedAt);
    },
    writeShared: ({ caller, body }) => {
      const askedAt = performance.now();
      if (!isReady(caller.kind === 'test')) return undefined;
      return start(caller, body).then((call) => placed(call, askedAt));
    },
  });
};

type CheckedCall = { caller: Caller; body: Partial<Static<typeof NewCallSchema>> };

async function refineStart(db: Queryable, { caller, body }: CheckedCall, known: readonly Detail[]): Promise<Detail[]> {
  const faults = refineNewCall(body, known);
  // `startCall` itself detects missing parties and barred destinations. They are checked here only if other faults prevent it.
  if (known.length + faults.length === 0) return [];
  const sound = faults.some(({ field }) => field === 'phone_number') ? { ...body, phone_number: undefined } : body;
  return [
    ...faults,
    ...(await blockedNumberFaults(db, caller, sound.phone_number)),
    ...(await missingParties(db, caller.tenantId, body)),
    ...(await destinationFaults(db, caller, sound)),
  ];
}

async function blockedNumberFaults(db: Queryable, caller: Caller, phone_number: string | undefined): Promise<Detail[]> {
  if (phone_number === undefined) return [];
  const e164 = parsePhoneNumber(phone_number, caller.defaultCountry) ?? null;
  return blockedFaults(db, caller.tenantId, { phone_number, e164 });
}

function started({ call_id, status, staff_id, initiated_at }: StartedCall): Answer {
  return ok({ data: { call_id: encodeId('call', call_id), status, staff_id, initiated_at } });
}

const hangUpCall = (db: Database, { tellOwner }: CallControl, { schema, example, read }: ChangedCallAnswer) =>
  writeOperation(db, {
    method: 'POST',
    url: '/calls/:callId/hangup',
    scope: 'calls:initiate',
    operationId: 'hangUpCall',
    summary: 'Hang up a call',
    description:
      'Ends a call at any stage. A call that was not answered yet becomes `canceled`; a connected call keeps the status `connected` and gets `ended_at`. If the call has already ended, the response is 200 and nothing changes.',
    tag,
    path: { callId: CallIdSchema },
    answers: { 200: { description: 'The ended call.', schema, example: { data: example } } },
    find: lockedCallIn,
    audit: { action: 'call.ended', subject: 'path', details: ({ caller }) => ({ mode: caller.kind }) },
    write: async (tx, { caller, found }) => {
      await hangUp(tx, found, new Date());
      return {
        ...ok({ data: await read(tx, callRefOf(found), caller) }),
        afterCommit: () => tellOwner({ nodeId: found.node_id, call: callRefOf(found) }),
      };
    },
    confirm: async (db, { caller, parameters }) => {
      const call = refIn(caller, parameters.callId);
      if (call) await waitForRelease(db, call);
    },
  });

const holdCall = (db: Database, control: CallControl, answer: ChangedCallAnswer) =>
  holdOperation(db, control, answer, 'hold', {
    summary: 'Put a call on hold',
    description:
      'Plays music to the customer and separates the parties until you resume the call or it ends. Hold time counts as talk time in `duration_seconds`. If the call is already on hold, the response is 200 and nothing changes. A call that is not in conversation returns 409 `not_connected`.',
  });

const resumeCall = (db: Database, control: CallControl, answer: ChangedCallAnswer) =>
  holdOperation(db, control, answer, 'resume', {
    summary: 'Resume a call',
    description:
      'Ends the hold and reconnects the parties. If the call is not on hold, the response is 200 and nothing changes. A call that is not in conversation returns 409 `not_connected`.',
  });

const holdOperation = (
  db: Database,
  { tellOwner }: CallControl,
  { schema, example, read }: ChangedCallAnswer,
  kind: CallChange['kind'],
  texts: { summary: string; description: string },
) =>
  writeOperation(db, {
    method: 'POST',
    url: `/calls/:callId/${kind}`,
    scope: 'calls:initiate',
    operationId: `${kind}Call`,
    ...texts,
    tag,
    path: { callId: CallIdSchema },
    answers: { 200: { description: 'The call after the change.', schema, example: { data: example } } },
    refusals: ['not_connected'],
    find: lockedCallIn,
    audit: {
      action: kind === 'hold' ? 'call.held' : 'call.resumed',
      subject: 'path',
      details: ({ caller }) => ({ mode: caller.kind }),
    },
    write: async (tx, { caller, found }) => {
      const change = await changeHold(tx, found, kind, new Date());
      return {
        ...ok({ data: await read(tx, callRefOf(found), caller) }),
        afterCommit: () => {
          if (change) tellOwner({ nodeId: found.node_id, call: callRefOf(found), change });
        },
      };
    },
  });

function noEngine() {
  const message =
    'No phone system is available for live calls, and no call was started. Try again later, or use a test key.';
  return problem('unavailable', { message });
}
