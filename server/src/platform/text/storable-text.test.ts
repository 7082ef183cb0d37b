import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoints, hasForbiddenCharacters } from './storable-text.ts';

test('NUL and unpaired surrogates are forbidden anywhere', () => {
  for (const text of ['\0', 'a\0b', '\ud83d', 'a\ude00', '\ude00\ud83d'])
    assert.equal(hasForbiddenCharacters(text), true);
});

test('every other character is allowed', () => {
  for (const text of ['', ' ', '山田 太郎', '😀', '\u0001', '\uffff'])
    assert.equal(hasForbiddenCharacters(text), false);
});

test('length counts code points', () => {
  assert.equal(codePoints(''), 0);
  assert.equal(codePoints('山田😀'), 3);
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'é', '山', '😀', '𠮟', '\0')), (characters) => {
      assert.equal(codePoints(characters.join('')), characters.length);
    }),
  );
});
