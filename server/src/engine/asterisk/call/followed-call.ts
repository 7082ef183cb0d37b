import type { EngineCall } from '../../engine.ts';
import { AriRefusal } from '../ari/ari-http.ts';
import { type AriChannel, type AriMessage, momentOf } from '../ari/ari-messages.ts';
import { callName, refOf, staffChannel } from '../ari/call-names.ts';
import { type Beginning, customerChannelOf, type Found, staffIdsOf } from './beginning.ts';
import { callRequests, recordContext } from './call-requests.ts';
import { conductInbound, conductOutbound } from './courses.ts';
import { hearLine, isThere, type Line, lineAtEnd, newLine } from './line.ts';
import type { Answer } from './raw-recordings.ts';
import { type Desk, Over, type Scene } from './scene.ts';
import { type CameTo, type EndedBy, type Refusal, toEnding } from './to-ending.ts';
import { toEngineEvent } from './to-engine-event.ts';
import { waiting } from './waiting.ts';

// One call on an Asterisk, from its first line to its end: what is heard of it, and how it is taken down. What is done for
// it in between is in `courses.ts`.

export type FollowingDesk = Desk & {
  /** The call is over, or is being followed by somebody else. */
  onDone(one: FollowedCall): void;
  /** Something of the call may be left in Asterisk, which could not be reached. */
  onLitter(call: EngineCall): void;
};

export type FollowedCall = {
  readonly call: EngineCall;
  /** What came of placing it. While it is refused nobody has been dialled, and it stays here until `giveUp` or `leave`. */
  readonly placement: Promise<'placed' | Refusal>;
  /** Ends a call that is refused here, and everywhere else. */
  giveUp(why: Refusal): void;
  channels(): string[];
  /** A message about one of its channels. */
  hear(channel: string, message: AriMessage): void;
  /** Takes in what Asterisk said when it was asked, at `askedAt` by the clock of `performance.now`. */
  compare(channels: Map<string, AriChannel>, askedAt: number): void;
  hangUp(): void;
  announcementFailed(): void;
  /** Asterisk does not have it any more, or has been out of reach for too long. */
  lose(at: Date): void;
  /** Follows it no further; done when nothing is under way. */
  leave(): Promise<void>;
};

/** Asterisk does at once what needs no telephone. */
const asteriskPatience = 5_000;
/** How long news of a line that is gone may be on its way. */
const newsOnTheWay = 1_000;
const removeAgainAfter = 2_000;

class Left extends Error {}

