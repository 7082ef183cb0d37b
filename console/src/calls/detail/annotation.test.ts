import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanTags, faultsIn } from './annotation.ts';

const none = { note: undefined, tags: undefined, outcome: undefined };

test('values at the limits have no fault, and longer ones have one each', () => {
  const label = '𠮷'.repeat(50);
  const twenty = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  assert.deepEqual(faultsIn({ note: '𠮷'.repeat(10_000), tags: twenty, outcome: label }), none);
  assert.deepEqual(faultsIn({ tags: [label], note: null, outcome: null }), none);
  assert.deepEqual(faultsIn({ note: 'a'.repeat(10_001), tags: [...twenty, 'one more'], outcome: `${label}a` }), {
    ...{ note: 'noteTooLong', tags: 'tooManyTags', outcome: 'outcomeTooLong' },
  });
  assert.deepEqual(faultsIn({ tags: [`${label}a`], outcome: 'a, b' }), {
    ...{ note: undefined, tags: 'tagTooLong', outcome: 'outcomeComma' },
  });
});

test('a pasted list becomes tags without blanks, commas and repetitions', () => {
  assert.deepEqual(cleanTags(['delivery', ' late , delivery,,', ' ']), ['delivery', 'late']);
});
