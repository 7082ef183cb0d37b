import type { Database } from '../database/connect.ts';
import { inBatches } from '../database/in-batches.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem, type ProblemCode } from '../platform/problem.ts';
import type { Node } from './driving/node.ts';
import { type NewCall, type StartedCall, startCall, startCalls } from './start-call.ts';

// Concurrent requests of one tenant are accepted in one transaction: a commit per call would cost more than all the other work
// of accepting it.

const mostAtOnce = 100;

type Asked = { caller: Caller; call: NewCall };

/** The refusals of calls, live and test, for which nothing else explains that they were left out. */
const unexplained: ProblemCode[] = ['staff_busy', 'unavailable'];

export function callStarter(db: Database, node: Node) {
  const acceptance = inBatches({
    most: mostAtOnce,
    kindOf: ({ caller }: Asked) => `${caller.tenantId} ${caller.kind}`,
    whileOutOfReach: 'fail',
    perform: async (asked) => {
      const [first] = asked;
      if (!first) return [];
      const calls = asked.map(({ call }) => call);
      const outcomes = await db.transaction((tx) => startCalls(tx, first.caller, calls, node.id()));
      return outcomes.map((outcome) => ({ outcome, isAlone: calls.length === 1 }));
    },
  });

  return async (caller: Caller, call: NewCall): Promise<StartedCall> => {
    // The batch may belong to the trace of another request.
    const traced = { ...call, traceparent: db.tracing?.active()?.traceparent ?? null };
    const { outcome, isAlone } = await acceptance.add({ caller, call: traced });
    // Another call of the batch may have taken its external_id and been refused itself, so it is tried again alone.
    if (!isAlone && outcome instanceof Problem && unexplained.includes(outcome.code))
      return db.transaction((tx) => startCall(tx, caller, traced, node.id()));
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
}
