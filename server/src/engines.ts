import { join } from 'node:path';
import { type AsteriskServer, asteriskServers } from './asterisk-servers.ts';
import type { Engines } from './calls/drive-calls.ts';
import type { Config } from './config.ts';
import { createAsteriskEngine } from './engine/asterisk/asterisk-engine.ts';
import { createAsteriskPool } from './engine/asterisk/asterisk-pool.ts';
import type { Engine, TellEngineEvent } from './engine/engine.ts';
import { createSimulator } from './engine/simulator.ts';
import type { Logger } from './platform/log.ts';

type Parts = { tell: TellEngineEvent; log: Logger; nodeId: string };

/**
 * Test calls are always simulated. Live ones are Asterisk's, where one is set up; otherwise they are simulated too, where the
 * database is our own and there are no telephones.
 */
export function startEngines(config: Config, parts: Parts): Engines & { stop(): Promise<void> } {
  const { DATA_DIR, DATABASE_URL, SIMULATOR_SPEED } = config;
  const { tell, log } = parts;
  const simulator = createSimulator({ tell, log, speed: SIMULATOR_SPEED, folder: join(DATA_DIR, 'simulator') });
  const servers = asteriskServers(config);
  if (servers.length === 0) {
    const live = DATABASE_URL === '' ? simulator : undefined;
    return { test: simulator, live, stop: simulator.stop };
  }
  const asterisk = startAsterisk(config, servers, parts);
  return {
    test: simulator,
    live: asterisk,
    async stop() {
      await Promise.all([simulator.stop(), asterisk.stop()]);
    },
  };
}

function startAsterisk({ ASTERISK_TRUNK: trunk }: Config, servers: AsteriskServer[], parts: Parts): Engine {
  const { tell, log, nodeId } = parts;
  const members = servers.map(({ account, name, recordingFolder }) => {
    const engine = createAsteriskEngine({
      ...{ tell, log, account, name, trunk, recordingFolder },
      // The dialplan offers callers to all that are called so.
      app: `trunkline-${nodeId}`,
    });
    return { name, engine };
  });
  return createAsteriskPool(members);
}
