import { callName, onlyRef } from '../platform/call-ref.ts';
import type { Logger } from '../platform/log.ts';
import type { Engine, EngineCall, ReportEngineEvent } from './engine.ts';
import { type Play, playScript, type Stage } from './simulator/play-script.ts';
import { recordInto } from './simulator/recordings.ts';
import { scriptOf } from './simulator/script.ts';

// An engine without telephones: it plays each call from a script and reports the events that a real engine would.

export type SimulatorOptions = {
  report: ReportEngineEvent;
  log: Logger;
  /** At speed 1 a call takes a few seconds. */
  speed: number;
  /** The folder of recordings until they are fetched. */
  folder: string;
  /** Varies the calls. All nodes need the same seed, to continue each other's calls. */
  seed?: string;
};

export function createSimulator({ report, log, speed, folder, seed = '' }: SimulatorOptions): Engine {
  const plays = new Map<string, Play>();
  const writing = new Set<Promise<unknown>>();
  const recordCall = recordInto(folder);
  let stopped = false;

  const stage: Stage = {
    speed,
    report,
    onEnd: (call) => plays.delete(callName(call)),
    record(call, conversation, milliseconds, pauses) {
      const written = recordCall(callName(call), conversation, milliseconds, pauses).catch((error) => {
        log('simulator.recording_lost', { err: error, call_id: call.callId });
        return undefined;
      });
      writing.add(written);
      void written.then(() => writing.delete(written));
      return written;
    },
  };

  function start(call: EngineCall, passed: number): void {
    const name = callName(call);
    // After a stop, calls wait for the next start.
    if (!stopped && !plays.has(name)) plays.set(name, playScript(call, scriptOf(call, seed), passed, stage));
  }

  return {
    name: 'simulator',
    isReady: () => !stopped,
    async place(call) {
      start(call, 0);
    },
    async receive(_ref, call) {
      start(call, 0);
    },
    /** Simulated callers only return calls, so no arrival has an unknown number. */
    async refuse() {},
    async change(call, change) {
      return plays.get(callName(call))?.change(change) ?? false;
    },
    async pauseRecording(call, times) {
      return plays.get(callName(call))?.pauseRecording(times) ?? false;
    },
    async hangUp(call) {
      await plays.get(callName(call))?.hangUp();
    },
    /** All calls still exist: the events of a call that is over by now are reported up to its end. */
    async adopt(calls) {
      for (const call of calls) start(call, Math.max(0, Date.now() - call.dialedAt.getTime()));
      return calls.map(onlyRef);
    },
    abandon(calls) {
      for (const name of calls.map(callName)) {
        plays.get(name)?.stop();
        plays.delete(name);
      }
    },
    async stop() {
      stopped = true;
      for (const { stop } of plays.values()) stop();
      plays.clear();
      await Promise.all(writing);
    },
  };
}
