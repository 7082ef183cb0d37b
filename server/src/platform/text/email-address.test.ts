import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalEmail } from './email-address.ts';

test('the letters A to Z have no case in an address, and all others have', () => {
  assert.equal(canonicalEmail(' Taro.YAMADA@Example.COM '), 'taro.yamada@example.com');
  for (const other of ['\u0130@x.example', '\u0131@x.example', '\u212a@x.example', 'Ä@x.example', 'ß@x.example'])
    assert.equal(canonicalEmail(other), other);
});
