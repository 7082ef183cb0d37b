import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Speaker, Stretch } from '../insight.ts';
import { interruptions, overlaps, type Speech, silences, switches, turns, utterances } from './conversation.ts';

const stretches = (...times: [number, number][]): Stretch[] => times.map(([start, end]) => ({ start, end }));
const talkOf = (staff: [number, number][], customer: [number, number][]): Speech => ({
  staff: stretches(...staff),
  customer: stretches(...customer),
});
const middle = (_speaker: Speaker, { start, end }: Stretch) => (start + end) / 2;

test('silence counts from 3 seconds, before the first word and after the last too', () => {
  const talk = talkOf(
    [[3, 5]],
    [
      [7.9, 9],
      [12, 13],
    ],
  );
  assert.deepEqual(silences(talk, 16), stretches([0, 3], [9, 12], [13, 16]));
  assert.deepEqual(silences(talkOf([], []), 2.9), []);
});

test('overlap counts from 1 second', () => {
  assert.deepEqual(
    overlaps(
      talkOf(
        [
          [0, 5],
          [6, 9],
        ],
        [
          [4.1, 6.5],
          [8, 10],
        ],
      ),
    ),
    stretches([8, 9]),
  );
});

test('a turn goes over pauses and over the other saying yes, and ends with a long silence', () => {
  const taken = turns(
    talkOf(
      [
        [0, 4],
        [5, 8],
        [11, 12],
      ],
      [
        [2, 2.5],
        [13, 14],
      ],
    ),
  );
  assert.deepEqual(
    taken.map(({ speaker, start, end }) => [speaker, start, end]),
    [
      ['staff', 0, 8],
      ['staff', 11, 12],
      ['customer', 13, 14],
    ],
  );
  assert.deepEqual(switches(taken), [{ to: 'customer', gap: 1 }]);
});

test('a speaker who begins early and continues interrupts; one who only agrees, or waits for the last word, does not', () => {
  assert.equal(interruptions(talkOf([[0, 5]], [[3, 8]]), 'customer'), 1);
  assert.equal(interruptions(talkOf([[0, 5]], [[3, 8]]), 'staff'), 0);
  assert.equal(interruptions(talkOf([[0, 5]], [[3, 4.5]]), 'customer'), 0);
  assert.equal(interruptions(talkOf([[0, 5]], [[4.7, 8]]), 'customer'), 0);
  // A pause for breath does not make it another sentence.
  assert.equal(
    interruptions(
      talkOf(
        [
          [0, 2.8],
          [3.2, 5],
        ],
        [[3, 8]],
      ),
      'customer',
    ),
    1,
  );
});

test('utterances join speech with short pauses, and are never longer than 15 seconds', () => {
  const said = utterances(
    talkOf(
      [
        [0, 4],
        [4.5, 9],
        [9.5, 16],
        [20, 60],
      ],
      [[17, 18]],
    ),
    middle,
  );
  assert.deepEqual(
    said.map(({ speaker, start, end }) => [speaker, start, end]),
    [
      ['staff', 0, 9],
      ['staff', 9.5, 16],
      ['customer', 17, 18],
      ['staff', 20, 32.5],
      ['staff', 32.5, 45],
      ['staff', 45, 60],
    ],
  );
});
