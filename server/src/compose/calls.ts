import { driveCalls, type OwnerRequest } from '../calls/driving/drive-calls.ts';
import { becomeNode, forgetNodes } from '../calls/driving/node.ts';
import { callTender } from '../calls/driving/tend-calls.ts';
import { dropOldCalls, makeCallPartitions } from '../calls/listing/call-partitions.ts';
import { foldCallCounts } from '../calls/listing/fold-call-counts.ts';
import type { EngineEvent } from '../engine/engine.ts';
import type { RecordingFiles } from '../recordings/recording-files.ts';
import { asteriskMetrics } from './asterisk-metrics.ts';
import type { Ground } from './capability.ts';
import { startEngines } from './engines.ts';
import { ofOldCalls, onRecorded } from './recorded-calls.ts';
import { relay } from './relay.ts';

type Parts = { files: RecordingFiles; isDrained: (server: string) => boolean };

/** Calls, the engines that make them, and this node, which drives them. */
export async function startCallDriving({ config, db, registry, log, parent }: Ground, { files, isDrained }: Parts) {
  // A month without a table accepts no calls; if the database is read-only now, the chore makes the table later.
  await makeCallPartitions(db).catch((error) => log('call.partitions_failed', { err: error }));
  const node = await becomeNode(db, log);
  const events = relay<EngineEvent>();
  const engines = startEngines(config, { report: events.pass, log, nodeId: node.id(), isDrained });
  const driver = driveCalls(db, { node, engines, recordings: files, onRecorded, log });
  events.handTo(driver.handle);
  parent?.onPassed(driver.carryOut);
  asteriskMetrics(engines.members, isDrained, registry);

  return {
    control: {
      node,
      driver,
      tellOwner: (request: OwnerRequest) => void (driver.carryOut(request) || parent?.passToOwner(request)),
    },
    liveCalls: engines.liveCalls,
    chores: [
      { name: 'renew lease', everyMs: 1_000, run: node.renew, ofProcess: true },
      {
        name: 'reconcile calls with the engine',
        everyMs: 1_000,
        run: callTender(db, node, driver),
        ofProcess: true,
      },
      { name: 'fold call counts', everyMs: 1_000, run: () => foldCallCounts(db) },
      { name: 'make call partitions', everyMs: 3_600_000, run: () => makeCallPartitions(db) },
      {
        name: 'drop old calls',
        everyMs: 3_600_000,
        run: () => dropOldCalls(db, ofOldCalls(db, files), config.CALL_RETENTION_DAYS),
      },
      { name: 'forget dead nodes', everyMs: 600_000, run: () => forgetNodes(db) },
    ],
    async finish() {
      await engines.stop();
      await driver.stop();
      await node.leave(); // Other nodes may take over the calls from now on.
    },
    stop: engines.stop,
  };
}
