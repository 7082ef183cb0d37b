import { createHash, randomBytes } from 'node:crypto';
import { asteriskPhoneSystem } from '../../src/engine/asterisk/provisioning/asterisk-phone-system.ts';
import type { Party } from '../../src/engine/phone-system.ts';
import type { AriAccount } from '../../src/platform/network/ari-account.ts';
import { sipRealm } from '../../src/staff/sip-digest.ts';
import { until } from '../until.ts';
import type { SoftphoneAccount } from './softphone.ts';

/**
 * Provisions trunks and phones with the server's own code. A server that runs at the same time leaves them alone, unless they
 * are named like its own (`trunk-7`, `staff-12`).
 */
export function partiesOf(asterisk: AriAccount) {
  const system = asteriskPhoneSystem(asterisk);

  async function put(party: Party): Promise<void> {
    const fault = await until(async () => {
      const fault = (await system.put(party)) ?? 'none';
      return !fault.startsWith('it takes too long') && fault; // As Asterisk does on a busy machine.
    });
    if (fault !== 'none') throw new Error(`Asterisk does not take ${party.name}: ${fault}.`);
  }

  return {
    addTrunk: (name: string, { host, port }: { host: string; port: number }, codecs = ['ulaw', 'alaw']) =>
      put({
        ...{ kind: 'trunk', name, host, port, transport: 'udp', codecs },
        ...{ credentials: null, fromUser: null, fromDomain: null },
      }),

    /** Returns the account with which a phone registers. */
    async addPhone(username: string): Promise<SoftphoneAccount> {
      const password = randomBytes(16).toString('hex');
      const digest = createHash('md5').update(`${username}:${sipRealm}:${password}`).digest('hex');
      await put({ kind: 'phone', name: username, realm: sipRealm, digest });
      return { username, password };
    },
  };
}
