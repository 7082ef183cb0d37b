import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLanguage, readLanguageSetting } from './language.ts';

test('a language has one name, and an unknown one is recognized', () => {
  const cases = { ja: 'ja', ' EN ': 'en', 'pt-br': 'pt-BR', 'zh-hant-tw': 'zh-Hant-TW' };
  for (const [text, name] of Object.entries(cases)) assert.equal(readLanguage(text), name);
  for (const text of ['', 'japanese', 'xx', 'j', 'ja_JP', 'ja;q=1', '日本語'])
    assert.equal(readLanguage(text), undefined);
});

test('a setting is a language, or that it is detected', () => {
  for (const text of ['auto', ' Auto ']) assert.equal(readLanguageSetting(text), 'auto');
  assert.equal(readLanguageSetting('JA'), 'ja');
  for (const text of ['automatic', 'auto-JP', '', 'xx']) assert.equal(readLanguageSetting(text), undefined);
  assert.equal(readLanguage('auto'), undefined);
});
