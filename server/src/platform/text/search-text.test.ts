import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { idOf } from '../ids.ts';
import { foldForSearch, longTextGrams, queryGrams, searchGrams, textGrams, wordGrams } from './search-text.ts';

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));
const tenantId = fc.nat().map((value) => idOf('tenant', value));
const [one, two] = [idOf('tenant', 1), idOf('tenant', 2)];
const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'アあガｶﾞ山田😀Ｔtς 　\n') }),
);

test('width, case, kana and the amount of white space do not count', () => {
  assert.equal(foldForSearch('　Yamada　 TARO\n'), 'yamada taro');
  assert.equal(foldForSearch('Ｔｒｕｎｋｌｉｎｅ'), 'trunkline');
  assert.equal(foldForSearch('ガｶﾞがヴヽヾー'), 'がががゔゝゞー');
  assert.equal(foldForSearch('㈱山田'), '(株)山田');
  assert.equal(foldForSearch('ΟΔΥΣΣΕΥΣ'), 'οδυσσευσ');
});

test('white space beside kana and kanji does not count at all', () => {
  assert.equal(foldForSearch('　ヤマダ　 ﾀﾛｳ\n'), 'やまだたろう');
  for (const name of ['山田 太郎', '山 田太郎', '佐々木　〆子', '𠮷野 家', 'ノー ト'])
    assert.equal(foldForSearch(name), foldForSearch(name.replace(/\s/g, '')), name);
  assert.equal(foldForSearch('ABC 商事 Ltd Japan'), 'abc商事ltd japan');
});

test('a folded text has no white space but single blanks inside', () => {
  fc.assert(fc.property(text, (text) => assert.doesNotMatch(foldForSearch(text), /^\s|\s$|\s\s|[^\S ]/)));
});

test('for any searched part of a text, the index holds it', () => {
  const part = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(
      tenantId,
      fc.array(text, { minLength: 1 }),
      fc.nat(),
      part,
      (tenantId, texts, pick, [start, length]) => {
        const folded = [...foldForSearch(texts[pick % texts.length] ?? '')];
        const query = folded.slice(start, start + length).join('');
        const held = new Set(searchGrams(tenantId, texts.map(foldForSearch)));
        const isLong = held.has(longTextGrams(tenantId)[0] ?? 0);
        assert.ok(isLong || queryGrams(tenantId, query).every((gram) => held.has(gram)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('grams are sorted 32-bit integers, each once', () => {
  fc.assert(
    fc.property(tenantId, fc.array(text), text, (tenantId, texts, query) => {
      for (const grams of [
        searchGrams(tenantId, texts.map(foldForSearch)),
        queryGrams(tenantId, foldForSearch(query)),
      ]) {
        assert.deepEqual(grams, [...Int32Array.from(new Set(grams)).sort()]);
      }
    }),
  );
});

test('a query of one code point is one gram, a longer one its pairs, an empty one none', () => {
  assert.equal(queryGrams(one, '山').length, 1);
  assert.equal(queryGrams(one, '😀').length, 1);
  assert.equal(queryGrams(one, '山田').length, 1);
  assert.equal(queryGrams(one, '山田太郎').length, 3);
  assert.deepEqual(queryGrams(one, ''), []);
  assert.deepEqual(searchGrams(one, ['', foldForSearch(' ')]), []);
});

test('two texts of a row make no pair where they meet', () => {
  const held = searchGrams(one, ['山', '田']);
  assert.ok(!queryGrams(one, '山田').some((gram) => held.includes(gram)));
});

test('a long text has one number, of its tenant, and a text of ordinary length never has it', () => {
  const kanji = (count: number) => String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + i));
  assert.deepEqual(searchGrams(one, [kanji(255), 'あ', '']), longTextGrams(one));
  assert.deepEqual(searchGrams(one, ['', '', kanji(255)]), longTextGrams(one));
  assert.notDeepEqual(longTextGrams(one), longTextGrams(two));
  assert.ok(searchGrams(one, [kanji(100)]).length > 190);
  assert.ok(!searchGrams(one, [kanji(100)]).includes(longTextGrams(one)[0] ?? 0));
});

test('the same text has other grams for another tenant', () => {
  const first = new Set(searchGrams(one, ['山田太郎']));
  assert.ok(searchGrams(two, ['山田太郎']).every((gram) => !first.has(gram)));
});

test('grams already stored keep their values', () => {
  assert.deepEqual(queryGrams(one, '山'), [1941107088]);
  assert.deepEqual(queryGrams(one, '山田太郎'), [-1812495285, -1326046902, 481570352]);
});

test('for any word of a long text, the index holds it', () => {
  const part = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(
      tenantId,
      fc.array(text, { minLength: 1 }),
      fc.nat(),
      part,
      (tenantId, texts, pick, [start, length]) => {
        const folded = texts.map(foldForSearch);
        const within = [...(folded[pick % texts.length] ?? '')].slice(start, start + length).join('');
        const held = new Set(textGrams(tenantId, folded));
        const words = within.split(' ').filter((word) => word !== '');
        assert.ok(wordGrams(tenantId, words).every((gram) => held.has(gram)));
      },
    ),
    { numRuns: 1000 },
  );
});

test('a word is found by its rarest parts: three letters, or two of which one is kana or kanji', () => {
  const count = (word: string) => wordGrams(one, [word]).length;
  assert.deepEqual(
    ['山', 'a', '山田', 'ab', '山田太郎', 'abcd', 'it部門', 'ab山'].map(count),
    [1, 1, 1, 1, 3, 2, 2, 1],
  );
  assert.deepEqual(wordGrams(one, []), []);
  assert.ok(wordGrams(two, ['abc']).every((gram) => !wordGrams(one, ['abc']).includes(gram)));
});

test('a text that is longer than any call has one number', () => {
  const kanji = (from: number, count: number) =>
    String.fromCodePoint(...Array.from({ length: count }, (_, i) => 0x4e00 + from + i));
  assert.ok(textGrams(one, [kanji(0, 9_000)]).length > 17_000);
  assert.deepEqual(textGrams(one, [kanji(0, 9_000), kanji(9_000, 9_000)]), longTextGrams(one));
});
