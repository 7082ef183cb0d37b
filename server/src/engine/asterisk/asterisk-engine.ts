import { type CallRef, callName, onlyRef } from '../../platform/call-ref.ts';
import { recurring } from '../../platform/concurrency/recurring.ts';
import type { Logger } from '../../platform/log.ts';
import type { AriAccount } from '../../platform/network/ari-account.ts';
import type { Engine, EngineCall, Leg, ReportEngineEvent } from '../engine.ts';
import { type AskOverSocket, ariClient } from './ari/ari-http.ts';
import { type AriBridge, type AriChannel, type AriInfo, type AriMessage, unreadMessages } from './ari/ari-messages.ts';
import { followEvents } from './ari/ari-socket.ts';
import { bridgeName, callNameOf, callNameOfBridge, holdBridgeName, readChannelName } from './ari/call-names.ts';
import { recordingMuter } from './ari/mute-recording.ts';
import { openRequestLanes } from './ari/request-lanes.ts';
import { arrivalsOn } from './call/arrivals.ts';
import type { CallOrigin } from './call/flow-start.ts';
import type { Found } from './call/flow-state.ts';
import { rawRecordingsIn } from './call/raw-recordings.ts';
import { type AsteriskContext, type CallSession, startCallSession } from './call/session.ts';
import { makeSharedFolder } from './call/shared-folder.ts';
import { putSounds } from './call/sounds.ts';
import type { Refusal } from './call/to-ending.ts';

// One Asterisk server as an engine. Calls live in Asterisk, not in this process: if the node that drives them dies, another
// node finds them by their names and continues.

export type AsteriskOptions = {
  report: ReportEngineEvent;
  log: Logger;
  account: AriAccount;
  /** The name of this Asterisk server; part of the references of inbound calls. */
  name?: string;
  /** Unique per node. The dialplan offers inbound calls to the applications whose names begin with `trunkline-`. */
  app: string;
  /** The trunk for calls that name none. */
  trunk: string;
  /** A folder that only this Asterisk writes to and every node reads under the same path. */
  recordingFolder: string;
  ringSeconds?: Record<Leg, number>;
  longestTalkSeconds?: number;
  longestMessageSeconds?: number;
  /** Once this Asterisk has been unreachable for this long, its calls count as lost. */
  lostAfterSeconds?: number;
};

export type AsteriskEngine = Engine & {
  /** Places a call, or reports that this Asterisk refused it. */
  tryToPlace(call: EngineCall): Promise<Placement>;
  /** The number of calls that this node follows on this Asterisk. */
  load(): number;
  has(call: CallRef): boolean;
};

/** A refused call has rung no telephone. The engine holds it, so that it can be hung up, until `giveUp` or `letGo`. */
export type Placement =
  | { kind: 'placed' }
  | {
      kind: 'refused';
      why: Refusal;
      /** Ends the call with this reason. */
      giveUp(why: Refusal): void;
      /** Leaves the call to another Asterisk. */
      letGo(): void;
    };

const checkEvery = 5_000;

type World = {
  channels: Map<string, AriChannel>;
  /** By call name. */
  ofCalls: Map<string | undefined, AriChannel[]>;
  bridges: Map<string, AriBridge>;
  askedAt: number;
};

