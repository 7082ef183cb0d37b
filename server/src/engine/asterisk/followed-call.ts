import type { Logger } from '../../platform/log.ts';
import type { EngineCall, Leg, TellEngineEvent } from '../engine.ts';
import { type Ari, AriRefusal } from './ari-http.ts';
import { type AriBridge, type AriChannel, type AriMessage, momentOf } from './ari-messages.ts';
import { callName, channelName, refOf } from './call-names.ts';
import { callRequests, recordContext } from './call-requests.ts';
import { customerDestination, type Destination, staffDestination } from './endpoint.ts';
import { hearLine, type Line, lineAtEnd, newLine } from './line.ts';
import type { RawRecordings } from './raw-recordings.ts';
import { type EndedBy, toEnding } from './to-ending.ts';
import { toEngineEvent } from './to-engine-event.ts';
import { waiting } from './waiting.ts';

// One call on an Asterisk, from its first line to its end.
//
//   outbound   staff rings ──► answers ──► recording ──► bridge ──► customer rings in it ──► answers ──► talk ──► end
//   inbound    the customer's line is there ──► staff rings ──► answers ──► recording ──► bridge ──► talk ──► end
//
// Each step looks at what is there already, so a call that another node began goes on from where it stands. The bridge is
// the mark that the customer is being called: where it is found without him, he was called and is not called again.

export type Desk = {
  ari: Ari;
  /** The name under which this node hears of its lines. */
  app: string;
  tell: TellEngineEvent;
  log: Logger;
  recordings: RawRecordings;
  trunk: string;
  ringSeconds: Record<Leg, number>;
  longestTalkSeconds: number;
  /** The call is over, or is being followed by somebody else. */
  onDone(one: FollowedCall): void;
  /** Something of the call may be left in Asterisk, which could not be reached. */
  onLitter(call: EngineCall): void;
};

/** What Asterisk has of a call. */
export type Found = {
  staff?: AriChannel | undefined;
  customer?: AriChannel | undefined;
  bridge?: AriBridge | undefined;
  /** Nothing else is left than a recording, which ends here. */
  recordedUntil?: Date | undefined;
};

/** How a call comes to be followed: it is to be placed, it has come in, or another node began it. */
export type Beginning = { kind: 'place' } | { kind: 'receive'; caller: AriChannel } | { kind: 'adopt'; found: Found };

