import assert from 'node:assert/strict';
import { customerChannel } from '../../src/engine/asterisk/ari/call-names.ts';
import { recordContext } from '../../src/engine/asterisk/call/call-requests.ts';
import { step } from '../../src/engine/asterisk/call/flow.ts';
import { type CallOrigin, startState } from '../../src/engine/asterisk/call/flow-start.ts';
import {
  type FlowCommand,
  type FlowNews,
  type FlowState,
  type Found,
  type Request,
  type RequestResult,
  requestKey,
  type Timer,
} from '../../src/engine/asterisk/call/flow-state.ts';
import type { AnswerMoment } from '../../src/engine/asterisk/call/raw-recordings.ts';
import { type EngineCall, type EngineEvent, lastChange } from '../../src/engine/engine.ts';

// A model of Asterisk and of a network that delivers messages late, twice, in another order or not at all, for property tests
// of the call flow. `choose` decides what happens next. Each command is checked against what the node knows.

type Channel = {
  id: string;
  state: 'Down' | 'Ring' | 'Ringing' | 'Up';
  isDialed: boolean;
  context: string;
};

const limits = { ringSeconds: { staff: 30, customer: 60 }, longestTalkSeconds: 600 };
const callerId = 'caller-1';

export const allTroubles = [
  'a message comes twice',
  'a message is lost',
  'a timer runs out',
  'Asterisk refuses',
  'Asterisk is silent',
  'a party hangs up',
  'the call is put on hold, or resumed',
  'the call is hung up',
  'the node dies',
  'the node leaves',
] as const satisfies string[];
export type Trouble = (typeof allTroubles)[number];

/** The result of a request to Asterisk: `silent` leaves the node without an answer, with or without performing it. */
type Fate = 'done' | 'refused' | 'silent, done' | 'silent, not done';