export function createAsteriskEngine({
  report,
  log,
  account,
  name = 'asterisk',
  app,
  trunk,
  recordingFolder,
  ringSeconds = { staff: 30, customer: 60 },
  longestTalkSeconds = 7_200,
  longestMessageSeconds = 180,
  lostAfterSeconds = 60,
}: AsteriskOptions): AsteriskEngine {
  makeSharedFolder(recordingFolder);
  const overEventSocket: AskOverSocket = (request, patience) => socket.ask(request, patience);
  const ari = ariClient(account, overEventSocket);
  const lanes = openRequestLanes(account, app, overEventSocket);
  const followed = new Map<string, CallSession>();
  const byChannel = new Map<string, CallSession>();
  /** Names of calls that may still have channels or bridges in Asterisk. */
  const leftovers = new Set<string>();
  let startedAt: string | undefined;
  /** The time since which Asterisk is unreachable. */
  let closedAt: Date | undefined = new Date();
  let isConnected = false;
  let isStopped = false;

  const context: AsteriskContext = {
    ari,
    muteRecording: recordingMuter(account),
    app,
    log,
    trunk,
    ringSeconds,
    longestTalkSeconds,
    longestMessageSeconds,
    recordings: rawRecordingsIn(recordingFolder),
    sounds: putSounds(recordingFolder),
    report: (event) => {
      if (!isStopped) report(event);
    },
    onOver: forget,
    onLeftover: (call) => leftovers.add(callName(call)),
  };

  const arrivals = arrivalsOn(name, context);

  function follow(call: EngineCall, beginning: CallOrigin): CallSession {
    const one = startCallSession(call, beginning, { ...context, ari: lanes.next() });
    followed.set(callName(call), one);
    for (const channel of one.channels()) {
      byChannel.set(channel, one);
      arrivals.settle(channel);
    }
    return one;
  }

  function forget(one: CallSession): void {
    for (const channel of one.channels()) if (byChannel.get(channel) === one) byChannel.delete(channel);
    if (followed.get(callName(one.call)) === one) followed.delete(callName(one.call));
  }

  /** Lets the pending requests of the session finish, and passes it messages until they have. */
  async function leave(one: CallSession): Promise<void> {
    followed.delete(callName(one.call));
    await one.leave();
    forget(one);
  }

  function handle(message: AriMessage): void {
    switch (message.type) {
      case 'CallBroadcast':
        arrivals.claim(message.channel);
        break;
      case 'ApplicationReplaced':
        log('asterisk.application_replaced', { app });
        socket.reconnect();
        break;
      case 'StasisStart':
        if (message.args[0] === 'inbound') arrivals.arrive(message);
        handleFor(message.channel, message);
        break;
      case 'Dial':
        handleFor(message.peer, message);
        break;
      case 'ChannelDestroyed':
        arrivals.settle(message.channel.id);
        handleFor(message.channel, message);
        break;
      case 'ChannelHangupRequest':
        handleFor(message.channel, message);
        break;
      case 'PlaybackFinished':
        handlePlayed(message);
    }
  }

  function handlePlayed(message: Extract<AriMessage, { type: 'PlaybackFinished' }>): void {
    const [, kind, id = ''] = message.playback.target_uri.match(/^(channel|bridge):(.*)$/) ?? [];
    if (kind === 'channel') handleFor({ id }, message);
    else followed.get(callNameOfBridge(id))?.handle(message);
  }

  function handleFor({ id }: Pick<AriChannel, 'id'>, message: AriMessage): void {
    byChannel.get(id)?.handle(message);
  }

  async function look(): Promise<World> {
    const askedAt = performance.now();
    const [channels, bridges] = await Promise.all([
      ari.get<AriChannel[]>('/channels'),
      ari.get<AriBridge[]>('/bridges'),
    ]);
    return {
      askedAt,
      channels: new Map(channels.map((channel) => [channel.id, channel])),
      ofCalls: Map.groupBy(channels, callNameOf),
      bridges: new Map(bridges.map((bridge) => [bridge.id, bridge])),
    };
  }

  async function findIn({ ofCalls, bridges }: World, call: EngineCall): Promise<Found | undefined> {
    const channels = ofCalls.get(callName(call)) ?? [];
    const staff = channels.filter(isOfStaff);
    const customer = channels.find((channel) => !isOfStaff(channel));
    const [bridge, holdBridge] = [bridges.get(bridgeName(call)), bridges.get(holdBridgeName(call))];
    if (channels.length > 0) return { staff, customer, bridge, holdBridge };
    for (const leftover of [bridge, holdBridge]) if (leftover) await ari.remove(`/bridges/${leftover.id}`);
    const recordedUntil = await context.recordings.restOf(callName(call));
    return recordedUntil && { staff, recordedUntil };
  }

  async function onOpen(): Promise<void> {
    await ari.put(`/applications/${app}/eventFilter`, { disallowed: unreadMessages.map((type) => ({ type })) });
    await checkStart();
    const world = await look();
    await clear(world);
    for (const one of followed.values()) one.compare(world);
    isConnected = !isStopped;
    closedAt = undefined;
  }

  /** An Asterisk that has restarted has lost all its calls. */
  async function checkStart(): Promise<void> {
    const { status } = await ari.get<AriInfo>('/asterisk/info');
    if (startedAt !== undefined && startedAt !== status.startup_time) loseCalls(closedAt ?? new Date());
    startedAt = status.startup_time;
  }

  function loseCalls(at: Date): void {
    for (const one of followed.values()) one.lose(at);
    arrivals.settleAll();
  }

  async function clear({ channels, bridges }: World): Promise<void> {
    for (const channel of channels.values())
      if (leftovers.has(callNameOf(channel) ?? '')) await ari.remove(`/channels/${encodeURIComponent(channel.id)}`);
    for (const { id } of bridges.values()) if (leftovers.has(callNameOfBridge(id))) await ari.remove(`/bridges/${id}`);
    leftovers.clear();
  }

  function onClose(): void {
    isConnected = false;
    closedAt ??= new Date();
  }

  const lostSince = () =>
    closedAt && Date.now() - closedAt.getTime() > lostAfterSeconds * 1_000 ? closedAt : undefined;

  async function check(): Promise<void> {
    const since = lostSince();
    if (since) {
      for (const lost of followed.keys()) leftovers.add(lost);
      loseCalls(since);
    }
    if (isConnected) await Promise.all([checkStart().catch(() => socket.reconnect()), lanes.check()]);
  }

  const socket = followEvents(account, app, { onMessage: handle, onOpen, onClose });
  const stopChecking = recurring(() => Math.min(checkEvery, lostAfterSeconds * 250), check);

  async function adopt(calls: EngineCall[]): Promise<CallRef[]> {
    if (lostSince()) return giveUpOn(calls);
    if (!isConnected) throw new Error('Asterisk is out of reach: what became of its calls is not known.');
    // A call that ends during the requests to Asterisk has been reported as ended, so its recording must not be offered again.
    const unknown = calls.filter((call) => !followed.has(callName(call)));
    const world = await look();
    for (const one of followed.values()) one.compare(world);
    const adopted: string[] = [];
    for (const call of unknown) {
      if (followed.has(callName(call))) continue;
      const found = await findIn(world, call);
      if (!found || followed.has(callName(call))) continue;
      adopted.push(
        ...follow(call, { kind: 'adopt', found })
          .channels()
          .filter((id) => world.channels.has(id)),
      );
    }
    if (adopted.length > 0) await subscribeTo(adopted);
    return calls.filter((call) => followed.has(callName(call))).map(onlyRef);
  }

  async function tryToPlace(call: EngineCall): Promise<Placement> {
    if (followed.has(callName(call))) return { kind: 'placed' };
    if (!isConnected) throw new Error('Asterisk is out of reach.');
    const one = follow(call, { kind: 'place' });
    const why = await one.placement;
    if (why === 'placed') return { kind: 'placed' };
    return { kind: 'refused', why, giveUp: one.giveUp, letGo: () => void leave(one) };
  }

  /** An Asterisk that has been unreachable for too long is not waited for. If it returns with these calls, they are hung up. */
  function giveUpOn(calls: EngineCall[]): CallRef[] {
    for (const call of calls) leftovers.add(callName(call));
    return [];
  }

  /** Subscribes to channels of another node, then compares once more to catch changes made before the subscription. */
  async function subscribeTo(channels: string[]): Promise<void> {
    const subscriptions = channels.map((id) =>
      ari.post(`/applications/${app}/subscription`, { eventSource: `channel:${id}` }),
    );
    await Promise.allSettled(subscriptions); // The comparison below detects channels that are gone.
    const world = await look();
    for (const one of followed.values()) one.compare(world);
  }

  return {
    name: 'asterisk',
    isReady: () => isConnected,
    load: () => followed.size,
    has: (call) => followed.has(callName(call)),
    tryToPlace,
    async place(call) {
      const placement = await tryToPlace(call);
      if (placement.kind === 'refused') placement.giveUp(placement.why);
    },
    async receive(ref, call) {
      if (followed.has(callName(call))) return;
      const caller = arrivals.take(ref);
      if (caller) follow(call, { kind: 'receive', caller });
      else if (arrivals.isClosed()) await arrivals.mark(ref, call);
      else reportGaveUp(call, context.report);
    },
    refuse: arrivals.refuse,
    async change(call, change) {
      const one = isConnected ? followed.get(callName(call)) : undefined;
      one?.change(change);
      return one !== undefined;
    },
    async pauseRecording(call, times) {
      const one = isConnected ? followed.get(callName(call)) : undefined;
      return (await one?.pauseRecording(times)) ?? false;
    },
    async hangUp(call) {
      followed.get(callName(call))?.hangUp();
    },
    adopt,
    abandon(calls) {
      for (const call of calls) {
        const one = followed.get(callName(call));
        if (one) void leave(one); // It cannot fail: leaving a call never throws.
      }
    },
    async stop() {
      isConnected = false;
      await arrivals.close();
      isStopped = true;
      await Promise.all([stopChecking(), ...[...followed.values()].map(leave)]);
      lanes.stop();
      socket.stop();
    },
  };
}

const isOfStaff = ({ id }: AriChannel) => readChannelName(id)?.leg === 'staff';

/** The caller hung up before the call could be received. */
function reportGaveUp(call: EngineCall, report: ReportEngineEvent): void {
  const ending = { status: 'missed_call', reason: 'caller_gave_up', hangupBy: 'customer' } as const;
  setImmediate(report, { ...onlyRef(call), kind: 'ended', at: new Date(), ending });
}