export type FollowedCall = {
  readonly call: EngineCall;
  channels(): string[];
  /** A message about one of its channels. */
  hear(channel: string, message: AriMessage): void;
  /** Takes in what Asterisk said when it was asked, at `askedAt` by the clock of `performance.now`. */
  compare(channels: Map<string, AriChannel>, askedAt: number): void;
  hangUp(): void;
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
/** ITU-T Q.850. */
const busy = 17;

class Over extends Error {}
class Left extends Error {}

export function followCall(call: EngineCall, beginning: Beginning, desk: Desk): FollowedCall {
  const { recordings, log, ringSeconds } = desk;
  const name = callName(call);
  const asterisk = callRequests(call, {
    ari: desk.ari,
    app: desk.app,
    rawFile: recordings.rawFile(name),
    longestLineSeconds: ringSeconds.staff + ringSeconds.customer + desk.longestTalkSeconds + 60,
  });
  const staff = newLine('staff', channelName(call, 'staff'));
  const customer = newLine('customer', customerChannel(beginning) ?? channelName(call, 'customer'));
  const lines = [staff, customer];
  /** Whose answer makes it a talk. */
  const other = call.callType === 'outbound' ? customer : staff;
  const { changed, until, untilWithin } = waiting();
  const timers: NodeJS.Timeout[] = [];
  const told = new Set<string>();
  let isRecording = false;
  let isBridged = false;
  /** Nothing but a recording is left of it. */
  let isRest = false;
  let endedBy: (EndedBy & { at: Date }) | undefined;
  let isLeft = false;
  let noting: Promise<void> = Promise.resolve();

  // The course of the call.

  async function conduct(): Promise<void> {
    try {
      if (beginning.kind === 'adopt') await adopt(beginning.found);
      await (call.callType === 'outbound' ? conductOutbound() : conductInbound());
    } catch (error) {
      if (isLeft) return;
      if (!(error instanceof Over)) await explain(error);
    }
    await finish();
  }

  async function conductOutbound(): Promise<void> {
    if (!staff.mayExist) await ring(staff, staffDestination(call, desk.trunk));
    await untilPeople(() => staff.answeredAt);
    if (!isBridged) {
      await record();
      await bridge([staff]);
      // He is in the bridge before he is dialled: so the staff member hears the ringing, or what the carrier plays.
      await ring(customer, customerDestination(call, desk.trunk), () => asterisk.join([customer.channel]));
    }
    await untilPeople(() => customer.answeredAt);
    await talk(customer.answeredAt as Date);
  }

  async function conductInbound(): Promise<void> {
    if (!staff.mayExist) {
      await takeCaller();
      await ring(staff, staffDestination(call, desk.trunk));
    }
    await untilPeople(() => staff.answeredAt);
    if (!isBridged) {
      await asterisk.answer(customer);
      await record();
      await bridge([staff, customer]);
    }
    await talk(staff.answeredAt as Date);
  }

  /** The caller may be gone already, and then nobody is called. */
  async function takeCaller(): Promise<void> {
    try {
      await asterisk.takeCaller(customer);
    } catch (error) {
      if (error instanceof AriRefusal) lineIsMissing(customer);
      throw error;
    }
  }

  async function ring(line: Line, to: Destination | undefined, beforehand = async () => {}): Promise<void> {
    if (!to || (await asterisk.create(line, to)) === 'refused') {
      end({ kind: 'refused', leg: line.leg });
      throw new Over();
    }
    await untilAsterisk(() => line.entries > 0);
    await beforehand();
    line.dialledAt = new Date();
    await asterisk.dial(line, ringSeconds[line.leg]);
  }

  async function record(): Promise<void> {
    if (isRecording) return;
    const entries = staff.entries;
    if (beginning.kind === 'adopt') await asterisk.claim(staff);
    await asterisk.record(staff);
    await untilAsterisk(() => staff.entries > entries);
  }

  async function bridge(joining: Line[]): Promise<void> {
    isBridged = true;
    await asterisk.makeBridge();
    await asterisk.join(joining.map(({ channel }) => channel));
  }

  async function talk(since: Date): Promise<void> {
    const rest = since.getTime() + desk.longestTalkSeconds * 1_000 - Date.now();
    later(rest, () => end({ kind: 'too long' }));
    await untilPeople(() => false);
  }

  /** Waits for people: meanwhile the call may end, or go to another node. */
  async function untilPeople(condition: () => unknown): Promise<void> {
    await until(() => isLeft || endedBy || condition());
    if (isLeft) throw new Left();
    if (endedBy) throw new Over();
  }

  /** Waits for Asterisk, which takes milliseconds; what was begun is finished even when the call is being left. */
  async function untilAsterisk(condition: () => unknown): Promise<void> {
    const isDone = await untilWithin(asteriskPatience, () => endedBy || condition());
    if (endedBy) throw new Over();
    if (!isDone) throw new Error('Asterisk did not do at once what it said it would.');
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

  /** Takes everything down and tells the end. Where Asterisk cannot be reached it is tried again. */
  async function finish(): Promise<void> {
    clearTimers();
    const by = endedBy as EndedBy & { at: Date };
    const { answeredAt } = other;
    await Promise.all([...lines.map((line) => remove(line, by)), removeBridge()]);
    await noting;
    const recording = isLeft ? undefined : await finishRecording(answeredAt, by.at);
    if (isLeft) return;
    desk.onDone(one);
    const common = { ...refOf(call), at: by.at };
    if (recording) desk.tell({ ...common, kind: 'recorded', ...recording });
    const ending = toEnding(call.callType, by, answeredAt !== undefined);
    desk.tell({ ...common, kind: 'ended', ending: { ...ending, ...(answeredAt && { answeredAt }) } });
  }

  async function remove(line: Line, by: EndedBy): Promise<void> {
    while (line.mayExist && !line.gone && !isLeft) {
      const reason = line === customer ? reasonForCustomer(by) : 'normal';
      const removed = await asterisk.remove(line, reason).catch(() => 'not reached');
      if (removed === 'not there') line.gone ??= { at: new Date() };
      await untilWithin(removeAgainAfter, () => line.gone || isLeft);
    }
  }

  /** A caller whom nobody answered is not to hear that all went well. */
  function reasonForCustomer(by: EndedBy): string {
    if (call.callType === 'outbound' || staff.answeredAt || by.kind === 'api') return 'normal';
    return by.kind === 'line' && by.line.cause === busy ? 'busy' : 'no_answer';
  }

  async function removeBridge(): Promise<void> {
    if (!isBridged || isLeft) return;
    await asterisk.removeBridge().catch((error) => {
      log.warn({ err: error, call_id: call.callId }, 'a bridge could not be removed; it will be when Asterisk is back');
      desk.onLitter(call);
    });
  }

  /** What was recorded before anybody answered is nobody's business. A call ends all the same when its recording is lost. */
  async function finishRecording(answeredAt: Date | undefined, endedAt: Date) {
    try {
      if (answeredAt || isRest)
        return await recordings.finish(name, endedAt.getTime() - (answeredAt ?? call.dialledAt).getTime());
      await recordings.discard(name);
    } catch (error) {
      log.error({ err: error, call_id: call.callId }, 'the recording of a call is lost');
    }
    return undefined;
  }

  // What is heard of it.

  function hear(channel: string, message: AriMessage): void {
    const line = lines.find((one) => one.channel === channel);
    if (!line) return;
    hearLine(line, message);
    if (line.gone) lineIsGone(line);
    const event = toEngineEvent(message);
    if (event) news(event);
    changed();
  }

  function lineIsGone(line: Line): void {
    end({ kind: 'line', line: lineAtEnd(line, ringSeconds[line.leg]) }, line.gone?.at);
  }

  function lineIsMissing(line: Line): void {
    line.gone ??= { at: new Date() };
    lineIsGone(line);
  }

  /** Each thing is told once, and nothing while the call is being ended. */
  function news(event: NonNullable<ReturnType<typeof toEngineEvent>>): void {
    const what = `${event.kind} ${event.leg}`;
    if (endedBy || isLeft || told.has(what)) return;
    told.add(what);
    if (event.kind === 'answered' && event.leg === other.leg) noting = noteAnswer(event.at);
    desk.tell(event);
  }

  async function noteAnswer(at: Date): Promise<void> {
    try {
      await recordings.noteAnswer(name, at);
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
  }

  /** Tells what a line has come to while nobody listened. The caller's own line tells nothing. */
  function catchUp(line: Line, { state }: AriChannel, answeredAt = new Date()): void {
    if (line.channel !== channelName(call, line.leg)) return;
    const common = { ...refOf(call), leg: line.leg };
    if (state === 'Ringing' || state === 'Up') line.rangAt ??= new Date();
    if (state === 'Up') line.answeredAt ??= answeredAt;
    if (state === 'Ringing') news({ ...common, kind: 'ringing', at: line.rangAt as Date });
    if (line.answeredAt) news({ ...common, kind: 'answered', at: line.answeredAt });
    changed();
  }

  // Going on with what another node began.

  async function adopt(found: Found): Promise<void> {
    isBridged = found.bridge !== undefined;
    isRecording = found.staff?.dialplan?.context === recordContext;
    const answeredAt = await recordings.answerOf(name);
    if (found.recordedUntil) adoptRest(found.recordedUntil, answeredAt);
    else {
      for (const line of lines) adoptLine(line, found[line.leg], answeredAt);
      await joinAgain(found);
    }
  }

  function adoptRest(until: Date, answeredAt: Date | undefined): void {
    isRest = true;
    if (answeredAt) other.answeredAt = answeredAt;
    end({ kind: 'system', reason: 'system_recovered' }, until);
  }

  function adoptLine(line: Line, channel: AriChannel | undefined, answeredAt: Date | undefined): void {
    const wasThere = line === staff || isBridged;
    if (channel) takeOver(line, channel, line === other ? answeredAt : undefined);
    else if (wasThere) {
      if (answeredAt) other.answeredAt ??= answeredAt;
      lineIsMissing(line);
    }
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
      if (!line.answeredAt) end({ kind: 'system', reason: 'system_recovered' });
    });
  }

  /** That node may have died between making the bridge and putting them into it. */
  async function joinAgain({ staff, customer, bridge }: Found): Promise<void> {
    if (!staff || !customer || !bridge) return;
    const outside = [staff.id, customer.id].filter((id) => !bridge.channels.includes(id));
    if (outside.length > 0) await asterisk.join(outside);
  }

  function later(milliseconds: number, work: () => void): void {
    timers.push(setTimeout(work, Math.max(0, milliseconds)));
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
    channels: () => lines.map(({ channel }) => channel),
    hear,
    compare,
    hangUp: () => end({ kind: 'api' }),
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

function customerChannel(beginning: Beginning): string | undefined {
  if (beginning.kind === 'receive') return beginning.caller.id;
  return beginning.kind === 'adopt' ? beginning.found.customer?.id : undefined;
}
