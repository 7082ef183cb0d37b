import type { Database } from '../database/connect.ts';
import type { Caller } from '../platform/caller.ts';
import { Problem } from '../platform/problem.ts';
import { together } from '../platform/together.ts';
import type { Node } from './driving/node.ts';
import { type NewCall, type StartedCall, startCalls } from './start-call.ts';

// Calls of one tenant that are asked for at the same time are accepted in one transaction: a commit for each would cost more
// than all the rest of accepting them.

const mostAtOnce = 100;

type Asked = { caller: Caller; call: NewCall };
type Outcome = StartedCall | Problem;

export function callStarter(db: Database, node: Node) {
  const accept = (asked: Asked[]): Promise<Outcome[]> => {
    const [{ caller }] = asked as [Asked];
    const calls = asked.map(({ call }) => call);
    return db.transaction((tx) => startCalls(tx, caller, calls, node.id()));
  };
  const acceptAlone = async (asked: Asked) => (await accept([asked]))[0] as Outcome;

  const ask = together<Asked, Outcome | Promise<Outcome>>(mostAtOnce, async (_kind, asked) => {
    try {
      return (await accept(asked)).map((outcome, i) => {
        // It may have lost its external_id to a call that was refused itself.
        const isWorthAnotherTry = asked.length > 1 && outcome instanceof Problem && outcome.code === 'staff_busy';
        return isWorthAnotherTry ? acceptAlone(asked[i] as Asked) : outcome;
      });
    } catch (error) {
      // A database that is out of reach is so for all. Anything else is the fault of one, and no reason to refuse the others.
      if (error instanceof Problem || asked.length === 1) throw error;
      return asked.map(acceptAlone);
    }
  });

  return async (caller: Caller, call: NewCall): Promise<StartedCall> => {
    const outcome = await ask(`${caller.tenantId} ${caller.kind}`, { caller, call });
    if (outcome instanceof Problem) throw outcome;
    return outcome;
  };
}
