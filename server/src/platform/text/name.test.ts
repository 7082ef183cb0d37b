import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFaults } from './name.ts';

const codes = (name: string) => nameFaults('name', name).map(({ code }) => code);

test('a name has 1 to 255 characters, counted as people count them', () => {
  for (const name of ['A', '営業部', '🎧'.repeat(255)]) assert.deepEqual(codes(name), []);
  assert.deepEqual(codes(''), ['too_short']);
  assert.deepEqual(codes('a'.repeat(256)), ['too_long']);
});

test('a name that PostgreSQL cannot hold is refused', () => {
  for (const name of ['a\0b', 'a\ud83c']) assert.deepEqual(codes(name), ['invalid_characters']);
});
