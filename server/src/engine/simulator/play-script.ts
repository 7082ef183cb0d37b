import { onlyRef } from '../../platform/call-ref.ts';
import type {
  CallChange,
  Ending,
  EngineCall,
  EngineEvent,
  PauseTimes,
  ReportEngineEvent,
  SilentPart,
} from '../engine.ts';
import type { SimulatedRecording } from './recordings.ts';
import type { Script, ScriptedNews } from './script.ts';

// Plays one call: reports the events of its script as time passes. At most one timer is waiting for each call. During a hold
// the parties do not talk, so the script stands still, and the recording leaves the hold out: a test call takes next to no
// space. A pause of the recording is silence in it.

export type Play = {
  /** Returns whether the call is in conversation. */
  change(change: CallChange): boolean;
  /** Returns whether the call is in conversation. */
  pauseRecording(times: PauseTimes): boolean;
  /** Ends the call now, unless it is ending already; resolves once the end has been reported. */
  hangUp(): Promise<void>;
  /** Reports nothing more. */
  stop(): void;
};

export type Stage = {
  speed: number;
  report: ReportEngineEvent;
  /** Writes the recording; undefined if that failed, because the call must end anyway. */
  record(
    call: EngineCall,
    conversation: number,
    milliseconds: number,
    pauses: SilentPart[],
  ): Promise<SimulatedRecording | undefined>;
  /** The end is about to be reported. */
  onEnd(call: EngineCall): void;
};

/** The longest delay that setTimeout supports. */
const longestWait = 2 ** 31 - 1;

/** A customer who has been on hold for this many milliseconds hangs up. */
const holdPatience = 600_000;

/** Plays a call that was dialed this many milliseconds ago. Events since then are reported first. */
export function playScript(call: EngineCall, { steps, conversation }: Script, passed: number, stage: Stage): Play {
  const { speed, report } = stage;
  const ref = onlyRef(call);
  // Each call has its own clock, which is unaffected when the machine's clock is set.
  const began = performance.now() - passed;
  const dialedAt = call.dialedAt.getTime();
  let { length: changes } = call.holdTimes;
  let heldFor = 0;
  /** By the clock of `performance.now`. */
  let heldSince: number | undefined;
  const switched: number[] = [];
  for (const time of call.holdTimes) switchHold(began + time.getTime() - dialedAt);
  /** The current position in the script. */
  const now = () => ((heldSince ?? performance.now()) - began - heldFor) * speed;
  const momentOf = (after: number) => {
    const isAfterHold = answered !== undefined && after > answered;
    return new Date(dialedAt + Math.round(after / speed) + (isAfterHold ? Math.round(heldFor) : 0));
  };
  /** The positions at which the recording was paused, resumed and so on. */
  const pauses = call.pauseTimes.map(positionAt);
  const answer = steps.find(({ news }) => news.kind === 'answered' && news.leg === 'customer')?.after ?? 0;
  /** A call that has been on hold was answered. */
  const adopted = Math.max(passed > 0 ? now() : 0, changes > 0 ? answer : 0);

  let next = 0;
  let answered: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let state: 'playing' | 'ending' | 'over' = 'playing';

  /** Never reports synchronously: events follow after the call that started this play has returned. */
  function wait(): void {
    clearTimeout(timer);
    const step = steps[next];
    if (heldSince !== undefined) timer = setTimeout(loseCustomer, heldSince + holdPatience - performance.now());
    else if (step) timer = setTimeout(advance, Math.max(0, Math.min((step.after - now()) / speed, longestWait)));
  }

  function advance(until = Math.max(now(), adopted)): void {
    clearTimeout(timer);
    for (let step = steps[next]; state === 'playing' && step && step.after <= until; step = steps[next]) {
      next++;
      if (step.news.kind === 'ended')
        void end(step.after, step.news.ending); // `record` catches its errors.
      else happen(step.after, step.news);
    }
    if (state === 'playing') wait();
  }

  function switchHold(at: number): void {
    switched.push(at);
    if (heldSince === undefined) heldSince = at;
    else {
      heldFor += Math.max(0, at - heldSince);
      heldSince = undefined;
    }
  }

  function loseCustomer(): void {
    advance(adopted);
    if (state === 'playing')
      void endNow({ status: 'failed', reason: 'completed', hangupBy: 'customer', q850Cause: 16 });
  }

  /** A hold ends with the call. */
  function endNow(ending: Ending): Promise<void> {
    clearTimeout(timer);
    if (heldSince !== undefined) switchHold(performance.now());
    return end(now(), ending);
  }

  function happen(after: number, news: Exclude<ScriptedNews, { kind: 'ended' }>): void {
    if (news.kind === 'answered' && news.leg === 'customer') answered = after;
    report(news.kind === 'arrived' ? returnOf(call, momentOf(after)) : { ...ref, ...news, at: momentOf(after) });
  }

  /** The position in the script at a time of the machine's clock. */
  function positionAt(time: number): number {
    const at = began + time - dialedAt;
    const held = switched.reduce((sum, since, i) => sum + (i % 2 === 0 ? 1 : -1) * Math.max(0, at - since), 0);
    return (at - began - held) * speed;
  }

  /** The pauses of a recording that begins and ends at these positions. */
  function pausesIn(start: number, end: number): SilentPart[] {
    const seconds = (position: number) => (Math.min(Math.max(position, start), end) - start) / 1_000;
    return pauses.flatMap((from, i) =>
      i % 2 === 0 ? { start: seconds(from), end: seconds(pauses[i + 1] ?? end) } : [],
    );
  }

  /** The recording is reported before the end, so that both commit together. */
  async function end(after: number, ending: Ending): Promise<void> {
    state = 'ending';
    let recording: SimulatedRecording | undefined;
    const silent = answered === undefined ? [] : pausesIn(answered, after);
    if (answered !== undefined && call.isRecorded) {
      recording = await stage.record(call, conversation, after - answered, silent);
      if (isOver()) return;
    }
    state = 'over';
    stage.onEnd(call);
    const at = momentOf(after);
    if (recording) report({ ...ref, kind: 'recorded', at, ...recording, pauses: silent });
    report({
      ...ref,
      kind: 'ended',
      at,
      ending: { ...ending, ...(answered !== undefined && { answeredAt: momentOf(answered) }) },
    });
  }
  const isOver = () => state === 'over';

  const isTalking = () => {
    advance(adopted);
    return state === 'playing' && answered !== undefined;
  };

  wait();
  return {
    pauseRecording(times) {
      if (!isTalking()) return false;
      // The call was dialed a little later than its row says, so a pause of this moment would be ahead of the script.
      for (const time of times.slice(pauses.length)) pauses.push(Math.min(positionAt(time), now()));
      return true;
    },
    change({ number }) {
      if (!isTalking()) return false;
      if (number <= changes) return true;
      if ((number - changes) % 2 === 1) switchHold(performance.now());
      changes = number;
      wait();
      return true;
    },
    async hangUp() {
      // Events from before the adoption come first: the call may have been answered, or be over.
      advance(adopted);
      const reason = answered === undefined ? 'canceled_by_api' : 'hung_up_by_api';
      if (state === 'playing') await endNow({ status: 'canceled', reason, hangupBy: 'system', q850Cause: 16 });
    },
    stop() {
      state = 'over';
      clearTimeout(timer);
    },
  };
}

/** Named after the call that it returns, so that a repeated event has the same name. */
function returnOf(call: EngineCall, at: Date): EngineEvent {
  return {
    kind: 'arrived',
    ref: `return-of-${call.callId}`,
    from: call.number,
    to: { returns: onlyRef(call) },
    at,
  };
}
