import { callName } from '../../../platform/call-ref.ts';
import type { Logger } from '../../../platform/log.ts';
import type { EngineCall } from '../../engine.ts';
import type { Ari } from '../ari/ari-http.ts';
import { type CallRequests, callRequests } from './call-requests.ts';
import type { CallLimits, Request, RequestResult } from './flow-state.ts';
import type { RawRecordings } from './raw-recordings.ts';
import type { Sounds } from './sounds.ts';

// Carries out the requests of a call's flow, in Asterisk and in the folder of recordings.

export type PerformerContext = CallLimits & {
  ari: Ari;
  /** The name under which Asterisk sends the events of its channels to this node. */
  app: string;
  log: Logger;
  recordings: RawRecordings;
  sounds: Sounds;
  longestMessageSeconds: number;
};

type Of<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;
type WithResult = Of<'create' | 'check playback' | 'hang up' | 'read marks' | 'finish recording'>;

export function requestPerformer(call: EngineCall, context: PerformerContext) {
  const { ari, app, recordings } = context;
  const name = callName(call);
  const asterisk = callRequests(call, {
    ari,
    app,
    rawFile: recordings.rawFile(name),
    messageFile: recordings.messageFile(name),
    longestLegSeconds: longestLegSeconds(call, context),
  });

  return async function perform(request: Request): Promise<RequestResult | undefined> {
    switch (request.kind) {
      case 'create':
        return create(asterisk, request);
      case 'hang up':
        return (await asterisk.remove(request.leg, request.reason)) === 'removed' ? undefined : { kind: 'not there' };
      case 'check playback':
        return (await asterisk.hasPlayed(request.playback)) ? { kind: 'played' } : undefined;
      case 'read marks': {
        const answer = await recordings.answerOf(name);
        const groupsRung = request.caller === undefined ? 0 : await asterisk.rungOf(request.caller);
        return { kind: 'marks', answer, groupsRung };
      }
      case 'finish recording':
        return finishRecording(call, context, request);
      default:
        await performPlain(call, context, asterisk, request);
        return undefined;
    }
  };
}

async function create(asterisk: CallRequests, { leg, to }: Of<'create'>): Promise<RequestResult | undefined> {
  const created = to ? await asterisk.create(leg, to) : 'absent';
  return created === 'created' ? undefined : { kind: 'not created', why: created };
}

/** Requests without a result. */
async function performPlain(
  call: EngineCall,
  { sounds, recordings, longestMessageSeconds }: PerformerContext,
  asterisk: CallRequests,
  request: Exclude<Request, WithResult>,
): Promise<unknown> {
  switch (request.kind) {
    case 'dial':
      return asterisk.dial(request.leg, request.ringSeconds);
    case 'take caller':
      return asterisk.takeCaller(request.leg);
    case 'mark rung':
      return asterisk.markRung(request.leg, request.groups);
    case 'answer':
      return asterisk.answer(request.leg);
    case 'record':
      if (request.isClaimedFirst) await asterisk.claim(request.leg);
      return asterisk.record(request.leg);
    case 'make bridge':
      return asterisk.makeBridge();
    case 'join':
      if (request.endsHoldOf === undefined) return asterisk.join(request.legs);
      return asterisk.endHold(request.endsHoldOf, () => asterisk.join(request.legs));
    case 'hold':
      return asterisk.hold(request.leg, request.staff);
    case 'remove bridges':
      return asterisk.removeBridges(request.names);
    case 'announce':
      return asterisk.announce(request.leg, sounds.announcement(call.language));
    case 'greet':
      return asterisk.greet(request.leg, request.playback, sounds.greeting(call.language));
    case 'record message':
      return asterisk.recordMessage(request.leg, longestMessageSeconds);
    case 'send silence':
      return asterisk.sendSilence(request.leg);
    case 'claim':
      return asterisk.claim(request.leg);
    case 'note answer':
      return recordings.noteAnswer(callName(call), request.answer);
  }
}

/** Without an answer, only a message counts. If the recording is lost, the call ends without one. */
async function finishRecording(
  call: EngineCall,
  { recordings, log }: PerformerContext,
  { answer, endedAt, mayBeMessage, isOnly }: Of<'finish recording'>,
): Promise<RequestResult> {
  const name = callName(call);
  const cameTo = answer ? 'talk' : 'nothing';
  try {
    const message = mayBeMessage ? await recordings.finishMessage(name) : undefined;
    if (message) return { kind: 'recording', cameTo: 'message', recording: message };
    if (answer || isOnly) {
      const since = answer?.at ?? call.dialedAt;
      const recording = await recordings.finish(name, endedAt.getTime() - since.getTime());
      return { kind: 'recording', cameTo, recording };
    }
    await recordings.discard(name);
  } catch (error) {
    log('recording.lost', { err: error, call_id: call.callId });
  }
  return { kind: 'recording', cameTo, recording: undefined };
}

/** If every node that knows of a leg dies, Asterisk hangs it up after this many seconds. */
function longestLegSeconds({ staff }: EngineCall, { ringSeconds, longestTalkSeconds }: CallLimits): number {
  const ringing = Math.max(staff.length, 1) * ringSeconds.staff + ringSeconds.customer;
  return ringing + longestTalkSeconds + 60;
}
