import type { TenantId } from '../ids.ts';

// Kana, with their marks, and kanji. Migrations repeat these ranges, because the folded texts are stored.
const japanese =
  '[\\u3005-\\u3007\\u3041-\\u30FF\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFF}]';
const japaneseCharacter = new RegExp(`^${japanese}$`, 'u');
const isJapanese = (codePoint: number) => codePoint > 0x3000 && japaneseCharacter.test(String.fromCodePoint(codePoint));
const blankBesideJapanese = new RegExp(`(?<=${japanese}) | (?=${japanese})`, 'gu');

/**
 * Maps texts that users consider the same to one form: width, case, kana and the amount of white space do not count. Next to
 * kana and kanji white space does not count at all: a search for 山田太郎 also finds 山田 太郎.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ') // Lower-case sigma differs at the end of a word, and a query may end anywhere.
    .replace(/[ァ-ヶヽヾ]/g, toHiragana)
    .replace(/\s+/g, ' ')
    .replace(blankBesideJapanese, '')
    .trim();
}

/** About 130 kanji or 250 Latin characters: far more than a name, its reading and a company have together. */
const mostGrams = 256;

/**
 * The index entries of one row: a number for every code point and every two adjacent ones of its folded texts, sorted.
 * Different pairs may share a number, so a row found by the index must still be compared with the query. A row with more
 * numbers than `mostGrams` gets `longTextGrams` instead, so that a hostile import cannot create unlimited work for the index:
 * every search of the tenant compares such rows one by one.
 */
export function searchGrams(tenantId: TenantId, folded: readonly string[]): number[] {
  const grams = new Set<number>();
  for (const text of folded) {
    const characters = codePointsOf(text);
    for (const [index, character] of characters.entries()) {
      grams.add(gram(tenantId, character, 0));
      const next = characters[index + 1];
      if (next !== undefined) grams.add(gram(tenantId, character, next));
      if (grams.size > mostGrams) return longTextGrams(tenantId);
    }
  }
  return sorted(grams);
}

/** One number, which belongs to no character. */
export function longTextGrams(tenantId: TenantId): number[] {
  return [gram(tenantId, 0x110000, 0)];
}

/**
 * The numbers that a row must have to contain the folded text. Pairs are rarer than single code points, so only pairs are used.
 */
export function queryGrams(tenantId: TenantId, folded: string): number[] {
  const characters = codePointsOf(folded);
  const [only] = characters;
  if (only !== undefined && characters.length === 1) return [gram(tenantId, only, 0)];
  return sorted(new Set(characters.slice(1).map((next, index) => gram(tenantId, characters[index] ?? 0, next))));
}

/** More than two hours of talk have. */
const mostTextGrams = 20_000;

/**
 * The index entries of long texts, in which almost every pair of Latin letters occurs: three adjacent characters, or two if one
 * of them is kana or kanji, and for short words single characters and pairs. Words have no blanks, and are found within one text.
 */
export function textGrams(tenantId: TenantId, folded: readonly string[]): number[] {
  const grams = new Set<number>();
  for (const word of folded.flatMap((text) => text.split(' '))) {
    for (const gram of gramsOfWord(tenantId, word, 'every')) grams.add(gram);
    if (grams.size > mostTextGrams) return longTextGrams(tenantId);
  }
  return sorted(grams);
}

/** The numbers that a long text must have to contain these folded words. */
export function wordGrams(tenantId: TenantId, words: readonly string[]): number[] {
  return sorted(new Set(words.flatMap((word) => [...gramsOfWord(tenantId, word, 'rarest')])));
}

function* gramsOfWord(tenantId: TenantId, word: string, which: 'every' | 'rarest'): Generator<number> {
  const characters = codePointsOf(word);
  for (const [i, first] of characters.entries()) {
    const [second, third] = [characters[i + 1], characters[i + 2]];
    if (which === 'every' || characters.length === 1) yield gram(tenantId, first, 0);
    if (second === undefined) continue;
    const isPair = isJapanese(first) || isJapanese(second);
    if (which === 'every' || isPair || characters.length === 2) yield gram(tenantId, first, second);
    if (third !== undefined && !isPair && !isJapanese(third)) yield mix(gram(tenantId, first, second) ^ third);
  }
}

// The tenant is part of the number, so that one tenant's search scans no entries of another in the index. These numbers are
// stored: a change of the formula requires reindexing every row.
function gram(tenantId: TenantId, first: number, second: number): number {
  return mix(mix(mix(tenantId) ^ first) ^ second);
}

// The finalizer of MurmurHash3: each input bit changes about half of the output bits.
function mix(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function toHiragana(katakana: string): string {
  return String.fromCharCode(katakana.charCodeAt(0) - 0x60);
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function sorted(grams: Set<number>): number[] {
  return [...grams].sort((a, b) => a - b);
}
