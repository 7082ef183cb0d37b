import { type CallRef, onlyRef } from '../../platform/call-ref.ts';
import type { Engine, EngineCall } from '../engine.ts';
import type { AsteriskEngine, Placement } from './asterisk-engine.ts';

// Several Asterisk servers as one engine. A call stays on the server that it was placed on. A dead or drained server gets no
// new calls until it is back.

export type PoolMember = { name: string; engine: AsteriskEngine };

/** A server that refuses a call although the phone is registered is probably shutting down: for this long (ms) it comes last. */
const distrustedFor = 5_000;

export function createAsteriskPool(members: PoolMember[], isDrained: (name: string) => boolean = () => false): Engine {
  const engines = members.map(({ engine }) => engine);
  const refusedAt = new Map<AsteriskEngine, number>();
  const isOpen = ({ name, engine }: PoolMember) => engine.isReady() && !isDrained(name);
  const arrivedOn = (ref: string) => {
    const member = members.find(({ name }) => ref.startsWith(`${name}/`));
    if (!member) throw new Error('The Asterisk that this call came in on is not one of ours.');
    return member.engine;
  };
  const ownerOf = (call: CallRef) => engines.find((engine) => engine.has(call));

  /** Servers that recently refused a call come last; otherwise the least loaded comes first. */
  function inOrder(): PoolMember[] {
    const now = performance.now();
    const distrust = ({ engine }: PoolMember) => (now - (refusedAt.get(engine) ?? -Infinity) < distrustedFor ? 1 : 0);
    return members.toSorted((a, b) => distrust(a) - distrust(b) || a.engine.load() - b.engine.load());
  }

  return {
    name: 'asterisk',
    isReady: () => members.some(isOpen),

    /**
     * A server that refuses a call has rung no telephone, so the next server may try. A phone may be registered with only some
     * of the servers, so it counts as unreachable only if no server has it.
     */
    async place(call) {
      if (ownerOf(call)) return;
      let held: Extract<Placement, { kind: 'refused' }> | undefined;
      let isServersFault = false;
      for (const member of inOrder()) {
        if (!isOpen(member)) continue;
        if (held && !ownerOf(call)) return; // The call was hung up meanwhile.
        const placing = member.engine.tryToPlace(call);
        held?.letGo(); // Only after the next server has the call, so that some server always has it.
        const placement = await placing;
        if (placement.kind === 'placed') return;
        held = placement;
        if (placement.why === 'absent') continue;
        isServersFault = true;
        refusedAt.set(member.engine, performance.now());
      }
      if (!held) throw new Error('No Asterisk takes new calls.');
      held.giveUp(isServersFault ? 'server' : 'absent');
    },

    /** The call is on the server that reported its arrival. */
    async receive(ref, call) {
      await arrivedOn(ref).receive(ref, call);
    },

    async refuse(ref, why) {
      await arrivedOn(ref).refuse(ref, why);
    },

    async change(call, change) {
      return (await ownerOf(call)?.change(call, change)) ?? false;
    },

    async pauseRecording(call, times) {
      return (await ownerOf(call)?.pauseRecording(call, times)) ?? false;
    },

    async hangUp(call) {
      await ownerOf(call)?.hangUp(call);
    },

    /** Asks each server about the calls that no other server has. Throws if an unreachable server may have one of the rest. */
    async adopt(calls) {
      const asked = await Promise.allSettled(engines.map((engine) => engine.adopt(askedOf(engine, calls))));
      const there = new Set(
        asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map(callIdOf),
      );
      const silent = asked.find((answer) => answer.status === 'rejected');
      if (silent && calls.some((call) => !there.has(callIdOf(call)))) throw silent.reason;
      return calls.filter((call) => there.has(callIdOf(call))).map(onlyRef);
    },

    abandon(calls) {
      for (const engine of engines) engine.abandon(calls);
    },

    async stop() {
      await Promise.all(engines.map((engine) => engine.stop()));
    },
  };

  function askedOf(engine: AsteriskEngine, calls: EngineCall[]): EngineCall[] {
    return calls.filter((call) => (ownerOf(call) ?? engine) === engine);
  }
}

const callIdOf = ({ callId }: CallRef) => callId;
