import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paths } from '../paths.ts';
import { matchPages, type SearchablePage } from './match-pages.ts';

const pages: SearchablePage[] = [
  { to: paths.calls, icon: 'phone', names: { en: 'Calls', ja: '通話' } },
  { to: paths.reports, icon: 'chart-bar', names: { en: 'Reports', ja: 'レポート' } },
];
const found = (text: string) => matchPages(pages, text).map(({ names }) => names.en);

test('a page is found by part of its name in any language, width, case and kana', () => {
  assert.deepEqual(found(''), ['Calls', 'Reports']);
  for (const text of ['CALL', 'ｃａｌｌ', '通']) assert.deepEqual(found(text), ['Calls'], text);
  for (const text of ['port ', 'れぽーと', 'ﾚﾎﾟ']) assert.deepEqual(found(text), ['Reports'], text);
  assert.deepEqual(found('customers'), []);
});
