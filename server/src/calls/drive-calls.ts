import { setTimeout } from 'node:timers/promises';
import type { Database } from '../database/connect.ts';
import type { CallRef, Engine, EngineCall, EngineEvent } from '../engine/engine.ts';
import type { Logger } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import type { Node } from './node.ts';
import { type Arrival, type Performed, performTasks, type Task } from './perform-tasks.ts';
import type { KeepRecording } from './recordings.ts';

// Carries calls through their states: dials what was accepted, and applies what the engines tell. What comes in while a
// transaction is under way is done together in the next one, so a busy node commits some dozens of times a second and not
// several times a call.

export type Engines = { test: Engine; live: Engine | undefined };

export type CallDriver = ReturnType<typeof driveCalls>;

const batchSize = 200;
const retryAfter = 250;

export function driveCalls(
  db: Database,
  { node, engines, keepRecording, log }: { node: Node; engines: Engines; keepRecording: KeepRecording; log: Logger },
) {
  const inbox: (Task | Arrival)[] = [];
  const keeping = new Set<Promise<void>>();
  let working: Promise<void> | undefined;
  let isStopping = false;

  const engineOf = ({ isTest }: { isTest: boolean }) => (isTest ? engines.test : engines.live);

  function add(item: Task | Arrival): void {
    inbox.push(item);
    working ??= work();
  }

  async function work(): Promise<void> {
    await setTimeout(0); // Whatever is told in the same turn goes into the same transaction.
    while (inbox.length > 0) await perform(inbox.splice(0, batchSize));
    working = undefined;
  }

  async function perform(items: (Task | Arrival)[]): Promise<void> {
    for (;;) {
      try {
        return tellEngines(await db.transaction((tx) => performTasks(tx, node.id(), items, new Date())));
      } catch (error) {
        const isOutOfReach = error instanceof Problem && error.code === 'unavailable';
        // What is lost here by stopping, the next one to drive these calls asks the engine for.
        if (isOutOfReach && isStopping) return;
        if (!isOutOfReach && items.length === 1)
          return log.error({ err: error, task: items[0]?.kind }, 'a change of a call failed and is left out');
        if (!isOutOfReach) {
          for (const item of items) await perform([item]);
          return;
        }
        await setTimeout(retryAfter);
      }
    }
  }

  function tellEngines({ dialled, received, strangers }: Performed): void {
    for (const call of dialled) attempt(call, async () => engineOf(call)?.place(call));
    for (const { ref, call } of received) attempt(call, async () => engineOf(call)?.receive(ref, call));
    for (const call of strangers) engineOf(call)?.abandon([call]);
  }

  function attempt(call: EngineCall, tell: () => Promise<void>): void {
    tell().catch((error) => {
      log.warn({ err: error, call_id: call.callId }, 'the engine refused a call');
      endLost(call, 'engine_error');
    });
  }

  /** Ends a call that no engine knows. */
  function endLost(call: CallRef, reason: 'engine_error' | 'system_recovered'): void {
    const ending = { status: 'failed', reason, hangupBy: 'system' } as const;
    const { tenantId, isTest, callId } = call;
    const signal = { kind: 'ended', at: new Date(), ending } as const;
    add({ tenantId, isTest, callId, kind: 'signal', signal, isOver: true });
  }

  function keep({ file, seconds, ...event }: Extract<EngineEvent, { kind: 'recorded' }>): void {
    const kept = keepRecording(event, file, seconds)
      .then((recording) => add({ ...event, kind: 'keep recording', recording }))
      .catch((error) => log.error({ err: error, call_id: event.callId }, 'a recording could not be kept'))
      .finally(() => keeping.delete(kept));
    keeping.add(kept);
  }

  return {
    engineOf,
    endLost,

    dial({ tenantId, isTest, callId }: CallRef): void {
      add({ tenantId, isTest, callId, kind: 'dial' });
    },

    /** Has the engine let go of a call that has ended for us; where that fails, `tend-calls.ts` tries again. */
    letGo(call: CallRef): void {
      engineOf(call)
        ?.hangUp(call)
        .catch((error) => log.warn({ err: error, call_id: call.callId }, 'hanging up failed; it will be tried again'));
    },

    /** What engines tell. */
    hear(event: EngineEvent): void {
      if (event.kind === 'arrived') add(event);
      else if (event.kind === 'recorded') keep(event);
      else {
        const { tenantId, isTest, callId, ...signal } = event;
        add({ tenantId, isTest, callId, kind: 'signal', signal, isOver: event.kind === 'ended' });
      }
    },

    /** Finishes what was told until now. */
    async stop(): Promise<void> {
      await Promise.all(keeping);
      isStopping = true;
      await working;
    },
  };
}
