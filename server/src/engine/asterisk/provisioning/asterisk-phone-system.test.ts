import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrunkParty } from '../../phone-system.ts';
import { asteriskPhoneSystem } from './asterisk-phone-system.ts';

test('a trunk with TLS behind a proxy without it is refused with the reason, before Asterisk is asked', async () => {
  const nobody = { url: 'http://127.0.0.1:9/ari', user: 'trunkline', password: 'secret' };
  const trunk: TrunkParty = {
    ...{ kind: 'trunk', name: 'trunk-7', host: '203.0.113.5', port: 5061, transport: 'tls', codecs: ['alaw'] },
    ...{ credentials: null, fromUser: null, fromDomain: null },
  };
  assert.match((await asteriskPhoneSystem(nobody, '10.20.0.20:5060').put(trunk)) ?? '', /^the SIP proxy has no TLS/);
  await assert.rejects(asteriskPhoneSystem(nobody).put(trunk));
});
