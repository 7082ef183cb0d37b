import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment, Speaker } from '../insight.ts';
import { redactCards } from './redact-cards.ts';

const segments = (...texts: [Speaker, string][]): Segment[] =>
  texts.map(([speaker, text], index) => ({
    ...{ index, speaker, start_seconds: index, end_seconds: index + 1, text },
    ...{ confidence: null, language: 'en' },
  }));
const redact = (...texts: [Speaker, string][]) => redactCards(segments(...texts)).map(({ text }) => text);
const redactOne = (text: string) => redact(['customer', text])[0];

test('a card number is taken out, however it is written', () => {
  for (const number of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4 1 1 1, 1 1 1 1, 1 1 1 1, 1 1 1 1',
    '4111.1111.1111, um, 1111',
    '3782 822463 10005',
    '５５５５ ５５５５ ５５５５ ４４４４',
    'four one one one one one one one one one one one one one one one',
    'Forty one, eleven, eleven eleven, 1111 1111',
    'four triple one, double one double one, 1111 1111',
    '四一一一 一一一一 一一一一 一一一一',
    '4111の1111の1111の1111',
    '4111 dash 1111 dash 1111 dash 1111',
    'four one one one hyphen one one one one space one one one one, one one one one',
    '4000 ゼロゼロゼロゼロ 0000 0002',
    '4111ハイフン1111ハイフン1111ハイフン1111',
    '٤١١١ ١١١١ ١١١١ ١١١١',
    '४१११ ११११ ११११ ११११',
  ])
    assert.equal(redactOne(`My number is ${number}. Did you get it?`), 'My number is [card number]. Did you get it?');
});

test('other numbers stay', () => {
  for (const text of [
    'My telephone number is 090-1234-5678 and my order is 20261115.',
    'The parcel is 4111 1111 1111 1112.',
    'It was one of the two or three that I bought in twenty twenty five.',
    'Call 03 1234 5678, or else 06 8765 4321.',
  ])
    assert.equal(redactOne(text), text);
});

test('a card number that is said in pieces is taken out of all of them, and the rest stays', () => {
  assert.deepEqual(
    redact(
      ['customer', 'It is 4111 1111'],
      ['staff', 'Go on.'],
      ['customer', '1111'],
      ['staff', '1111, I see.'],
      ['customer', 'um, 1111, that is all. And I am 41.'],
    ),
    ['It is [card number]', 'Go on.', '[card number]', '1111, I see.', 'um, [card number], that is all. And I am 41.'],
  );
});

test('two cards are redacted one by one, and the text between them stays', () => {
  assert.equal(
    redactOne('Not 4111111111111111, that one is old, but 5555 5555 5555 4444 please.'),
    'Not [card number], that one is old, but [card number] please.',
  );
});

test('digits before a card number do not save a part of it', () => {
  assert.equal(redactOne('5 4111 1111 1111 1111')?.replace(/^5 /, ''), '[card number]');
});
