import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRegistrar } from './sip-registrar.ts';

test('a registrar is a host with the port that the transport uses, or another one', () => {
  const plain = { transports: ['udp', 'tcp'] };
  assert.deepEqual(readRegistrar('sip.example', 'udp,tcp'), { host: 'sip.example', port: 5060, ...plain });
  assert.deepEqual(readRegistrar('203.0.113.10:5070', 'udp,tcp'), { host: '203.0.113.10', port: 5070, ...plain });
  assert.deepEqual(readRegistrar('[2001:db8::1]', 'udp,tcp'), { host: '[2001:db8::1]', port: 5060, ...plain });
  assert.deepEqual(readRegistrar('[2001:db8::1]:5070', 'tcp'), {
    ...{ host: '[2001:db8::1]', port: 5070, transports: ['tcp'] },
  });
  assert.deepEqual(readRegistrar('sip.example', 'tls'), { host: 'sip.example', port: 5061, transports: ['tls'] });
});

test('a text that is no host is refused', () => {
  for (const text of [
    ...['', ':5060', 'sip.example:', 'sip.example:0', 'sip.example:65536', 'sip:sip.example', 'https://sip.example'],
    ...['user@sip.example', 'a b', 'a..b', '.a', 'a-', '2001:db8::1', '[2001:db8]', '[]', 'sip.example;transport=tcp'],
  ])
    assert.equal(readRegistrar(text, 'udp,tcp'), undefined, text);
});
