import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../platform/log.ts';
import type { EngineCall, Leg, TellEngineEvent } from '../engine.ts';
import { type Ari, AriRefusal } from './ari-http.ts';
import type { AriBridge, AriChannel, AriMessage } from './ari-messages.ts';
import { momentOf } from './ari-messages.ts';
import { bridgeName, callName, channelName } from './call-names.ts';
import { customerDestination, type Destination, staffDestination } from './endpoint.ts';
import { hearLine, type Line, lineAtEnd, newLine } from './line.ts';
import type { RawRecordings } from './raw-recordings.ts';
import { type EndedBy, toEnding } from './to-ending.ts';
import { toEngineEvent } from './to-engine-event.ts';

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
  const { ari, recordings, log } = desk;
  const name = callName(call);
  const staff = newLine('staff', channelName(call, 'staff'));
  const customer = newLine('customer', customerChannel(beginning) ?? channelName(call, 'customer'));
  const lines = [staff, customer];
  /** Whose answer makes it a talk. */
  const other = call.callType === 'outbound' ? customer : staff;
  const timers = new Set<NodeJS.Timeout>();
  const told = new Set<string>();
  let isAdopted = false;
  let isRecording = false;
  let isRest = false;
  let isBridged = false;
  let endedBy: (EndedBy & { at: Date }) | undefined;
  let isLeft = false;
  let noting: Promise<void> = Promise.resolve();
  let change = Promise.withResolvers<void>();

  function changed(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  function end(by: EndedBy, at = new Date()): void {
    endedBy ??= { ...by, at };
    changed();
  }

  function later(milliseconds: number, work: () => void): void {
    const timer = setTimeout(work, milliseconds);
    timers.add(timer);
  }

  /** Waits for people: meanwhile the call may end, or go to another node. */
  async function untilPeople(condition: () => unknown): Promise<void> {
    for (;;) {
      if (isLeft) throw new Left();
      if (endedBy) throw new Over();
      if (condition()) return;
      await change.promise;
    }
  }

  /** Waits for Asterisk, which takes milliseconds; what was begun is finished even when the call is being left. */
  async function untilAsterisk(condition: () => unknown): Promise<void> {
    const deadline = performance.now() + asteriskPatience;
    const timeout = pause(asteriskPatience, undefined, { ref: false });
    while (!condition()) {
      if (endedBy) throw new Over();
      if (performance.now() >= deadline) throw new Error('Asterisk did not do at once what it said it would.');
      await Promise.race([change.promise, timeout]);
    }
  }

  async function conduct(): Promise<void> {
    try {
      await (call.callType === 'outbound' ? conductOutbound() : conductInbound());
    } catch (error) {
      if (isLeft || error instanceof Left) return;
      if (!(error instanceof Over)) await explain(error);
    }
    await finish();
  }

  /** Mostly a request fails because its line has just gone, and the news of that is on its way. */
  async function explain(error: unknown): Promise<void> {
    if (error instanceof AriRefusal) await Promise.race([untilEnded(), pause(newsOnTheWay, undefined, { ref: false })]);
    if (endedBy) return;
    log.error({ err: error, call_id: call.callId }, 'a call failed in Asterisk');
    end({ kind: 'system', reason: 'engine_error' });
  }

  async function untilEnded(): Promise<void> {
    while (!endedBy) await change.promise;
  }

  async function conductOutbound(): Promise<void> {
    if (!staff.mayExist) await ring(staff, staffDestination(call, desk.trunk));
    await untilPeople(() => staff.answeredAt);
    if (!isBridged) {
      await record();
      await bridge([staff]);
      // He is in the bridge before he is dialled: so the staff member hears the ringing, or what the carrier plays.
      await ring(customer, customerDestination(call, desk.trunk), () => bridge([customer]));
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
      await ari.post(`${pathOf(customer)}/answer`);
      await record();
      await bridge([staff, customer]);
    }
    await talk(staff.answeredAt as Date);
  }

  /** Lets the caller hear the ringing. He may be gone already, and then nobody is called. */
  async function takeCaller(): Promise<void> {
    try {
      // Asterisk tells no more of a line that has left its application, not even its end, unless it was asked to.
      await ari.post(`/applications/${desk.app}/subscription`, { eventSource: `channel:${customer.channel}` });
      await ari.post(`${pathOf(customer)}/variable`, { variable: 'TRUNKLINE_CALL', value: name });
      await ari.post(`${pathOf(customer)}/ring`);
    } catch (error) {
      if (!(error instanceof AriRefusal)) throw error;
      customer.gone ??= { at: new Date() };
      lineIsGone(customer);
      throw new Over();
    }
  }

  async function ring(line: Line, to: Destination | undefined, before = async () => {}): Promise<void> {
    await untilPeople(() => true);
    if (!to || !(await create(line, to))) {
      end({ kind: 'refused', leg: line.leg });
      throw new Over();
    }
    await untilAsterisk(() => line.entries > 0);
    await before();
    line.dialledAt = new Date();
    await ari.post(`${pathOf(line)}/dial`, { timeout: desk.ringSeconds[line.leg] });
  }

  /** False when Asterisk knows nobody to send it to. */
  async function create(line: Line, { endpoint, callerId }: Destination): Promise<boolean> {
    line.mayExist = true;
    const variables = {
      TRUNKLINE_CALL: name,
      TRUNKLINE_APP: desk.app,
      TRUNKLINE_RECORDING: recordings.rawFile(name),
      // Should everybody who knows of this line die, Asterisk ends it.
      'TIMEOUT(absolute)': String(desk.ringSeconds.staff + desk.ringSeconds.customer + desk.longestTalkSeconds + 60),
      ...(callerId && { 'CONNECTEDLINE(num,i)': callerId, 'CONNECTEDLINE(pres,i)': 'allowed' }),
    };
    try {
      await ari.post('/channels/create', { endpoint, app: desk.app, channelId: line.channel }, { variables });
      return true;
    } catch (error) {
      if (!(error instanceof AriRefusal)) throw error;
      line.mayExist = false;
      if (error.status === 500) return false;
      throw error;
    }
  }

  async function record(): Promise<void> {
    if (isRecording) return;
    const entries = staff.entries;
    if (isAdopted) await ari.post(`${pathOf(staff)}/variable`, { variable: 'TRUNKLINE_APP', value: desk.app });
    await ari.post(`${pathOf(staff)}/continue`, { context: 'trunkline-record', extension: 's', priority: 1 });
    await untilAsterisk(() => staff.entries > entries);
  }

  /** Connected lines are not told of each other: the carrier would learn the customer's number as the caller's. */
  async function bridge(joining: Line[]): Promise<void> {
    if (!isBridged) await ari.post(`/bridges/${bridgeName(call)}`, { type: 'mixing' });
    isBridged = true;
    const channel = joining.map((line) => line.channel).join(',');
    await ari.post(`/bridges/${bridgeName(call)}/addChannel`, { channel, inhibitConnectedLineUpdates: true });
  }

  async function talk(since: Date): Promise<void> {
    const rest = since.getTime() + desk.longestTalkSeconds * 1_000 - Date.now();
    later(Math.max(0, rest), () => end({ kind: 'too long' }));
    await untilPeople(() => false);
  }

  /** Takes everything down and tells the end. Where Asterisk cannot be reached it is tried again. */
  async function finish(): Promise<void> {
    for (const timer of timers) clearTimeout(timer);
    if (isLeft) return;
    const by = endedBy as EndedBy & { at: Date };
    await Promise.all([...lines.map((line) => remove(line, by)), removeBridge()]);
    await noting;
    if (isLeft) return;
    const answeredAt = other.answeredAt;
    const recording = await finishRecording(answeredAt, by.at);
    if (isLeft) return;
    desk.onDone(one);
    const { tenantId, isTest, callId } = call;
    const common = { tenantId, isTest, callId, at: by.at };
    if (recording) desk.tell({ ...common, kind: 'recorded', ...recording });
    const ending = toEnding(call.callType, by, answeredAt !== undefined);
    desk.tell({ ...common, kind: 'ended', ending: { ...ending, ...(answeredAt && { answeredAt }) } });
  }

  /** What was recorded before anybody answered is nobody's business. A call ends all the same when its recording is lost. */
  async function finishRecording(answeredAt: Date | undefined, endedAt: Date) {
    try {
      if (!answeredAt && !isRest) return void (await recordings.discard(name));
      return await recordings.finish(name, endedAt.getTime() - (answeredAt ?? call.dialledAt).getTime());
    } catch (error) {
      log.error({ err: error, call_id: call.callId }, 'the recording of a call is lost');
      return undefined;
    }
  }

  async function remove(line: Line, by: EndedBy): Promise<void> {
    while (line.mayExist && !line.gone && !isLeft) {
      const removed = await ari
        .remove(pathOf(line), { reason: line === customer ? reasonForCustomer(by) : 'normal' })
        .catch(() => 'not reached');
      if (removed === 'not there') line.gone ??= { at: new Date() };
      await Promise.race([untilGone(line), pause(removeAgainAfter, undefined, { ref: false })]);
    }
  }

  /** A caller whom nobody answered is not to hear that all went well. */
  function reasonForCustomer(by: EndedBy): string {
    if (call.callType === 'outbound' || staff.answeredAt || by.kind === 'api') return 'normal';
    return by.kind === 'line' && by.line.cause === busy ? 'busy' : 'no_answer';
  }

  async function untilGone(line: Line): Promise<void> {
    while (!line.gone && !isLeft) await change.promise;
  }

  async function removeBridge(): Promise<void> {
    if (!isBridged) return;
    await ari.remove(`/bridges/${bridgeName(call)}`).catch((error) => {
      log.warn({ err: error, call_id: call.callId }, 'a bridge could not be removed; it will be when Asterisk is back');
      desk.onLitter(call);
    });
  }

  function hear(id: string, message: AriMessage): void {
    const line = lines.find(({ channel }) => channel === id);
    if (!line) return;
    hearLine(line, message);
    if (line.gone) lineIsGone(line);
    const event = toEngineEvent(message);
    if (event) news(event);
    changed();
  }

  function lineIsGone(line: Line): void {
    end({ kind: 'line', line: lineAtEnd(line, desk.ringSeconds[line.leg]) }, line.gone?.at);
  }

  /** Each thing is told once, and nothing while the call is being ended. */
  function news(event: NonNullable<ReturnType<typeof toEngineEvent>>): void {
    const what = `${event.kind} ${event.leg}`;
    if (endedBy || isLeft || told.has(what)) return;
    told.add(what);
    if (event.kind === 'answered' && event.leg === other.leg)
      noting = recordings.noteAnswer(name, event.at).catch((error) => {
        log.error({ err: error, call_id: call.callId }, 'the moment of an answer could not be kept');
      });
    desk.tell(event);
  }

  function compare(channels: Map<string, AriChannel>, askedAt: number): void {
    for (const line of lines) {
      if (line.gone || line.thereSince === undefined || line.thereSince >= askedAt) continue;
      const channel = channels.get(line.channel);
      if (channel) catchUp(line, channel);
      else
        later(newsOnTheWay, () => {
          line.gone ??= { at: new Date() };
          lineIsGone(line);
        });
    }
  }

  /** Tells what a line has come to while nobody listened. The caller's own line tells nothing. */
  function catchUp(line: Line, { state }: AriChannel, answeredAt = new Date()): void {
    if (line.channel !== channelName(call, line.leg)) return;
    const { tenantId, isTest, callId } = call;
    const common = { tenantId, isTest, callId, leg: line.leg };
    if (state === 'Ringing' || state === 'Up') line.rangAt ??= new Date();
    if (state === 'Up') line.answeredAt ??= answeredAt;
    if (state === 'Ringing') news({ ...common, kind: 'ringing', at: line.rangAt as Date });
    if (line.answeredAt) news({ ...common, kind: 'answered', at: line.answeredAt });
    changed();
  }

  /** Goes on with what another node began. */
  async function adopt(found: Found): Promise<void> {
    isAdopted = true;
    isBridged = found.bridge !== undefined;
    isRecording = found.staff?.dialplan?.context === 'trunkline-record';
    const answeredAt = await recordings.answerOf(name);
    if (found.recordedUntil) {
      isRest = true;
      if (answeredAt) other.answeredAt = answeredAt;
      return end({ kind: 'system', reason: 'system_recovered' }, found.recordedUntil);
    }
    for (const line of lines) {
      const channel = found[line.leg];
      if (channel) takeOver(line, channel, line === other ? answeredAt : undefined);
      else if (line === staff || isBridged) lineIsMissing(line, answeredAt);
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
    const rest = dialledAt.getTime() + desk.ringSeconds[line.leg] * 1_000 + newsOnTheWay - Date.now();
    later(Math.max(newsOnTheWay, rest), () => {
      if (!line.answeredAt) end({ kind: 'system', reason: 'system_recovered' });
    });
  }

  /** It was there once, or the call would not have come so far. */
  function lineIsMissing(line: Line, answeredAt: Date | undefined): void {
    if (answeredAt) other.answeredAt ??= answeredAt;
    line.gone = { at: new Date() };
    lineIsGone(line);
  }

  async function begin(): Promise<void> {
    if (beginning.kind === 'adopt') await adopt(beginning.found);
    if (beginning.kind === 'receive') {
      customer.mayExist = true;
      customer.thereSince = performance.now();
    }
    await conduct();
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
      for (const timer of timers) clearTimeout(timer);
      changed();
      await done;
      await noting;
    },
  };
  const done = begin();
  return one;
}

function customerChannel(beginning: Beginning): string | undefined {
  if (beginning.kind === 'receive') return beginning.caller.id;
  return beginning.kind === 'adopt' ? beginning.found.customer?.id : undefined;
}

const pathOf = ({ channel }: Line) => `/channels/${encodeURIComponent(channel)}`;
