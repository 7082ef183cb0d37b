import { join } from 'node:path';
import type { Engines } from './calls/drive-calls.ts';
import type { Config } from './config.ts';
import { createAsteriskEngine } from './engine/asterisk/asterisk-engine.ts';
import { asteriskPhoneSystem } from './engine/asterisk/asterisk-phone-system.ts';
import { createAsteriskPool } from './engine/asterisk/asterisk-pool.ts';
import type { Engine, TellEngineEvent } from './engine/engine.ts';
import type { PhoneSystem } from './engine/phone-system.ts';
import { createSimulator } from './engine/simulator.ts';
import { type AriAccount, readAriAccount } from './platform/ari-account.ts';
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

export type AsteriskServer = { account: AriAccount; name: string; recordingFolder: string };

/** Those that are configured. Several have a folder each. */
export function asteriskServers({ ASTERISK_URL, ASTERISK_RECORDINGS, DATA_DIR }: Config): AsteriskServer[] {
  const folder = ASTERISK_RECORDINGS || join(DATA_DIR, 'asterisk');
  const accounts = ASTERISK_URL.flatMap((text) => readAriAccount(text) ?? []);
  return accounts.map((account) => {
    const name = new URL(account.url).host;
    return { account, name, recordingFolder: accounts.length > 1 ? join(folder, name) : folder };
  });
}

/** Those that must know of trunks and phones. */
export const phoneSystems = (config: Config): PhoneSystem[] =>
  asteriskServers(config).map(({ account }) => asteriskPhoneSystem(account));
