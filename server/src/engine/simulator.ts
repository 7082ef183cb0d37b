import { callName, onlyRef } from '../platform/call-ref.ts';
import type { Logger } from '../platform/log.ts';
import type { Engine, EngineCall, TellEngineEvent } from './engine.ts';
import { type Play, play, type Stage } from './simulator/play.ts';
import { recordInto } from './simulator/recordings.ts';
import { scriptOf } from './simulator/script.ts';

// An engine without telephones: it plays each call by a script and tells what a real one would.

export type SimulatorOptions = {
  tell: TellEngineEvent;
  log: Logger;
  /** 1 is a few seconds a call. */
  speed: number;
  /** Where recordings are kept until they are fetched. */
  folder: string;
  /** Calls vary with it. All nodes must have the same one, to go on with each other's calls. */
  seed?: string;
};

export function createSimulator({ tell, log, speed, folder, seed = '' }: SimulatorOptions): Engine {
  const plays = new Map<string, Play>();
  const writing = new Set<Promise<unknown>>();
  const recordCall = recordInto(folder);
  let stopped = false;

  const stage: Stage = {
    speed,
    tell,
    onEnd: (call) => plays.delete(callName(call)),
    record(call, conversation, milliseconds) {
      const written = recordCall(callName(call), conversation, milliseconds).catch((error) => {
        log.error({ err: error, call_id: call.callId }, 'the recording of a simulated call is lost');
        return undefined;
      });
      writing.add(written);
      void written.then(() => writing.delete(written));
      return written;
    },
  };

  function start(call: EngineCall, passed: number): void {
    const name = callName(call);
    // After a stop calls wait for the next start.
    if (!stopped && !plays.has(name)) plays.set(name, play(call, scriptOf(call, seed), passed, stage));
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
    /** Nobody calls a number here: calls only return others. */
    async refuse() {},
    async change(call, change) {
      return plays.get(callName(call))?.change(change) ?? false;
    },
    async hangUp(call) {
      await plays.get(callName(call))?.hangUp();
    },
    /** They are all still there: a call that is over by now is told to its end. */
    async adopt(calls) {
      for (const call of calls) start(call, Math.max(0, Date.now() - call.dialledAt.getTime()));
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
