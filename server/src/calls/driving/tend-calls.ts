import type { Database } from '../../database/connect.ts';
import type { Row } from '../../database/sql.ts';
import { lastChange } from '../../engine/engine.ts';
import { callRefOf } from '../../platform/call-ref.ts';
import { engineCallOf, toPauseTimes } from '../state/engine-call.ts';
import type { CallDriver } from './drive-calls.ts';
import type { Node } from './node.ts';
import { findOwnCalls, listOrphaned, listOwnCalls, takeOrphans } from './node-queries.ts';

// No call stays without a living node: each node takes over the calls of nodes whose lease has expired, and asks the engine
// about them. A call is dialed at most once: the accepting node places it within two seconds or not at all, and after that
// nodes only ask the engine about it.

const askAfterSeconds = 2;
/** The engine may still be busy accepting a call that was just handed to it. */
const askAgainAfterSeconds = 10;
const askAboutAllEvery = 30;
/** Calls that a node takes over in one turn: several nodes share those of a dead node. */
const mostOrphans = 500;

export function callTender(db: Database, node: Node, driver: CallDriver) {
  let turn = 0;
  return async (): Promise<void> => {
    await takeOver(db, node);
    const isTurnOfAll = turn++ % askAboutAllEvery === 0;
    const open = await listOwnCalls.all(db, { node_id: node.id() });
    const call_ids = open
      .filter(({ call_id, stage, change_due, pause_due }) => {
        const isDue = stage !== 'dialling' || change_due !== null || pause_due !== null;
        return isDue || isTurnOfAll || !driver.isFollowed(call_id);
      })
      .map(({ call_id }) => call_id);
    const calls = call_ids.length > 0 ? await findOwnCalls.all(db, { node_id: node.id(), call_ids }) : [];

    for (const call of calls) if (driver.isFollowed(call.call_id)) changeIfDue(driver, call);
    const settled = calls.filter(({ call_id, stage, dialled_seconds }) => {
      if (driver.isEnding(call_id)) return false;
      const patience = driver.isFollowed(call_id) ? askAgainAfterSeconds : askAfterSeconds;
      return stage === 'hanging_up' || dialled_seconds > patience;
    });
    const asked = [...Map.groupBy(settled, ({ is_test }) => is_test).values()].map((calls) => askEngine(driver, calls));
    const failed = (await Promise.allSettled(asked)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  };
}

async function takeOver(db: Database, node: Node): Promise<void> {
  let most = mostOrphans;
  for (const { tenant_id } of await listOrphaned.all(db, {})) {
    if (most === 0) return;
    most -= await takeOrphans.run(db, { tenant_id, node_id: node.id(), most });
  }
}

type OwnCall = Row<typeof findOwnCalls.gives>;

async function askEngine(driver: CallDriver, calls: OwnCall[]): Promise<void> {
  const engine = driver.engineOf({ isTest: calls[0]?.is_test ?? true });
  const there = new Set(((await engine?.adopt(calls.map(engineCallOf))) ?? []).map(({ callId }) => callId));
  for (const call of calls) {
    if (driver.isEnding(call.call_id)) continue;
    if (!there.has(call.call_id)) {
      driver.endLost(callRefOf(call), 'system_recovered');
      continue;
    }
    driver.follow(call.call_id);
    if (call.stage === 'hanging_up') driver.letGo(callRefOf(call));
    else changeIfDue(driver, call);
  }
}

function changeIfDue(driver: CallDriver, call: OwnCall): void {
  if (call.pause_due !== null) driver.pause(callRefOf(call), toPauseTimes(call.pause_times));
  if (call.change_due !== null) driver.change(callRefOf(call), lastChange(call.hold_times ?? []));
}
