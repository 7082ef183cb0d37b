import { join } from 'node:path';
import type { Config } from '../config.ts';
import { asteriskPhoneSystem } from '../engine/asterisk/provisioning/asterisk-phone-system.ts';
import type { PhoneSystem } from '../engine/phone-system.ts';
import { type AriAccount, readAriAccount } from '../platform/network/ari-account.ts';

export type AsteriskServer = { account: AriAccount; name: string; recordingFolder: string; sipProxy: string };

/** The configured servers. If there are several, each has its own folder for recordings. */
export function asteriskServers({ ASTERISK_URL, ASTERISK_RECORDINGS, DATA_DIR, SIP_PROXY }: Config): AsteriskServer[] {
  const folder = ASTERISK_RECORDINGS || join(DATA_DIR, 'asterisk');
  const accounts = ASTERISK_URL.flatMap((text) => readAriAccount(text) ?? []);
  return accounts.map((account) => {
    const name = new URL(account.url).host;
    return { account, name, sipProxy: SIP_PROXY, recordingFolder: accounts.length > 1 ? join(folder, name) : folder };
  });
}

/** The same servers as targets of provisioning: they must know trunks and phones. */
export const phoneSystems = (config: Config): PhoneSystem[] =>
  asteriskServers(config).map(({ account, sipProxy }) => asteriskPhoneSystem(account, sipProxy));
