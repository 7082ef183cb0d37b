import { editDistance } from './word-errors.ts';

// Japanese has no spaces, so its errors are counted in characters. Two spellings of the same word are no error: width, numerals
// (三十 or 30), and the words below, which people write in either way. Homophones are errors.

/** The characters that would have to be changed, added or removed, as a fraction of the characters said. */
export function characterErrorRate(said: string, written: string): number {
  const truth = [...comparable(said)];
  return editDistance(truth, [...comparable(written)]) / truth.length;
}

const spellings: [RegExp, string][] = [
  [/下さ/g, 'くださ'],
  [/致し/g, 'いたし'],
  [/頂/g, 'いただ'],
  [/御座/g, 'ござ'],
  [/出来/g, 'でき'],
  [/有り?難う/g, 'ありがとう'],
  [/分か(?=[りらる])/g, 'わか'],
  [/他に/g, 'ほかに'],
  [/この度/g, 'このたび'],
  [/問合せ/g, '問い合わせ'],
  [/打ち?合わ?せ/g, '打ち合わせ'],
  [/引越/g, '引っ越'],
  [/振り込み/g, '振込'],
  [/見積(?!も)/g, '見積もり'],
  [/貰/g, 'もら'],
  [/ソフトウエア/g, 'ソフトウェア'],
];

/** Without punctuation and spaces, in one width, with numerals as digits. */
export function comparable(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}ー々]/gu, '');
  const numbered = plain.replace(/[〇一二三四五六七八九十百千万]+/g, (numeral) => `${digitsOf(numeral)}`);
  return spellings.reduce((folded, [pattern, spelling]) => folded.replace(pattern, spelling), numbered);
}

const digits = '〇一二三四五六七八九';
const units: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 };

/** 三千八百 is 3800, and 四五七 is 457. */
function digitsOf(numeral: string): string {
  if (![...numeral].some((sign) => sign in units || sign === '万'))
    return [...numeral].map((sign) => digits.indexOf(sign)).join('');
  let [total, part, digit] = [0, 0, 0];
  for (const sign of numeral) {
    if (sign === '万') [total, part, digit] = [(total + part + digit || 1) * 10_000, 0, 0];
    else if (sign in units) [part, digit] = [part + (digit || 1) * (units[sign] ?? 1), 0];
    else digit = digits.indexOf(sign);
  }
  return `${total + part + digit}`;
}
