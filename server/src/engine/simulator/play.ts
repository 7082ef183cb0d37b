import type { Ending, EngineCall, EngineEvent, TellEngineEvent } from '../engine.ts';
import type { Recording } from './recordings.ts';
import type { News, Script } from './script.ts';

// One call on the stage: its script, told as time passes. One timer at most is waiting for each call.

export type Play = {
  /** Ends the call now, unless it is ending already; done when that has been told. */
  hangUp(): Promise<void>;
  /** Tells nothing more. */
  stop(): void;
};

export type Stage = {
  speed: number;
  tell: TellEngineEvent;
  /** Keeps what was said; undefined where that failed, for a call ends all the same. */
  record(call: EngineCall, conversation: number, milliseconds: number): Promise<Recording | undefined>;
  /** The end is about to be told. */
  onEnd(call: EngineCall): void;
};

/** What setTimeout can wait for. */
const longestWait = 2 ** 31 - 1;

/** Plays a call that was dialled so many milliseconds ago. What has happened since is told first. */
export function play(call: EngineCall, { steps, conversation }: Script, passed: number, stage: Stage): Play {
  const { speed, tell } = stage;
  const ref = { tenantId: call.tenantId, isTest: call.isTest, callId: call.callId };
  // Each call has a clock of its own, which goes on evenly when the machine's is set.
  const began = performance.now() - passed;
  const now = () => (performance.now() - began) * speed;
  const momentOf = (after: number) => new Date(call.dialledAt.getTime() + Math.round(after / speed));

  let next = 0;
  let answered: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let state: 'playing' | 'ending' | 'over' = 'playing';

  /** Never tells at once: who gave us the call hears of it after we have returned. */
  function wait(): void {
    const step = steps[next];
    if (step) timer = setTimeout(advance, Math.max(0, Math.min((step.after - now()) / speed, longestWait)));
  }

  function advance(until = now()): void {
    clearTimeout(timer);
    for (let step = steps[next]; state === 'playing' && step && step.after <= until; step = steps[next]) {
      next++;
      if (step.news.kind === 'ended')
        void end(step.after, step.news.ending); // `record` catches its errors.
      else happen(step.after, step.news);
    }
    if (state === 'playing') wait();
  }

  function happen(after: number, news: Exclude<News, { kind: 'ended' }>): void {
    if (news.kind === 'answered' && news.leg === 'customer') answered = after;
    tell(news.kind === 'arrived' ? returnOf(call, momentOf(after)) : { ...ref, ...news, at: momentOf(after) });
  }

  /** The recording comes first, so that whoever hears of the end has heard of it. */
  async function end(after: number, ending: Ending): Promise<void> {
    state = 'ending';
    let recording: Recording | undefined;
    if (answered !== undefined) {
      recording = await stage.record(call, conversation, after - answered);
      if (isOver()) return;
    }
    state = 'over';
    stage.onEnd(call);
    const at = momentOf(after);
    if (recording) tell({ ...ref, kind: 'recorded', at, ...recording });
    tell({
      ...ref,
      kind: 'ended',
      at,
      ending: { ...ending, ...(answered !== undefined && { answeredAt: momentOf(answered) }) },
    });
  }
  const isOver = () => state === 'over';

  wait();
  return {
    async hangUp() {
      // What happened before it was adopted cannot be hung up: it may have been answered, or be over.
      advance(passed * speed);
      clearTimeout(timer);
      const reason = answered === undefined ? 'canceled_by_api' : 'hung_up_by_api';
      if (state === 'playing') await end(now(), { status: 'canceled', reason, hangupBy: 'system', q850Cause: 16 });
    },
    stop() {
      state = 'over';
      clearTimeout(timer);
    },
  };
}

/** Named after the call it returns, so that told again it has the same name. */
function returnOf({ tenantId, isTest, callId, number }: EngineCall, at: Date): EngineEvent {
  return {
    kind: 'arrived',
    ref: `return-of-${callId}`,
    from: number,
    to: { returns: { tenantId, isTest, callId } },
    at,
  };
}
