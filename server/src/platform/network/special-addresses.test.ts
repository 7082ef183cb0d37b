import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSpecialAddress } from './special-addresses.ts';

const special = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.0.1 169.254.169.254
  172.16.0.1 172.31.255.255 192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.19.255.255 198.51.100.7
  203.0.113.7 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1
  ::ffff:7f00:1 ::FFFF:10.0.0.1 0:0:0:0:0:ffff:a00:1 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::7f00:1
  64:ff9b::a00:1 64:ff9b:: 64:ff9b::1 64:ff9b::a9fe:a9fe 64:ff9b:0:0:0:0:c0a8:101 64:ff9b:1::8.8.8.8
  64:ff9b:1:ffff::1 100::1 100:0:0:1::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:2::1 2001:10::1 2001:20::1
  2001:1ff:ffff::1 2001:db8::1 2002:7f00:1:: 2002:808:808::1 3fff::1 3fff:fff::1 5f00::1 4000::1 fc00::1
  fd00:ec2::254 fe80::1 fe80::1%eth0 febf::1 fec0::1 ff02::1 ff0e::1`;

const ordinary = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255
  172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255 ::ffff:8.8.8.8
  64:ff9b::8.8.8.8 64:ff9b::808:808 2001:200::1 2001:4860:4860::8888 2001:db7::1 2003::1 2606:4700::1111
  2a00:1450:4001:80f::200e 3fff:1000::1`;

const wordsOf = (text: string) => text.trim().split(/\s+/);

test('addresses of the machine, its network and the registries are special, in every form', () => {
  assert.deepEqual(
    wordsOf(special).filter((address) => !isSpecialAddress(address)),
    [],
  );
});

test('addresses beside them are not', () => {
  assert.deepEqual(
    wordsOf(ordinary).filter((address) => isSpecialAddress(address)),
    [],
  );
});

test('a malformed address is special', () => {
  for (const text of ['', 'example.com', '127.1', '0x7f000001', '8.8.8.8:443', '[::1]', '1.2.3.4.5', ':::', '%eth0'])
    assert.ok(isSpecialAddress(text), text);
});
