import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../database/connect.ts';
import { inBatches } from '../../database/in-batches.ts';
import { transactionGroup } from '../../database/transaction-groups.ts';
import { transactionTurns } from '../../database/transaction-turns.ts';
import type {
  CallChange,
  Engine,
  EngineCall,
  EngineEvent,
  PauseTimes,
  Refusal,
  SilentPart,
} from '../../engine/engine.ts';
import { type CallRef, callKeyOf, onlyRef } from '../../platform/call-ref.ts';
import type { CallId, NodeId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import { maskNumber } from '../../platform/mask.ts';
import { present } from '../../platform/present.ts';
import { isUnavailable } from '../../platform/problem.ts';
import { removeFile } from '../../platform/remove-file.ts';
import { settlePause } from '../state/pause-queries.ts';
import { recordedPauses } from '../state/pauses.ts';
import { settleChange } from '../state/queries.ts';
import type { Node } from './node.ts';
import {
  type CallTask,
  type KeptRecording,
  lost,
  type OnRecorded,
  type Performed,
  performTasks,
} from './perform-tasks.ts';
import type { Arrival } from './receive-call.ts';

// Drives calls through their states: makes the engines place them, and applies the events of the engines. Events that arrive
// during a transaction are batched into the next one, so a busy node commits some dozens of times a second instead of several
// times per call.

export type Engines = { test: Engine; live: Engine | undefined };

export type CallDriver = ReturnType<typeof driveCalls>;

/** The permanent store of recordings. */
type RecordingStore = {
  /** Stores a copy of the file, silent in these parts, and returns the call's `recording` column. */
  keep(call: CallRef, file: string, seconds: number, pauses: SilentPart[]): Promise<object>;
  drop(call: CallRef): Promise<void>;
};

type Parts = { node: Node; engines: Engines; recordings: RecordingStore; onRecorded: OnRecorded; log: Logger };

type Item = CallTask | Arrival;

const batchSize = 200;
/**
 * In milliseconds. The same events in fewer and larger batches cost less; when calls are many, each is visible a little later.
 * Calls go on meanwhile; only a caller who has just come in waits for it.
 */
const restBetweenBatches = 50;
/** How long after its acceptance a call may be placed, in milliseconds; see `tend-calls.ts`. */
const placeWithin = 2_000;

const refusals = { number_unknown: 'inbound.number_unknown', anonymous: 'inbound.anonymous' } as const;

/** A committed change that the node of a call has to carry out: a hold, a pause of the recording, or else a hang-up. */
export type OwnerRequest = { nodeId: NodeId | null; call: CallRef; change?: CallChange; pauseTimes?: PauseTimes };

export function driveCalls(db: Database, { node, engines, recordings, onRecorded, log }: Parts) {
  /** Calls that were handed to an engine of this process and are not over. */
  const followed = new Set<string>();
  /** Recordings on their way into the store, by call, until they are committed and the engine's file is removed. */
  const keeping = new Map<string, Promise<KeptRecording | undefined>>();
  let isStopping = false;

  const engineOf = ({ isTest }: { isTest: boolean }) => (isTest ? engines.test : engines.live);

  const inTurn = transactionTurns(db);
  // The tenant of an arrival is known when it is received.
  const groupOf = (item: Item) => transactionGroup(db, item.kind === 'arrived' ? item.ref : item.tenantId);

  async function perform(items: Item[]): Promise<undefined[]> {
    const performed = await inTurn(groupOf(present(items[0])), (limits) =>
      db.transaction((tx) => performTasks(tx, node.id(), items, onRecorded), limits),
    );
    for (const item of items) if (item.kind === 'signal' && item.isOver) followed.delete(item.callId);
    informEngines(performed);
    void clearAway(items, performed).then(() => forgetKept(items));
    return items.map(() => undefined);
  }

  const changes = inBatches<Item, undefined>({
    perform,
    most: batchSize,
    kindOf: groupOf,
    restMs: restBetweenBatches,
    whileOutOfReach: 'wait',
  });

  function add(item: Item): void {
    changes.add(item).catch((error) => leaveOut(item, error));
  }

  /** A defect in one change must not hold up other calls. Later the engine is asked about this call: see `tend-calls.ts`. */
  function leaveOut(item: Item, error: unknown): void {
    // The node is stopping: the next node to drive the call asks the engine for the lost event.
    if (isUnavailable(error)) return;
    forgetKept([item]);
    const call = item.kind === 'arrived' ? {} : { call_id: item.callId };
    log('call.change_dropped', { err: error, task: item.kind, ...call });
  }

  function informEngines({ received, refused, strangers, unwanted }: Performed): void {
    for (const { ref, call } of received) attempt(call, async () => engineOf(call)?.receive(ref, call));
    for (const { arrival, why } of refused) refuse(arrival, why);
    for (const call of strangers) {
      followed.delete(call.callId);
      engineOf(call)?.abandon([call]);
    }
    for (const call of unwanted) letGo(call);
  }

  /**
   * The engine's file stays until the call has its recording: if the node is killed before that, the engine reports the file
   * again. If another node now owns the call, it still needs the file. `sweep-recordings.ts` removes files that remain.
   */
  async function clearAway(items: Item[], { kept, unheard }: Performed): Promise<void> {
    const settled = new Set([...kept, ...unheard].map(({ callId }) => callId));
    const sources = items.flatMap((item) =>
      item.kind === 'signal' && item.kept && settled.has(item.callId) ? [item.kept.source] : [],
    );
    const removals = [...sources.map(removeFile), ...unheard.map(recordings.drop)];
    for (const removed of await Promise.allSettled(removals))
      if (removed.status === 'rejected') log('recording.file_not_removed', { err: removed.reason });
  }

  function forgetKept(items: Item[]): void {
    for (const item of items) if (item.kind === 'signal' && item.kept !== undefined) keeping.delete(item.callId);
  }

  /** Only live calls come in from outside. */
  function refuse({ ref, from, to }: Arrival, why: Refusal): void {
    const number = 'number' in to ? maskNumber(to.number) : undefined;
    log(refusals[why], { number, from: maskNumber(from) });
    engines.live?.refuse(ref, why).catch((error) => log('inbound.reject_failed', { err: error }));
  }

  function attempt(call: EngineCall, ask: () => Promise<void>): void {
    followed.add(call.callId);
    ask().catch((error) => {
      log('call.start_failed', { err: error, call_id: call.callId });
      endLost(call, 'engine_error');
    });
  }

  /** Makes the engine hang up a call that has already ended in the database; if that fails, `tend-calls.ts` tries again. */
  function letGo(call: CallRef): void {
    engineOf(call)
      ?.hangUp(call)
      .catch((error) => log('call.hangup_failed', { err: error, call_id: call.callId }));
  }

  /** Passes a committed change to the engine; if that fails, `tend-calls.ts` tries again. */
  function change(call: CallRef, made: CallChange): void {
    const ask = async () => {
      const isTaken = await engineOf(call)?.change(call, made);
      if (isTaken) await settleChange.run(db, { ...callKeyOf(call), number: made.number });
    };
    ask().catch((error) => log('call.change_failed', { err: error, call_id: call.callId }));
  }

  /** Pauses or resumes the recording of a call, as committed; if that fails, `tend-calls.ts` tries again. */
  function pause(call: CallRef, times: PauseTimes): void {
    const ask = async () => {
      const isConfirmed = await engineOf(call)?.pauseRecording(call, times);
      if (isConfirmed) await settlePause.run(db, { ...callKeyOf(call), number: times.length });
    };
    ask().catch((error) => log('recording.pause_failed', { err: error, call_id: call.callId }));
  }

  /** Ends a call that no engine has. */
  function endLost(call: CallRef, reason: 'engine_error' | 'system_recovered'): void {
    add({ ...onlyRef(call), kind: 'signal', signal: lost(reason, new Date()), isOver: true });
  }

  async function keep(event: Extract<EngineEvent, { kind: 'recorded' }>): Promise<KeptRecording | undefined> {
    const { file, seconds } = event;
    try {
      const pauses = event.pauses ?? (await pausesIn(event, seconds));
      return { recording: await recordings.keep(event, file, seconds, pauses), source: file };
    } catch (error) {
      log('recording.store_failed', { err: error, call_id: event.callId });
      return undefined;
    }
  }

  /** Waits for a database that is out of reach: paused parts must not be stored. */
  async function pausesIn(call: CallRef, seconds: number): Promise<SilentPart[]> {
    for (;;)
      try {
        return await recordedPauses(db, call, seconds);
      } catch (error) {
        if (isStopping || !isUnavailable(error)) throw error;
        await wait(1_000);
      }
  }

  /** The end closes the call, so it waits until the recording is in the store, and both commit together. */
  async function end(keeps: Promise<KeptRecording | undefined>, ended: CallTask): Promise<void> {
    const kept = await keeps;
    if (!kept) keeping.delete(ended.callId);
    add({ ...ended, kept });
  }

  return {
    engineOf,
    endLost,
    letGo,
    change,
    pause,

    /**
     * Makes the engine place a call that was accepted a moment ago, at `askedAt` by the clock of `performance.now`. If the
     * commit took so long that a node may already be asking the engine about the call, that node decides its fate instead.
     */
    place(call: EngineCall, askedAt: number): void {
      if (performance.now() - askedAt < placeWithin) attempt(call, async () => engineOf(call)?.place(call));
    },

    /** Returns false if another node drives the call. */
    carryOut({ nodeId, call, change: made, pauseTimes }: OwnerRequest): boolean {
      if (nodeId !== node.id()) return false;
      if (made) change(call, made);
      else if (pauseTimes) pause(call, pauseTimes);
      else letGo(call);
      return true;
    },

    /** Receives the events of the engines. */
    handle(event: EngineEvent): void {
      if (event.kind === 'arrived') add(event);
      else if (event.kind === 'recorded') keeping.set(event.callId, keep(event));
      else {
        const { tenantId, isTest, callId, ...signal } = event;
        const task: CallTask = { tenantId, isTest, callId, kind: 'signal', signal, isOver: event.kind === 'ended' };
        const keeps = event.kind === 'ended' ? keeping.get(callId) : undefined;
        if (keeps)
          void end(keeps, task); // It cannot fail: `keep` catches its errors.
        else add(task);
      }
    },

    /**
     * Whether the engine has reported the call's end and its recording is on its way into the store. The engine must not be
     * asked about such a call: it would find the recording and offer a file that is being removed.
     */
    isEnding: (callId: CallId) => keeping.has(callId),

    /** A call that this process follows need not be asked about. */
    isFollowed: (callId: CallId) => followed.has(callId),
    follow: (callId: CallId) => followed.add(callId),

    /** Finishes the events received until now. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all(keeping.values());
      await changes.stop();
    },
  };
}
