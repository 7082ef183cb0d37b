import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { apiKeyHint, newApiKey, readApiKey } from './api-key.ts';

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
const kind = fc.constantFrom('test' as const, 'live' as const);
const key = kind.map(newApiKey);

test('a new key has its kind in front and one fixed length', () => {
  fc.assert(fc.property(kind, (kind) => assert.match(newApiKey(kind), new RegExp(`^tl_${kind}_[0-9A-Za-z]{49}$`))));
});

test('no two new keys are equal', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => newApiKey('test'))).size, 1000);
});

test('a new key reads as its kind and the SHA-256 of the whole key', () => {
  fc.assert(
    fc.property(kind, (kind) => {
      const key = newApiKey(kind);
      assert.deepEqual(readApiKey(key), { kind, hash: createHash('sha256').update(key).digest('hex') });
    }),
  );
});

test('the checksum of keys already given out never changes', () => {
  const body = '0'.repeat(43);
  assert.equal(readApiKey(`tl_test_${body}2FXdk2`)?.kind, 'test');
});

test('a key with any one character changed, lost or added is refused', () => {
  const character = fc.oneof(fc.constantFrom(...'0123456789ABCXYZabcxyz_'), anyCharacter);
  fc.assert(
    fc.property(key, fc.nat(56), character, (key, at, character) => {
      fc.pre(key.charAt(at) !== character);
      const changed = key.slice(0, at) + character + key.slice(at + 1);
      const lost = key.slice(0, at) + key.slice(at + 1);
      const added = key.slice(0, at) + character + key.slice(at);
      for (const text of [changed, lost, added]) assert.equal(readApiKey(text), undefined, text);
    }),
    { numRuns: 1000 },
  );
});

test('a test key does not turn into a live one', () => {
  assert.equal(readApiKey(newApiKey('test').replace('test', 'live')), undefined);
});

test('a text that is not a key is refused', () => {
  for (const text of ['', 'tl_test_', `${newApiKey('live')}\n`, ` ${newApiKey('live')}`])
    assert.equal(readApiKey(text), undefined);
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => assert.equal(readApiKey(text), undefined)));
});

test('the hint shows the kind and the last four characters', () => {
  assert.equal(apiKeyHint('tl_test_00000000000000000000000000000000000000000001abCd'), 'tl_test_…abCd');
});
