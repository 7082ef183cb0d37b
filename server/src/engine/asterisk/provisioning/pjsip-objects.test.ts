import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrunkParty } from '../../phone-system.ts';
import { objectsOf } from './pjsip-objects.ts';

const trunk: TrunkParty = {
  ...{ kind: 'trunk', name: 'trunk-7', host: 'sip.carrier.example', port: 5060, transport: 'udp', codecs: ['alaw'] },
  ...{ credentials: null, fromUser: null, fromDomain: null },
};
const fieldsOf = (party: TrunkParty) => Object.fromEntries(objectsOf(party).map(({ type, fields }) => [type, fields]));

test('a trunk without credentials has nothing to authenticate or register with', () => {
  const { aor, endpoint, identify, ...others } = fieldsOf(trunk);
  assert.deepEqual(others, {});
  assert.equal(aor?.contact, 'sip:sip.carrier.example:5060');
  assert.deepEqual([endpoint?.outbound_auth, endpoint?.from_domain], ['', 'sip.carrier.example']);
  assert.deepEqual([endpoint?.media_encryption, identify?.match], ['no', 'sip.carrier.example']);
  assert.deepEqual([endpoint?.identify_by, endpoint?.callerid], ['ip', 'unknown']);
});

test('an encrypted transport encrypts the media, and an IPv6 address is written in brackets', () => {
  const { aor, endpoint, identify } = fieldsOf({ ...trunk, host: '2001:db8::7', port: 5061, transport: 'tls' });
  assert.equal(aor?.contact, 'sip:[2001:db8::7]:5061;transport=tls');
  assert.deepEqual([endpoint?.media_encryption, endpoint?.media_encryption_optimistic], ['sdes', 'yes']);
  assert.deepEqual([endpoint?.from_domain, identify?.match], ['[2001:db8::7]', '2001:db8::7']);
});

test('a trunk with credentials registers under its user name, in the domain of the carrier', () => {
  const credentials = { username: 'acme', password: 'secret' };
  const { auth, endpoint, registration } = fieldsOf({ ...trunk, credentials, fromDomain: 'carrier.example' });
  assert.deepEqual(auth, { auth_type: 'userpass', ...credentials });
  assert.equal(endpoint?.outbound_auth, 'trunk-7');
  assert.deepEqual([registration?.client_uri, registration?.contact_user], ['sip:acme@carrier.example', 'acme']);
  const whole = fieldsOf({ ...trunk, credentials: { ...credentials, username: 'acme@ims.example' } }).registration;
  assert.deepEqual([whole?.client_uri, whole?.contact_user], ['sip:acme@ims.example', 'acme']);
});
