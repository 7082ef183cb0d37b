import { join } from 'node:path';
import type { Engines } from './calls/drive-calls.ts';
import type { Config } from './config.ts';
import { createAsteriskEngine } from './engine/asterisk/asterisk-engine.ts';
import { createAsteriskPool } from './engine/asterisk/asterisk-pool.ts';
import type { Engine, TellEngineEvent } from './engine/engine.ts';
import { leftRecordingsIn } from './engine/left-recordings.ts';
import { createSimulator } from './engine/simulator.ts';
import { type AriAccount, readAriAccount } from './platform/ari-account.ts';
import type { Logger } from './platform/log.ts';
import type { EngineFolder } from './recordings/sweep-recordings.ts';

type Parts = { tell: TellEngineEvent; log: Logger; nodeId: string };

type Started = Engines & { folders: EngineFolder[]; stop(): Promise<void> };

/**
 * Test calls are always simulated. Live ones are Asterisk's, where one is set up; otherwise they are simulated too, where the
 * database is our own and there are no telephones.
 */
export function startEngines(config: Config, parts: Parts): Started {
  const { DATA_DIR, DATABASE_URL, SIMULATOR_SPEED } = config;
  const { tell, log } = parts;
  const folder = join(DATA_DIR, 'simulator');
  const simulator = createSimulator({ tell, log, speed: SIMULATOR_SPEED, folder });
  const folders = [leftRecordingsIn(folder)];
  const accounts = config.ASTERISK_URL.flatMap((text) => readAriAccount(text) ?? []);
  if (accounts.length === 0) {
    const live = DATABASE_URL === '' ? simulator : undefined;
    return { test: simulator, live, folders, stop: simulator.stop };
  }
  const members = asteriskMembers(config, accounts);
  const asterisk = startAsterisk(config, members, parts);
  return {
    test: simulator,
    live: asterisk,
    folders: [...folders, ...members.map(({ recordingFolder }) => leftRecordingsIn(recordingFolder))],
    async stop() {
      await Promise.all([simulator.stop(), asterisk.stop()]);
    },
  };
}

type Member = { account: AriAccount; name: string; recordingFolder: string };

function asteriskMembers({ DATA_DIR, ASTERISK_RECORDINGS }: Config, accounts: AriAccount[]): Member[] {
  const folder = ASTERISK_RECORDINGS || join(DATA_DIR, 'asterisk');
  return accounts.map((account) => {
    const name = new URL(account.url).host;
    return { account, name, recordingFolder: accounts.length > 1 ? join(folder, name) : folder };
  });
}

function startAsterisk({ ASTERISK_TRUNK: trunk }: Config, members: Member[], { tell, log, nodeId }: Parts): Engine {
  // The dialplan offers callers to all that are called so.
  const app = `trunkline-${nodeId}`;
  return createAsteriskPool(
    members.map((member) => ({
      name: member.name,
      engine: createAsteriskEngine({ ...{ tell, log, trunk, app }, ...member }),
    })),
  );
}
