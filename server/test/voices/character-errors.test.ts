import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characterErrorRate, comparable } from './character-errors.ts';

test('two spellings of the same words are no error, and homophones are', () => {
  assert.equal(comparable('月額３，８００円です。'), comparable('月額三千八百円です'));
  assert.equal(comparable('番号は四五七二八'), '番号は45728');
  assert.equal(comparable('一万二千三百'), '12300');
  assert.equal(characterErrorRate('お待ちください。', 'お待ち下さい'), 0);
  assert.equal(characterErrorRate('請求書', '成球所'), 1);
  assert.equal(characterErrorRate('明日です', '明日'), 0.5);
  assert.equal(characterErrorRate('はい', ''), 1);
});
