import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowlist, type IpRange, networkOf, parseRange } from './ip-range.ts';

function ranges(...texts: string[]): IpRange[] {
  return texts.map((text) => parseRange(text) ?? assert.fail(`${text} is no range`));
}

test('an address without a prefix is a range of one', () => {
  assert.deepEqual(parseRange('192.0.2.7'), { family: 'ipv4', address: '192.0.2.7', prefix: 32 });
  assert.deepEqual(parseRange('2001:DB8::1'), { family: 'ipv6', address: '2001:db8::1', prefix: 128 });
});

test('a range of mapped addresses is an IPv4 range', () => {
  assert.deepEqual(parseRange('::ffff:192.0.2.7'), { family: 'ipv4', address: '192.0.2.7', prefix: 32 });
  assert.deepEqual(parseRange('0:0:0:0:0:FFFF:a00:0/104'), { family: 'ipv4', address: '10.0.0.0', prefix: 8 });
  assert.deepEqual(parseRange('::ffff:0:0/96'), { family: 'ipv4', address: '0.0.0.0', prefix: 0 });
});

test('a malformed or ambiguous address is not a range', () => {
  const refused = [
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '10.0.0',
    '010.0.0.1',
    '0x0a.0.0.1',
    '167772161',
    ' 10.0.0.1',
    '10.0.0.1\n',
    '10.0.0.1:80',
    '[::1]',
    '::/129',
    'fe80::1%eth0',
    'fe80::%1/64',
    '::ffff:010.0.0.1',
    '::ffff:10.0.0.0/95',
    'localhost',
    '*',
  ];
  for (const text of refused) assert.equal(parseRange(text), undefined, text);
});

test('a mapped address is allowed where its IPv4 address is, and the other way round', () => {
  const allows = allowlist(ranges('192.0.2.0/24', '::ffff:198.51.100.0/120'));
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:c000:0207', '198.51.100.7', '::ffff:198.51.100.7'])
    assert.equal(allows(address), true, address);
  for (const address of ['192.0.3.7', '::ffff:192.0.3.7', '::192.0.2.7']) assert.equal(allows(address), false, address);
});

test('every IPv6 address allows no IPv4 address, and the other way round', () => {
  assert.equal(allowlist(ranges('::/0'))('192.0.2.7'), false);
  assert.equal(allowlist(ranges('::/0'))('::ffff:192.0.2.7'), false);
  assert.equal(allowlist(ranges('0.0.0.0/0'))('2001:db8::1'), false);
});

test('the zone of a link-local caller does not count', () => {
  const allows = allowlist(ranges('fe80::/10'));
  assert.equal(allows('fe80::1%eth0'), true);
  assert.equal(allows('2001:db8::1%eth0'), false);
});

test('the port of a caller does not count, and IPv6 has one only behind brackets', () => {
  const allows = allowlist(ranges('203.0.113.7', '2001:db8::/64'));
  const allowed = ['203.0.113.7:1', '203.0.113.7:65535', '[2001:db8::1]:443', '[2001:db8::1]', '2001:db8::1:443'];
  for (const address of [...allowed, '[::ffff:203.0.113.7]:80']) assert.equal(allows(address), true, address);
  const refused = ['203.0.113.7:', '203.0.113.7:x', '203.0.113.7:123456', '203.0.113.7:1:2', ':80', '203.0.113.8:1'];
  const unbracketed = [
    '[203.0.113.7]:80',
    '[2001:db8::1',
    '2001:db8::1]:443',
    '[2001:db8::1]443',
    '[[2001:db8::1]]',
    '[]',
  ];
  for (const address of [...refused, ...unbracketed]) assert.equal(allows(address), false, address);
});

test('a malformed address is not allowed, and an empty list allows none', () => {
  const everyone = allowlist(ranges('0.0.0.0/0', '::/0'));
  for (const text of ['', 'localhost', '10.0.0', '010.0.0.1', '10.0.0.1%eth0', '10.0.0.1/32', '%', 'fe80::1%'])
    assert.equal(everyone(text), false, text);
  assert.equal(allowlist([])('192.0.2.7'), false);
});

test('any text at all is read without an exception', () => {
  const everyone = allowlist(ranges('0.0.0.0/0', '::/0'));
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcf:./% ') }), (text) => {
      parseRange(text);
      everyone(text);
    }),
  );
});

// The model holds an address as one number and never reads text.
type Model = { bits: 32 | 128; value: bigint };

const write = ({ bits, value }: Model) => (bits === 32 ? writeIPv4(value) : writeIPv6(value));

function writeIPv4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
}

function writeIPv6(value: bigint): string {
  const groups = value.toString(16).padStart(32, '0').match(/.{4}/g) ?? [];
  return groups.join(':');
}

// Few distinct bits, so that an address often lies in a range.
const model: fc.Arbitrary<Model> = fc.oneof(
  fc.bigInt(0n, 2n ** 32n - 1n).map((value): Model => ({ bits: 32, value: value & 0x8000_0003n })),
  fc.bigInt(0n, 2n ** 128n - 1n).map((value): Model => ({ bits: 128, value: value & ((1n << 127n) | 3n) })),
);
const modelRange = model.chain((ip) => fc.nat(ip.bits).map((prefix) => ({ ...ip, prefix })));

test('an address is allowed exactly when it shares its leading bits with a range', () => {
  fc.assert(
    fc.property(fc.array(modelRange, { maxLength: 5 }), model, fc.boolean(), (list, ip, mapped) => {
      const expected = list.some(({ bits, value, prefix }) => {
        const shift = BigInt(bits - prefix);
        return bits === ip.bits && value >> shift === ip.value >> shift;
      });
      const allows = allowlist(ranges(...list.map((range) => `${write(range)}/${range.prefix}`)));
      assert.equal(allows(mapped && ip.bits === 32 ? `::ffff:${write(ip)}` : write(ip)), expected);
    }),
    { numRuns: 2000 },
  );
});

test('an address is counted by itself, and of IPv6 by its first 64 bits', () => {
  const networks: [address: string, network: string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ];
  for (const [address, network] of networks) assert.equal(networkOf(address), network, address);
});
