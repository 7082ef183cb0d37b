import { type CallRef, onlyRef } from '../../platform/call-ref.ts';
import type { Engine, EngineCall } from '../engine.ts';
import type { AsteriskEngine, Placement } from './asterisk-engine.ts';

// Several Asterisk servers as one engine. A call stays on the server that it was placed on; one that is dead or drained gets
// no calls until it is back.

export type PoolMember = { name: string; engine: AsteriskEngine };

/** A server that refused a call although the phone is there is probably being stopped: for so long it is tried last. */
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

  /** The least loaded first. */
  function inOrder(): PoolMember[] {
    const now = performance.now();
    const distrust = ({ engine }: PoolMember) => (now - (refusedAt.get(engine) ?? -Infinity) < distrustedFor ? 1 : 0);
    return members.toSorted((a, b) => distrust(a) - distrust(b) || a.engine.load() - b.engine.load());
  }

  return {
    name: 'asterisk',
    isReady: () => members.some(isOpen),

    /**
     * A server that refuses a call has rung no telephone, so the next one may try. The phone may be registered with some of them
     * only, so it counts as unreachable when none of them has it.
     */
    async place(call) {
      if (ownerOf(call)) return;
      let held: Extract<Placement, { kind: 'refused' }> | undefined;
      let isServersFault = false;
      for (const member of inOrder()) {
        if (!isOpen(member)) continue;
        if (held && !ownerOf(call)) return; // It was hung up meanwhile.
        const placing = member.engine.tryToPlace(call);
        held?.letGo(); // Not before the next one has it, so that the call is always to be found.
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

    /** Whoever calls in is on the server that told of him. */
    async receive(ref, call) {
      await arrivedOn(ref).receive(ref, call);
    },

    async refuse(ref) {
      await arrivedOn(ref).refuse(ref);
    },

    async change(call, change) {
      return (await ownerOf(call)?.change(call, change)) ?? false;
    },

    async hangUp(call) {
      await ownerOf(call)?.hangUp(call);
    },

    /** Each server is asked about the calls that no other one has. Those that a silent one may have are not given up. */
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