export function followCall(call: EngineCall, beginning: Beginning, desk: FollowingDesk): FollowedCall {
  const { recordings, log, ringSeconds } = desk;
  const name = callName(call);
  const isOutbound = call.callType === 'outbound';
  const asterisk = callRequests(call, {
    ari: desk.ari,
    app: desk.app,
    rawFile: recordings.rawFile(name),
    messageFile: recordings.messageFile(name),
    longestLineSeconds: longestLineSeconds(call, desk),
  });
  const customer = newLine('customer', customerChannelOf(call, beginning));
  const staff = staffIdsOf(call, beginning).map((id) => newLine('staff', staffChannel(call, id), id));
  const lines = [customer, ...staff];
  const { changed, until, untilWithin } = waiting();
  const timers: NodeJS.Timeout[] = [];
  const told = new Set<string>();
  const played = new Map<string, string>();
  /** What somebody waits for to be played. */
  let playing: string | undefined;
  /** The answer as another node heard it. */
  let noted: Answer | undefined;
  /** Nothing but a recording is left of it. */
  let isRest = false;
  let endedBy: (EndedBy & { at: Date }) | undefined;
  let isLeft = false;
  let noting: Promise<void> = Promise.resolve();
  const placement = Promise.withResolvers<'placed' | Refusal>();

  const scene: Scene = {
    ...{ call, desk, asterisk, customer, staff, end, later, lineIsMissing },
    taker: isOutbound ? staff[0] : undefined,
    isAdopted: beginning.kind === 'adopt',
    isRecording: false,
    isBridged: false,
    isCallerUp: false,
    isMessage: false,
    placed: () => placement.resolve('placed'),
    async refused(why) {
      // A call that was hung up meanwhile ends here; no other Asterisk may place it.
      if (!endedBy) placement.resolve(why);
      await scene.untilPeople(() => false);
    },
    async untilPeople(condition) {
      await until(() => isLeft || endedBy || condition());
      if (isLeft) throw new Left();
      if (endedBy) throw new Over();
    },
    async untilAsterisk(condition) {
      const isDone = await untilWithin(asteriskPatience, () => endedBy || condition());
      if (endedBy) throw new Over();
      if (!isDone) throw new Error('Asterisk did not do at once what it said it would.');
    },
    untilGone: (line) => untilWithin(newsOnTheWay, () => line.gone),
    async untilPlayed(playback) {
      playing = playback;
      await scene.untilPeople(() => played.has(playback));
      playing = undefined;
      return played.get(playback) as string;
    },
    answerNoted: () => noting,
  };

  async function conduct(): Promise<void> {
    try {
      if (beginning.kind === 'adopt') await adopt(beginning.found);
      if (!endedBy) await (isOutbound ? conductOutbound(scene) : conductInbound(scene));
    } catch (error) {
      if (isLeft) return;
      if (!(error instanceof Over)) await explain(error);
    }
    placement.resolve('placed'); // Its end is told from here, whatever it is.
    await finish();
  }

  // Its end.

  function end(by: EndedBy, at = new Date()): void {
    endedBy ??= { ...by, at };
    changed();
  }

  /** Mostly a request fails because its line has just gone, and the news of that is on its way. */
  async function explain(error: unknown): Promise<void> {
    if (error instanceof AriRefusal && (await untilWithin(newsOnTheWay, () => endedBy))) return;
    if (!endedBy) log.error({ err: error, call_id: call.callId }, 'a call failed in Asterisk');
    end({ kind: 'system', reason: 'engine_error' });
  }

  /** The one whose answer makes it a talk. */
  const decidingLine = () => (isOutbound ? customer : scene.taker);

  function answerOf(): Answer | undefined {
    const { answeredAt: at, staffId } = decidingLine() ?? {};
    return at ? { at, staffId } : noted;
  }

  /** Takes everything down and tells the end. Where Asterisk cannot be reached it is tried again. */
  async function finish(): Promise<void> {
    clearTimers();
    const by = endedBy as EndedBy & { at: Date };
    const answer = answerOf();
    await Promise.all([...lines.map((line) => remove(line, reasonFor(line, by, answer))), removeBridge()]);
    await noting;
    const [cameTo, recording] = isLeft ? [] : await finishRecording(by, answer);
    if (isLeft) return;
    desk.onDone(one);
    const common = { ...refOf(call), at: by.at };
    if (recording) desk.tell({ ...common, kind: 'recorded', ...recording });
    const ending = toEnding(call.callType, by, cameTo ?? 'nothing');
    desk.tell({
      ...common,
      kind: 'ended',
      ending: {
        ...ending,
        ...(answer && { answeredAt: answer.at }),
        ...(answer?.staffId !== undefined && { answeredBy: answer.staffId }),
      },
    });
  }

  async function remove(line: Line, reason: string): Promise<void> {
    while (isThere(line) && !isLeft) {
      const removed = await asterisk.remove(line, reason).catch(() => 'not reached');
      if (removed === 'not there') line.gone ??= { at: new Date() };
      await untilWithin(removeAgainAfter, () => line.gone || isLeft);
    }
  }

  /** A caller whom nobody answered is not to hear that all went well. */
  function reasonFor(line: Line, by: EndedBy, answer: Answer | undefined): string {
    if (isOutbound || line !== customer || answer || by.kind === 'api') return 'normal';
    const { reason } = toEnding('inbound', by, 'nothing');
    // 503: the carrier may try another server.
    if (reason === 'engine_error') return 'congestion';
    return reason === 'staff_busy' ? 'busy' : 'no_answer';
  }

  async function removeBridge(): Promise<void> {
    if (!scene.isBridged || isLeft) return;
    await asterisk.removeBridge().catch((error) => {
      log.warn({ err: error, call_id: call.callId }, 'a bridge could not be removed; it will be when Asterisk is back');
      desk.onLitter(call);
    });
  }

  /** What was recorded before anybody answered is nobody's business. A call ends all the same when its recording is lost. */
  async function finishRecording(by: EndedBy & { at: Date }, answer: Answer | undefined) {
    const cameTo: CameTo = answer ? 'talk' : 'nothing';
    try {
      const message = answer || by.kind === 'api' ? undefined : await recordings.finishMessage(name);
      if (message) return ['message', message] as const;
      const since = answer?.at ?? call.dialledAt;
      if (answer || isRest) return [cameTo, await recordings.finish(name, by.at.getTime() - since.getTime())] as const;
      await recordings.discard(name);
    } catch (error) {
      log.error({ err: error, call_id: call.callId }, 'the recording of a call is lost');
    }
    return [cameTo] as const;
  }

  // What is heard of it.

  function hear(channel: string, message: AriMessage): void {
    const line = lines.find((one) => one.channel === channel);
    if (!line) return;
    if (message.type === 'PlaybackFinished') played.set(message.playback.id, message.playback.state);
    hearLine(line, message);
    if (line.answeredAt) take(line);
    if (line.gone) lineIsGone(line);
    const event = toEngineEvent(message);
    if (event) news(event);
    changed();
  }

  /** The first to answer has the call. */
  function take(line: Line): void {
    if (line.leg === 'staff' && !endedBy) scene.taker ??= line;
  }

  /** One telephone of several that ring may well fall silent. */
  function lineIsGone(line: Line): void {
    if (line === customer || line === scene.taker) end(endedByLine(line), line.gone?.at);
    changed();
  }

  /** Should we not be there to end a talk that is too long, Asterisk does; nobody has hung up then. */
  function endedByLine(line: Line): EndedBy {
    const talkedSeconds = ((line.gone?.at.getTime() ?? 0) - (answerOf()?.at.getTime() ?? Infinity)) / 1_000;
    if (!line.hungUp && talkedSeconds >= desk.longestTalkSeconds) return { kind: 'too long' };
    return { kind: 'line', line: lineAtEnd(line, ringSeconds[line.leg]) };
  }

  function lineIsMissing(line: Line): void {
    line.gone ??= { at: new Date() };
    lineIsGone(line);
  }

  /** Each thing is told once, and nothing while the call is being ended. */
  function news(event: NonNullable<ReturnType<typeof toEngineEvent>>): void {
    const what = `${event.kind} ${event.leg} ${event.staffId}`;
    if (endedBy || isLeft || told.has(what)) return;
    const { kind, leg, staffId, at } = event;
    // Two may answer in the same moment.
    if (kind === 'answered' && leg === 'staff' && staffId !== scene.taker?.staffId) return;
    told.add(what);
    if (kind === 'answered' && leg === decidingLine()?.leg) noting = noteAnswer({ at, staffId });
    desk.tell(event);
  }

  /** Beside the recording; of a call that is not recorded nothing is written at all. */
  async function noteAnswer(answer: Answer): Promise<void> {
    if (!call.isRecorded) return;
    try {
      await recordings.noteAnswer(name, answer);
    } catch (error) {
      log.error({ err: error, call_id: call.callId }, 'the moment of an answer could not be kept');
    }
  }

  function compare(channels: Map<string, AriChannel>, askedAt: number): void {
    for (const line of lines) {
      if (line.gone || line.thereSince === undefined || line.thereSince >= askedAt) continue;
      const channel = channels.get(line.channel);
      if (channel) catchUp(line, channel);
      else later(newsOnTheWay, () => lineIsMissing(line));
    }
    if (playing) void checkPlaying(playing); // A failure counts as not yet played.
  }

  async function checkPlaying(playback: string): Promise<void> {
    // Where that cannot be known now, the next comparison asks again.
    if (!(await asterisk.hasPlayed(playback).catch(() => false)) || played.has(playback)) return;
    played.set(playback, 'done');
    changed();
  }

  /** Tells what a line has come to while nobody listened. The caller's own line tells nothing. */
  function catchUp(line: Line, { state }: AriChannel, answeredAt = new Date()): void {
    if (line === customer && !isOutbound) return;
    const common = { ...refOf(call), leg: line.leg, ...(line.staffId !== undefined && { staffId: line.staffId }) };
    if (state === 'Ringing' || state === 'Up') line.rangAt ??= new Date();
    if (state === 'Up') line.answeredAt ??= answeredAt;
    if (line.answeredAt) take(line);
    if (state === 'Ringing') news({ ...common, kind: 'ringing', at: line.rangAt as Date });
    if (line.answeredAt) news({ ...common, kind: 'answered', at: line.answeredAt });
    changed();
  }

  // Going on with what another node began.

  async function adopt(found: Found): Promise<void> {
    scene.isBridged = found.bridge !== undefined;
    noted = await recordings.answerOf(name);
    if (found.recordedUntil) {
      isRest = true;
      return end({ kind: 'system', reason: 'system_recovered' }, found.recordedUntil);
    }
    scene.taker ??= staff.find(
      ({ channel, staffId }) => staffId === noted?.staffId || found.bridge?.channels.includes(channel),
    );
    for (const line of lines) adoptLine(line, channelOf(line, found));
    const isRecorded = (line: Line | undefined) => line && channelOf(line, found)?.dialplan?.context === recordContext;
    scene.isRecording = isRecorded(scene.taker) ?? false;
    if (!isOutbound) {
      scene.isCallerUp = found.customer?.state === 'Up';
      scene.isMessage = isRecorded(customer) ?? false;
      // Whoever had taken the call is gone.
      if (scene.isBridged && !scene.taker) end({ kind: 'system', reason: 'system_recovered' });
    }
    await joinAgain(found);
  }

  function channelOf(line: Line, { staff, customer: caller }: Found): AriChannel | undefined {
    return line === customer ? caller : staff.find(({ id }) => id === line.channel);
  }

  function adoptLine(line: Line, channel: AriChannel | undefined): void {
    const wasThere = line === scene.taker || (line === customer && (scene.isBridged || !isOutbound));
    if (channel) takeOver(line, channel, line === decidingLine() ? noted?.at : undefined);
    else if (wasThere) lineIsMissing(line);
  }

  function takeOver(line: Line, channel: AriChannel, answeredAt: Date | undefined): void {
    line.mayExist = true;
    line.thereSince = performance.now();
    line.entries = 1;
    line.dialledAt = momentOf(channel.creationtime);
    catchUp(line, channel, answeredAt);
    if (channel.state === 'Down') waitForSignOfLife(line, line.dialledAt);
  }

  /**
   * The customer's line stays down in Asterisk while his telephone rings, so nobody can see whether a line was dialled, and
   * nothing is dialled twice. Most likely it was and rings: then Asterisk ends it in time, otherwise we do.
   */
  function waitForSignOfLife(line: Line, dialledAt: Date): void {
    line.rangAt ??= dialledAt;
    const rest = dialledAt.getTime() + ringSeconds[line.leg] * 1_000 - Date.now();
    later(Math.max(0, rest) + newsOnTheWay, () => {
      if (line.answeredAt) return;
      if (line === customer || line === scene.taker) end({ kind: 'system', reason: 'system_recovered' });
      else void remove(line, 'normal'); // It retries until the line is gone.
    });
  }

  /** That node may have died between making the bridge and putting them into it. */
  async function joinAgain({ customer, bridge }: Found): Promise<void> {
    if (!scene.taker || scene.taker.gone || !customer || !bridge) return;
    const outside = [scene.taker.channel, customer.id].filter((id) => !bridge.channels.includes(id));
    if (outside.length > 0) await asterisk.join(outside);
  }

  function later(milliseconds: number, work: () => void): void {
    // What was under way when the call was left is finished all the same, and nobody would stop the timer.
    if (!isLeft) timers.push(setTimeout(work, Math.max(0, milliseconds)));
  }

  function clearTimers(): void {
    for (const timer of timers) clearTimeout(timer);
  }

  if (beginning.kind === 'receive') {
    customer.mayExist = true;
    customer.thereSince = performance.now();
  }
  const one: FollowedCall = {
    call,
    placement: placement.promise,
    giveUp: (why) => end({ kind: 'refused', leg: 'staff', why }),
    channels: () => lines.map(({ channel }) => channel),
    hear,
    compare,
    hangUp: () => end({ kind: 'api' }),
    announcementFailed() {
      // When a party hangs up meanwhile, it fails as well.
      if (!endedBy)
        log.error(
          { call_id: call.callId },
          'it could not be said that a call is recorded; does Asterisk see its sounds?',
        );
    },
    lose(at) {
      end({ kind: 'system', reason: 'engine_error' }, at);
      for (const line of lines) line.gone ??= { at };
      changed();
    },
    async leave() {
      isLeft = true;
      clearTimers();
      changed();
      await done;
      await noting;
    },
  };
  const done = conduct();
  return one;
}

/** Should everybody who knows of a line die, Asterisk ends it after so long. */
function longestLineSeconds({ staff }: EngineCall, { ringSeconds, longestTalkSeconds }: Desk): number {
  const ringing = Math.max(staff.length, 1) * ringSeconds.staff + ringSeconds.customer;
  return ringing + longestTalkSeconds + 60;
}
