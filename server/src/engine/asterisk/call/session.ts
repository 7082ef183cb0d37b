import type { LogEvent } from '../../../platform/log-events.ts';
import { type CallChange, type EngineCall, isPausedBy, type PauseTimes, type ReportEngineEvent } from '../../engine.ts';
import { AriRefusal } from '../ari/ari-http.ts';
import type { AriMessage } from '../ari/ari-messages.ts';
import type { MuteRecording } from '../ari/mute-recording.ts';
import { step } from './flow.ts';
import { type CallOrigin, startState } from './flow-start.ts';
import {
  type FlowCommand,
  type FlowNews,
  type FlowProblem,
  type Look,
  type Request,
  recordedChannel,
  requestKey,
  type Timer,
} from './flow-state.ts';
import { type PerformerContext, requestPerformer } from './perform-request.ts';
import type { Refusal } from './to-ending.ts';
import { toNews } from './to-news.ts';

// One call on an Asterisk: passes all news to `flow.ts` and carries out the commands that follow.

/** The context that all calls on one Asterisk share. */
export type AsteriskContext = PerformerContext & {
  report: ReportEngineEvent;
  muteRecording: MuteRecording;
  /** The trunk for calls that name none. */
  trunk: string;
  /** The call has ended, or has been left to another node. */
  onOver(session: CallSession): void;
  /** A bridge of the call may be left in an Asterisk that could not be reached. */
  onLeftover(call: EngineCall): void;
};

export type CallSession = {
  readonly call: EngineCall;
  /** The outcome of placing the call. A refused call has dialed no phone, and is held here until `giveUp` or `leave`. */
  readonly placement: Promise<'placed' | Refusal>;
  /** Ends a call that this server and all others refused. */
  giveUp(why: Refusal): void;
  channels(): string[];
  /** Handles a message about one of the call's channels or its bridge. */
  handle(message: AriMessage): void;
  /** Compares the call with the channels that Asterisk has. */
  compare(look: Look): void;
  change(change: CallChange): void;
  /** Resolves to true once Asterisk has muted or unmuted the recording; false if the call is not in conversation. */
  pauseRecording(times: PauseTimes): Promise<boolean>;
  hangUp(): void;
  /** Asterisk has lost the call, or has been unreachable for too long. */
  lose(at: Date): void;
  /** Stops following the call; resolves once no request is pending. */
  leave(): Promise<void>;
};

export function startCallSession(call: EngineCall, origin: CallOrigin, context: AsteriskContext): CallSession {
  const { app, trunk, ringSeconds, longestTalkSeconds } = context;
  const perform = requestPerformer(call, context);
  let state = startState(call, origin, { limits: { ringSeconds, longestTalkSeconds }, app, trunk });
  const timers = timersOf((timer) => take({ kind: 'timer', timer }));
  const queue: FlowNews[] = [];
  let isBusy = false;
  const placement = Promise.withResolvers<'placed' | Refusal>();
  const over = Promise.withResolvers<void>();

  /** Handles one piece of news after the other, even if a command causes the next one. */
  function take(news: FlowNews): void {
    queue.push(news);
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { state: after, commands } = step(state, next, new Date());
        state = after;
        for (const command of commands) run(command);
      }
    } finally {
      isBusy = false;
    }
  }

  function run(command: FlowCommand): void {
    switch (command.kind) {
      case 'ask':
        carryOut(command.request);
        break;
      case 'set timer':
        timers.set(command.timer, command.milliseconds);
        break;
      case 'tell':
        context.report(command.event);
        break;
      case 'placement':
        placement.resolve(command.outcome);
        break;
      case 'report':
        report(call, context, command);
        break;
      case 'over':
        timers.clear();
        over.resolve();
        context.onOver(session);
    }
  }

  function carryOut(request: Request): void {
    void perform(request).then(
      (result) => take({ kind: 'done', request, result }),
      (error: unknown) => take({ kind: 'failed', request, isRefusal: error instanceof AriRefusal, error }),
    );
  }

  /** Muting changes no leg and no bridge, so it is no stage of the flow. */
  const pauses = latestOnly(async (times: PauseTimes) => {
    const channel = recordedChannel(state);
    if (channel) await context.muteRecording(channel, isPausedBy(times) ? 'mute' : 'unmute');
    return channel !== undefined;
  });

  const session: CallSession = {
    call,
    placement: placement.promise,
    giveUp: (why) => take({ kind: 'give up', why }),
    channels: () => state.legs.map(({ channel }) => channel),
    handle(message) {
      const news = toNews(message, performance.now());
      if (news) take(news);
    },
    compare: (look) => take({ kind: 'looked', look }),
    change: (change) => take({ kind: 'change', change }),
    pauseRecording: pauses,
    hangUp: () => take({ kind: 'hang up' }),
    lose: (at) => take({ kind: 'lose', at }),
    async leave() {
      take({ kind: 'leave' });
      await over.promise;
    },
  };
  take({ kind: 'begin', receivedAt: performance.now() });
  return session;
}

/**
 * Sends one request after the other, so that none overtakes a later one, and only the latest: a repeated request waits for the
 * one that is pending, and an outdated one is not sent.
 */
function latestOnly(perform: (times: PauseTimes) => Promise<boolean>): (times: PauseTimes) => Promise<boolean> {
  let latest = 0;
  let pending: { number: number; done: Promise<boolean> } | undefined;
  return (times) => {
    const number = times.length;
    if (pending?.number === number) return pending.done;
    latest = Math.max(latest, number);
    const before = pending?.done.catch(() => false);
    const request = async () => {
      await before;
      return number === latest && perform(times);
    };
    const done = request().finally(() => {
      if (pending?.done === done) pending = undefined;
    });
    pending = { number, done };
    return done;
  };
}

function timersOf(onRunOut: (timer: Timer) => void) {
  const running = new Map<string, NodeJS.Timeout>();
  return {
    /** A timer that is already running keeps its time. */
    set(timer: Timer, milliseconds: number): void {
      const key = `${timer.kind} ${'leg' in timer ? timer.leg : 'request' in timer ? requestKey(timer.request) : ''}`;
      if (running.has(key)) return;
      const runOut = () => {
        running.delete(key);
        onRunOut(timer);
      };
      running.set(key, setTimeout(runOut, milliseconds));
    },
    clear(): void {
      for (const timer of running.values()) clearTimeout(timer);
    },
  };
}

type Report = Extract<FlowCommand, { kind: 'report' }>;

function report(call: EngineCall, { log, onLeftover }: AsteriskContext, { problem, error }: Report): void {
  log(eventOf[problem], { ...(error !== undefined && { err: error }), call_id: call.callId });
  if (problem === 'bridge left') onLeftover(call);
}

const eventOf: Record<FlowProblem, LogEvent> = {
  'call failed': 'call.failed',
  'announcement failed': 'call.announcement_failed',
  'hold failed': 'call.hold_failed',
  'greeting failed': 'call.greeting_failed',
  'answer not noted': 'call.answer_not_saved',
  'bridge left': 'call.bridge_not_removed',
};