export function asteriskModel(call: EngineCall, troubles: Trouble[], choose: (count: number) => number) {
  const channels = new Map<string, Channel>();
  const bridged = new Map<string, 'talk' | 'hold'>();
  let hasBridge = false;
  let hasHoldBridge = false;
  /** The staff leg gets silence instead of the customer's audio. */
  let isStaffSilent = false;
  /** When the call was put on hold and resumed, according to the database. */
  const holdTimes: Date[] = [];
  let notedAnswer: AnswerMoment | undefined;
  let groupsRung = 0;
  let clock = 0;
  const dialed = new Map<string, number>();
  const events: EngineEvent[] = [];
  const asked: Request[] = [];

  let state: FlowState;
  let network: FlowNews[] = [];
  let requests: Request[] = [];
  let timers: Timer[] = [];
  /** The facts that this node has received or found. */
  let known = new Set<string>();
  let nodes = 0;
  let isForgotten = false;
  /** The number of the last change for which this node asked for a hold. */
  let heldFor: number | undefined;

  const channelOf = (id: string): AriLike => {
    const { state, context } = channels.get(id) as Channel;
    return {
      ...{ id, name: `PJSIP/x-${id}`, state, caller: { number: '1' }, dialplan: { context } },
      creationtime: '2026-11-15T09:21:27.582+0000',
    };
  };

  const bridgeOf = (name: 'talk' | 'hold') => ({
    id: name,
    channels: [...bridged.keys()].filter((id) => bridged.get(id) === name),
  });

  function begin(beginning: CallOrigin): void {
    [network, requests, timers, known, heldFor] = [[], [], [], new Set(), undefined];
    state = startState({ ...call, holdTimes: [...holdTimes] }, beginning, {
      limits,
      app: `node-${++nodes}`,
      trunk: 'trunk',
    });
    take({ kind: 'begin', receivedAt: ++clock });
  }

  function adopt(): boolean {
    const all = [...channels.keys()].map(channelOf);
    const isStaff = ({ id }: { id: string }) => id.includes('.staff-');
    if (all.length === 0) hasBridge = hasHoldBridge = false;
    const found: Found = { staff: all.filter(isStaff), customer: all.find((one) => !isStaff(one)) };
    if (hasBridge) found.bridge = bridgeOf('talk');
    if (hasHoldBridge) found.holdBridge = bridgeOf('hold');
    if (all.length === 0) return false;
    begin({ kind: 'adopt', found });
    if (hasBridge) known.add('make bridge ');
    if ([...channels.values()].some(({ context }) => context === recordContext)) known.add('recorded');
    for (const { id } of all) {
      known.add(`entered ${id}`);
      if (id === callerId && channels.get(id)?.state === 'Up') known.add(`answer ${id}`);
      if (channels.get(id)?.state === 'Up') known.add(`answered ${id}`);
    }
    return true;
  }

  /** Gives news to the flow, which must not modify the given state. */
  function take(news: FlowNews): void {
    const { commands, state: after } = step(deepFreeze(state), news, new Date(Date.UTC(2026, 10, 15) + ++clock * 100));
    learn(news, state);
    const hadEnded = state.ended !== undefined;
    state = after;
    for (const command of commands) run(command, hadEnded);
  }

  function learn(news: FlowNews, before: FlowState): void {
    const isPending = 'request' in news && before.pending.some((one) => requestKey(one) === requestKey(news.request));
    if (news.kind === 'done' && isPending && !news.result) known.add(requestKey(news.request));
    if (news.kind === 'failed') known.add(`failed ${requestKey(news.request)}`);
    if ('channel' in news) known.add(`${news.kind} ${news.channel}`);
    if (news.kind === 'entered' && news.via === 'recording') known.add('recorded');
    if (news.kind === 'looked')
      for (const [id, { state }] of news.look.channels) if (state === 'Up') known.add(`answered ${id}`);
  }

  function run(command: FlowCommand, hadEnded: boolean): void {
    switch (command.kind) {
      case 'ask':
        checkLegal(command.request, hadEnded);
        requests.push(command.request);
        asked.push(command.request);
        return;
      case 'set timer':
        if (!timers.some((timer) => nameOf(timer) === nameOf(command.timer))) timers.push(command.timer);
        return;
      case 'tell':
        events.push(command.event);
        if (command.event.kind === 'hold failed' && command.event.number === holdTimes.length)
          holdTimes.push(new Date());
        return;
      case 'report':
        if (command.problem === 'bridge left') hasBridge = hasHoldBridge = false; // The engine removes it when it reaches Asterisk again.
        return;
      case 'over':
        timers = [];
    }
  }

  function checkLegal(request: Request, hadEnded: boolean): void {
    const { kind } = request;
    const what = JSON.stringify(request);
    assert.equal(
      state.pending.filter((one) => requestKey(one) === requestKey(request)).length,
      1,
      `asked twice: ${what}`,
    );
    if (hadEnded)
      assert.ok(['hang up', 'remove bridges', 'finish recording', 'check playback'].includes(kind), `ended: ${what}`);
    const isRepeated = ['hang up', 'check playback', 'hold'].includes(kind) || (kind === 'join' && state.isTalking);
    if (!isRepeated) assert.ok(!known.has(`failed ${requestKey(request)}`), `asked again, though it failed: ${what}`);
    if ('leg' in request) assert.ok(!known.has(`gone ${request.leg}`), `the leg is gone: ${what}`);
    const needs = (fact: string) => assert.ok(known.has(fact), `${what} before "${fact}"`);
    if (kind === 'dial') needs(`entered ${request.leg}`);
    const isOfCustomer = 'leg' in request && request.leg.endsWith('.customer');
    // The bridge is the lock: Asterisk makes it only once.
    const needsAsked = (kind: Request['kind']) =>
      assert.ok(
        asked.some((one) => one.kind === kind),
        `${what} before "${kind}"`,
      );
    if (kind === 'create' && isOfCustomer && !known.has('make bridge ')) needsAsked('make bridge');
    if (kind === 'dial' && isOfCustomer) {
      needs('make bridge ');
      needsAsked('join');
      if (call.isRecorded) needs('recorded');
    }
    if (kind === 'record') needs(`answered ${request.leg}`);
    if (kind === 'join' || kind === 'hold') needs('make bridge ');
    // A later node may find a call that was bridged without a recording.
    if (kind === 'join' && call.isRecorded && nodes === 1) needs('recorded');
    if (kind === 'hold') {
      assert.ok(request.number > (heldFor ?? 0), `held twice for one change: ${what}`);
      heldFor = request.number;
    }
    if (kind === 'greet' || kind === 'record message') needs(`answer ${callerId}`);
    if (kind === 'finish recording') assert.ok(!state.legs.some((leg) => leg.state === 'creating'), what);
  }

  // The actions of Asterisk.

  const report = (news: FlowNews) => void network.push(news);

  function destroy(id: string, cause: number): void {
    channels.delete(id);
    bridged.delete(id);
    report({ kind: 'gone', channel: id, gone: { at: new Date(), cause } });
  }

  /** Performs a request and returns its result; undefined if it is refused. */
  function perform(request: Request): { result?: RequestResult } | undefined {
    const channel = 'leg' in request ? channels.get(request.leg) : undefined;
    switch (request.kind) {
      case 'create':
        if (!request.to) return { result: { kind: 'not created', why: 'absent' } };
        if (channel) return undefined;
        channels.set(request.leg, { id: request.leg, state: 'Down', isDialed: false, context: 'default' });
        report({ kind: 'entered', channel: request.leg, via: 'creation', receivedAt: clock });
        return {};
      case 'hang up':
        if (channel) destroy(request.leg, 16);
        return channel ? {} : { result: { kind: 'not there' } };
      case 'make bridge':
        if (hasBridge) return undefined;
        hasBridge = true;
        return {};
      case 'remove bridges':
        for (const name of request.names) {
          if (name === 'talk') hasBridge = false;
          else hasHoldBridge = false;
          for (const id of bridgeOf(name).channels) bridged.delete(id);
        }
        return {};
      case 'hold':
        return channel && hold(request.leg, holdSteps);
      case 'join':
        if (!hasBridge || request.legs.some((id) => !channels.has(id))) return undefined;
        for (const id of request.legs) bridged.set(id, 'talk');
        if (request.endsHoldOf !== undefined) hasHoldBridge = isStaffSilent = false;
        return {};
      case 'check playback':
        return { result: { kind: 'played' } };
      case 'read marks':
        return { result: { kind: 'marks', answer: notedAnswer, groupsRung } };
      case 'note answer':
        notedAnswer = request.answer;
        return {};
      case 'finish recording':
        return { result: { kind: 'recording', cameTo: request.answer ? 'talk' : 'nothing', recording: undefined } };
    }
    return channel && performOn(channel, request);
  }

  /** A hold is three requests to Asterisk: a node may die between them. */
  const holdSteps = 3;
  function hold(customer: string, steps: number): { result?: RequestResult } {
    if (steps > 0) hasHoldBridge = true;
    if (steps > 1) isStaffSilent = true;
    if (steps > 2) bridged.set(customer, 'hold');
    return {};
  }

  function performOn(channel: Channel, request: Request): { result?: RequestResult } {
    switch (request.kind) {
      case 'dial':
        channel.isDialed = true;
        dialed.set(channel.id, (dialed.get(channel.id) ?? 0) + 1);
        break;
      case 'answer':
        channel.state = 'Up';
        break;
      case 'record':
      case 'record message':
        channel.context = recordContext;
        report({ kind: 'entered', channel: channel.id, via: 'recording', receivedAt: clock });
        break;
      case 'mark rung':
        groupsRung = request.groups;
        break;
      case 'greet':
        report({ kind: 'played', playback: request.playback, isFailed: false });
    }
    return {};
  }

  function answerRequest(fate: Fate): void {
    const [request] = requests.splice(choose(requests.length), 1);
    if (!request) return;
    // The disk always does what it is asked.
    const isDisk = ['note answer', 'finish recording'].includes(request.kind);
    const chosen = isDisk ? 'done' : fate;
    const failed = { kind: 'failed', request, isRefusal: chosen === 'refused', error: new Error(chosen) } as const;
    const isPerformed = chosen === 'done' || chosen === 'silent, done';
    const done = isPerformed ? perform(request) : undefined;
    if (chosen !== 'done') report(failed);
    else if (!done) report({ ...failed, isRefusal: true });
    else report({ kind: 'done', request, ...done });
  }

  function deliver(isTwice = false): void {
    const i = choose(network.length);
    const news = network[i];
    if (!news) return;
    if (!isTwice) network.splice(i, 1);
    take(news);
  }

  /** Loses a message, but never the answer to a request, because a broken connection is an answer as well. */
  function lose(): void {
    const i = choose(network.length);
    const isAnswer = ['done', 'failed'].includes(network[i]?.kind ?? 'done');
    if (!isAnswer) network.splice(i, 1);
  }

  function fireTimer(): void {
    const [timer] = timers.splice(choose(timers.length), 1);
    if (timer) take({ kind: 'timer', timer });
  }

  /** A phone rings, answers or is hung up. */
  function party(act: 'ring' | 'answer' | 'hang up', channel = [...channels.keys()][choose(channels.size)]): void {
    const one = channels.get(channel ?? '');
    if (!one) return;
    if (act === 'hang up') {
      if (!one.isDialed && one.id !== callerId) return;
      report({ kind: 'hung up', channel: one.id });
      destroy(one.id, 16);
      return;
    }
    if (!one.isDialed || one.state === 'Up') return;
    one.state = act === 'ring' ? 'Ringing' : 'Up';
    report({ kind: act === 'ring' ? 'ringing' : 'answered', channel: one.id, at: new Date(Date.UTC(2026, 10, 15)) });
  }

  /** As the API does it: only while the parties talk. */
  function changeHold(): void {
    const isTalk = events.some((event) => event.kind === 'answered' && event.leg === decidingLeg);
    if (!isTalk || state.isOver) return;
    holdTimes.push(new Date());
    take({ kind: 'change', change: lastChange(holdTimes) });
  }
  const decidingLeg = call.callType === 'outbound' ? 'customer' : 'staff';

  const look = () =>
    take({
      kind: 'looked',
      look: { channels: new Map([...channels].map(([id, { state }]) => [id, { state }])), askedAt: ++clock },
    });

  /**
   * The node dies, or leaves the call, and another one adopts it. A call that Asterisk no longer knows ends without the engine.
   */
  function changeNode(how: 'dies' | 'leaves'): void {
    if (how === 'leaves') {
      take({ kind: 'leave' });
      for (let i = 0; !state.isOver && i < 100; i++) settle();
      assert.ok(state.isOver, 'a node that leaves comes to an end');
    }
    // Asterisk may have received the last requests, or not.
    for (const request of requests)
      if (request.kind === 'hold' && channels.has(request.leg)) hold(request.leg, choose(holdSteps + 1));
      else if (choose(2) === 0) perform(request);
    isForgotten = !adopt();
  }

  /** Performs a request or delivers a message; if there is none, a timer runs out. */
  function settle(): void {
    if (requests.length > 0) answerRequest('done');
    else if (network.length > 0) deliver();
    else fireTimer();
  }

  const times = (count: number, act: () => void) => Array.from({ length: count }, () => act);
  const troubled: Record<Trouble, () => void> = {
    'a message comes twice': () => deliver(true),
    'a message is lost': lose,
    'a timer runs out': fireTimer,
    'Asterisk refuses': () => answerRequest('refused'),
    'Asterisk is silent': () => answerRequest(choose(2) === 0 ? 'silent, done' : 'silent, not done'),
    'a party hangs up': () => party('hang up'),
    'the call is put on hold, or resumed': changeHold,
    'the call is hung up': () => take({ kind: 'hang up' }),
    'the node dies': () => changeNode('dies'),
    'the node leaves': () => changeNode('leaves'),
  };
  const acts: (() => void)[] = [
    ...times(10, () => answerRequest('done')),
    ...times(10, () => deliver()),
    ...times(2, () => party('ring')),
    ...times(4, () => party('answer')),
    look,
    ...troubles.map((trouble) => troubled[trouble]),
  ];

  return {
    events,
    asked,
    dialed,
    isOver: () => state.isOver || isForgotten,
    isForgotten: () => isForgotten,
    remains: () => ({ channels: [...channels.keys()], hasBridge, hasHoldBridge }),
    changeHold,
    isOnHold: () => holdTimes.length % 2 === 1,
    bridgeOfCustomer: () => bridged.get(call.callType === 'outbound' ? customerChannel(call) : callerId),
    start(): void {
      if (call.callType === 'outbound') {
        begin({ kind: 'place' });
        return;
      }
      channels.set(callerId, { id: callerId, state: 'Ring', isDialed: false, context: 'trunkline-inbound' });
      begin({ kind: 'receive', caller: channelOf(callerId) });
      known.add(`entered ${callerId}`);
    },
    /** A random action. */
    happen: () => acts[choose(acts.length)]?.(),
    take,
    party,
    /** Performs requests and delivers messages until it is the parties' turn. */
    goOn(): void {
      while (requests.length + network.length > 0) settle();
    },
    /** The same, including retries. */
    recover(): void {
      for (;;) {
        while (requests.length + network.length > 0) settle();
        const again = timers.findIndex(({ kind }) => kind === 'join again' || kind === 'explanation');
        const [timer] = again < 0 ? [] : timers.splice(again, 1);
        if (!timer) return;
        take({ kind: 'timer', timer });
      }
    },
    isTalking: () => state.isTalking && !state.ended,
    isStaffSilent: () => isStaffSilent,
    /** Performs one request, or delivers one message. */
    settle,
    changeNode,
    /** Hangs up the call, with Asterisk and the network working. */
    finish(): void {
      take({ kind: 'hang up' });
      for (let i = 0; !state.isOver && i < 300; i++) settle();
    },
  };
}

/** One timer of each name runs at a time: see `session.ts`. */
const nameOf = (timer: Timer) =>
  `${timer.kind} ${'leg' in timer ? timer.leg : 'request' in timer ? requestKey(timer.request) : ''}`;

type AriLike = Found['staff'][number];

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value) && !(value instanceof Map)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
