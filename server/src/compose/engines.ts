import { join } from 'node:path';
import type { LiveCalls } from '../administrators/sessions/session-answer.ts';
import type { Engines } from '../calls/driving/drive-calls.ts';
import type { Config } from '../config.ts';
import { createAsteriskEngine } from '../engine/asterisk/asterisk-engine.ts';
import { createAsteriskPool, type PoolMember } from '../engine/asterisk/asterisk-pool.ts';
import type { ReportEngineEvent } from '../engine/engine.ts';
import { orphanedRecordingsIn } from '../engine/orphaned-recordings.ts';
import { createSimulator } from '../engine/simulator.ts';
import type { NodeId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import type { EngineFolder } from '../recordings/sweep-recordings.ts';
import { type AsteriskServer, asteriskServers } from './asterisk-servers.ts';

type Parts = {
  report: ReportEngineEvent;
  log: Logger;
  nodeId: NodeId;
  /** Whether the operator has drained the Asterisk server of this name. */
  isDrained(name: string): boolean;
};
type Started = Engines & {
  /** The Asterisk servers. */
  members: PoolMember[];
  /** How live calls are made: simulated, real, or not at all. */
  liveCalls: LiveCalls;
  stop(): Promise<void>;
};

/**
 * Test calls are always simulated. Live calls go to Asterisk if one is configured; otherwise they are simulated too if the
 * database is embedded, and refused if it is external.
 */
export function startEngines(config: Config, parts: Parts): Started {
  const { DATABASE_URL, SIMULATOR_SPEED } = config;
  const { report, log } = parts;
  const simulator = createSimulator({ report, log, speed: SIMULATOR_SPEED, folder: simulatorFolder(config) });
  const servers = asteriskServers(config);
  if (servers.length === 0) {
    const isSimulated = DATABASE_URL === '';
    const live = isSimulated ? simulator : undefined;
    const liveCalls = isSimulated ? 'simulated' : 'unavailable';
    return { test: simulator, live, liveCalls, members: [], stop: simulator.stop };
  }
  const members = startAsterisk(config, servers, parts);
  const asterisk = createAsteriskPool(members, parts.isDrained);
  return {
    test: simulator,
    live: asterisk,
    members,
    liveCalls: 'real',
    async stop() {
      await Promise.all([simulator.stop(), asterisk.stop()]);
    },
  };
}

const simulatorFolder = ({ DATA_DIR }: Config) => join(DATA_DIR, 'simulator');

/** The folders in which engines leave recordings. */
export function engineFolders(config: Config): EngineFolder[] {
  const ofServers = asteriskServers(config).map(({ recordingFolder }) => recordingFolder);
  return [simulatorFolder(config), ...ofServers].map(orphanedRecordingsIn);
}

function startAsterisk(config: Config, servers: AsteriskServer[], { report, log, nodeId }: Parts): PoolMember[] {
  const { ASTERISK_TRUNK: trunk } = config;
  const ringSeconds = { staff: config.RING_SECONDS_STAFF, customer: config.RING_SECONDS_CUSTOMER };
  return servers.map(({ account, name, recordingFolder }) => {
    const engine = createAsteriskEngine({
      ...{ report, log, account, name, trunk, recordingFolder, ringSeconds },
      // The dialplan offers callers to all applications with this prefix.
      app: `trunkline-${nodeId}`,
    });
    return { name, engine };
  });
}
