import type { Database } from '../database/connect.ts';
import type { Row } from '../database/sql.ts';
import type { CallDriver } from './drive-calls.ts';
import { engineCallOf, refOf } from './engine-call.ts';
import type { Node } from './node.ts';
import { listOwnCalls, takeOrphans } from './node-queries.ts';

// Nobody's call stays nobody's: each node renews its lease, takes the calls of nodes whose lease ran out, and asks the
// engine what became of them. A call is dialled at most once: it leaves `accepted` before the engine is told, and from
// then on the engine is asked rather than told again.

/** How long an accepted call may wait for its dialling before this looks after it, and before it is given up. */
const waitingSeconds = { normal: 2, tooLong: 15 };
const askAboutAllEvery = 30;

/** One turn of the chore that keeps calls driven. */
export function callTender(db: Database, node: Node, driver: CallDriver) {
  let turn = 0;
  return async (): Promise<void> => {
    await node.renew();
    const taken = await takeOrphans.run(db, { node_id: node.id() });
    const all = taken > 0 || turn++ % askAboutAllEvery === 0;
    const own = await listOwnCalls.all(db, { node_id: node.id(), all });
    for (const call of own.filter(({ stage }) => stage === 'accepted')) tendAccepted(driver, call);
    const told = Map.groupBy(
      own.filter(({ stage }) => stage !== 'accepted'),
      ({ is_test }) => is_test,
    );
    for (const calls of told.values()) await askEngine(driver, calls);
  };
}

type OwnCall = Row<typeof listOwnCalls.gives>;

function tendAccepted(driver: CallDriver, call: OwnCall): void {
  // Somebody who asked for a call long ago does not expect his telephone to ring any more.
  if (call.age_seconds > waitingSeconds.tooLong) driver.endLost(refOf(call), 'system_recovered');
  else if (call.age_seconds > waitingSeconds.normal) driver.dial(refOf(call));
}

async function askEngine(driver: CallDriver, calls: OwnCall[]): Promise<void> {
  const engine = driver.engineOf({ isTest: calls[0]?.is_test ?? true });
  const there = new Set(((await engine?.adopt(calls.map(engineCallOf))) ?? []).map(({ callId }) => callId));
  for (const call of calls) {
    if (!there.has(call.call_id)) driver.endLost(refOf(call), 'system_recovered');
    else if (call.stage === 'hanging_up') await engine?.hangUp(refOf(call));
  }
}
