import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attemptOf } from './attempt.ts';

const kept = (answer: string) => {
  const outcome = { kind: 'delivered', status: 200, responseBody: Buffer.from(answer) } as const;
  return attemptOf(outcome, new Date(), 1).response_body;
};

test('no telephone number of an answer is kept, however it is written', () => {
  for (const number of [
    '+819012345678',
    'tel09012345678',
    '_09012345678',
    'a819012345678b',
    '\uff10\uff19\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18',
    '090\u20131234\u20135678',
    '0 9 0 1 2 3 4 5 6 7 8',
  ]) {
    const text = kept(`{"got":"${number}"}`) ?? '';
    assert.match(text.replaceAll(/[ -]/g, ''), /\*{3,}5678/, `${number} became ${text}`);
    assert.doesNotMatch(text, /1234/);
  }
});

test('text without a number stays, and only the beginning of it', () => {
  for (const text of ['{"ok":true,"at":1763200000,"id":42}', '2026-11-15T09:30:00.000Z', '', 'thanks'])
    assert.equal(kept(text), text);
  assert.equal(kept('x'.repeat(4_096))?.length, 500);
});
