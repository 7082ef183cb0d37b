import type { CallRef, Engine, EngineCall } from '../engine.ts';
import type { AsteriskEngine } from './asterisk-engine.ts';
import { refOf } from './call-names.ts';

// Several Asterisk servers as one engine. A call stays on the server that it was placed on; one that is dead gets no calls
// until it is back.

export type PoolMember = { name: string; engine: AsteriskEngine };

export function createAsteriskPool(members: PoolMember[]): Engine {
  const engines = members.map(({ engine }) => engine);
  const ready = () => engines.filter((engine) => engine.isReady());
  const arrivedOn = (ref: string) => {
    const member = members.find(({ name }) => ref.startsWith(`${name}/`));
    if (!member) throw new Error('The Asterisk that this call came in on is not one of ours.');
    return member.engine;
  };
  const ownerOf = (call: CallRef) => engines.find((engine) => engine.has(call));

  return {
    name: 'asterisk',
    isReady: () => ready().length > 0,

    /** The least loaded first; one that refuses has surely not placed it, so the next one may. */
    async place(call) {
      if (ownerOf(call)) return;
      let refusal: unknown = new Error('No Asterisk is within reach.');
      for (const engine of ready().toSorted((a, b) => a.load() - b.load())) {
        try {
          return await engine.place(call);
        } catch (error) {
          refusal = error;
        }
      }
      throw refusal;
    },

    /** Whoever calls in is on the server that told of him. */
    async receive(ref, call) {
      await arrivedOn(ref).receive(ref, call);
    },

    async refuse(ref) {
      await arrivedOn(ref).refuse(ref);
    },

    async hangUp(call) {
      await ownerOf(call)?.hangUp(call);
    },

    /** Each server is asked about the calls that no other one has. Those that a silent one may have are not given up. */
    async adopt(calls) {
      const asked = await Promise.allSettled(engines.map((engine) => engine.adopt(askedOf(engine, calls))));
      const there = new Set(asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])).map(idOf));
      const silent = asked.find((answer) => answer.status === 'rejected');
      if (silent && calls.some((call) => !there.has(idOf(call)))) throw silent.reason;
      return calls.filter((call) => there.has(idOf(call))).map(refOf);
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

const idOf = ({ callId }: CallRef) => callId;
