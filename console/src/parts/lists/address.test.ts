import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn, idIn, pageIn, readAddress, textIn, zoneIn } from './address.ts';

const deep = { shallow: true };

test('an address has the values that its page reads, and no others', () => {
  const read = ({ q }: Record<string, unknown>) => (q === 'good' ? { q } : {});
  assert.deepEqual(readAddress({ q: 'good', page: 0 }, read), { q: 'good', page: undefined });
  assert.deepEqual(readAddress({ q: 'bad' }, read), { q: undefined });
});

const cases: { read: (given: Record<string, unknown>, name: string) => unknown; good: unknown[]; bad: unknown[] }[] = [
  { read: textIn, good: ['0312', 'null', 12, true], bad: [undefined, '', null, deep, ['a', 'b']] },
  { read: idIn, good: ['7', 7], bad: [0, -1, 1.5, '07', 'x', '1,2', '99999999999999999999'] },
  {
    read: dayIn,
    good: ['2026-11-15', '2028-02-29', '9999-12-31'],
    bad: ['yesterday', '2026-02-29', '2026-13-01', '0020-01-01', '20261-05-11', '2026-1-1', 20_261_115],
  },
  {
    read: zoneIn,
    good: ['Asia/Tokyo', 'Asia/Kolkata', 'Japan', 'UTC', 'Etc/GMT+9'],
    bad: ['Nope', 'Mars/Olympus', '+09:00', 9],
  },
];

for (const { read, good, bad } of cases)
  test(`${read.name} leaves out what cannot be used`, () => {
    for (const value of good) assert.equal(read({ value }, 'value'), String(value));
    for (const value of bad) assert.equal(read({ value }, 'value'), undefined, String(value));
  });

test('a page has a number after the first one', () => {
  for (const page of [2, '2', 2.5]) assert.equal(pageIn({ page }), 2);
  for (const page of [undefined, 1, 0, -3, 'abc', Number.POSITIVE_INFINITY, 1e300, deep])
    assert.equal(pageIn({ page }), undefined, String(page));
});
