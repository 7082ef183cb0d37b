import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTimezone } from './timezone.ts';

test('a zone of IANA keeps its name, in its proper case', () => {
  const cases = [
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['asia/tokyo', 'Asia/Tokyo'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Etc/GMT+9', 'Etc/GMT+9'],
    ['utc', 'UTC'],
  ] as const;
  for (const [text, expected] of cases) assert.equal(readTimezone(text), expected, text);
});

test('an old name that Temporal does not know is no zone', () => {
  for (const text of ['US/Pacific-New', 'SystemV/AST4', 'Canada/East-Saskatchewan'])
    assert.equal(readTimezone(text), undefined, text);
});

test('offsets, abbreviations and unknown places are no zones', () => {
  for (const text of ['', '+09:00', 'JST', 'PST', 'EST5EDT', 'Mars/Olympus', 'Asia/', '/Tokyo', 'Asia/Tokyo '])
    assert.equal(readTimezone(text), undefined, text);
});
