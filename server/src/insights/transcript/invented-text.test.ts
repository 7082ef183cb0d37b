import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInvented, isSpeech } from './invented-text.ts';

test('what the model heard clearly is kept', () => {
  assert.equal(isSpeech({ languageProbability: 0.98, noSpeech: 0.13 }), true);
  assert.equal(isSpeech({ languageProbability: 0.98, noSpeech: 0.41 }), true, 'as for a long utterance');
  for (const text of ['はい', 'はい、はい、はい。', '番号は0000000です', 'もしもし、もしもし'])
    assert.equal(isInvented(text, 0.7), false, text);
});

test('sound without speech or in another language is not written', () => {
  assert.equal(isSpeech({ languageProbability: 0.84, noSpeech: 0.77 }), false);
  assert.equal(isSpeech({ languageProbability: 0.1, noSpeech: 0.05 }), false);
});

test('text of guesses or of repetition is dropped', () => {
  assert.equal(isInvented('確認いたします', 0.1), true);
  for (const text of ['', '...', 'んんんんんん', '音楽 音楽 音楽 音楽 音楽', 'アップアップアップアップアップ'])
    assert.equal(isInvented(text, 0.7), true, text);
});
