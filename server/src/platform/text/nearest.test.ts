import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from './nearest.ts';

const fields = ['project_id', 'name', 'external_id', 'tel1', 'tel2', 'name_kana', 'email', 'per_page', 'q'];

test('a misspelled word finds the intended one', () => {
  const cases = [
    ['nmae', 'name'],
    ['Name', 'name'],
    ['perPage', 'per_page'],
    ['projectId', 'project_id'],
    ['external', 'external_id'],
    ['EMAIL', 'email'],
    ['tel', 'tel1'],
  ] as const;
  for (const [word, expected] of cases) assert.equal(nearest(word, fields), expected, word);
});

test('a word without a near one finds none', () => {
  for (const word of ['', 'x', 'colour', 'phone', 'p'.repeat(1_000_000)])
    assert.equal(nearest(word, fields), undefined);
  assert.equal(nearest('name', []), undefined);
});

test('a word that is itself a candidate names itself', () => {
  const words = fc.array(fc.string({ unit: fc.constantFrom(...'abc_'), minLength: 1, maxLength: 10 }), {
    minLength: 1,
  });
  fc.assert(fc.property(words, (words) => assert.equal(nearest(words[0] ?? '', words), words[0])));
});
