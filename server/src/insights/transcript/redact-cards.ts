import { type Segment, type Speaker, speakers } from '../insight.ts';

// Numbers of payment cards do not belong in a transcript. People say them in groups, in figures or in words, with pauses that
// divide them into segments; so everything that one party says is searched as one text.

const placeholder = '[card number]';

/** ISO/IEC 7812: up to 19 digits, the last of which is a check digit. Payment cards begin with 2 to 6. */
const shortest = 13;
const longest = 19;

const units = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = [
  ...['ten', 'eleven', 'twelve', 'thirteen', 'fourteen'],
  ...['fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const kanji = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
]);
const numbers = new Map([
  ...[...units, ...teens].map((word, i) => [word, `${i}`] as const),
  ...tens.map((word, i) => [word, `${i + 2}0`] as const),
  ...kanji.map((word, i) => [word, `${i}`] as const),
  ...['oh', 'o', '〇', 'ゼロ', 'まる', 'マル'].map((word) => [word, '0'] as const),
]);

/** A figure, a number in Chinese characters, or a word. Characters between them do not divide a number. */
const piece =
  /\p{Nd}|[〇零一二三四五六七八九]|ゼロ|まる|マル|(?:(?![零一二三四五六七八九]|ゼロ|まる|マル)[\p{L}\p{M}'ー])+/gu;
/** Words that fill a pause do not divide a number either. */
const filler =
  /^(?:um+|uh+|er+|and|then|okay|ok|yes|yeah|dash|hyphen|space|dot|point|えっと|えー|の|と|ハイフン|スペース|ダッシュ|はい)$/u;

/** A place in the text of a segment. */
type Place = { segment: number; start: number; end: number };
type Part = Place & { word: string; digits: string };

/** The same segments without card numbers. */
export function redactCards(segments: Segment[]): Segment[] {
  const places = speakers.flatMap((speaker) => runsOf(segments, speaker).flatMap(cardsIn));
  return segments.map((segment, i) => ({
    ...segment,
    text: cut(
      segment.text,
      places.filter((place) => place.segment === i),
    ),
  }));
}

/** The numbers that a party says without other words between them. */
function runsOf(segments: Segment[], speaker: Speaker): Part[][] {
  const runs: Part[][] = [];
  let run: Part[] = [];
  for (const [segment, said] of segments.entries()) {
    if (said.speaker !== speaker) continue;
    for (const { 0: found, index: start } of said.text.matchAll(piece)) {
      const word = found.toLowerCase();
      const digits = digitsOf(word, run.at(-1));
      if (digits !== undefined) run.push({ segment, start, end: start + found.length, word, digits });
      else if (!filler.test(word)) {
        runs.push(run);
        run = [];
      }
    }
  }
  return [...runs, run];
}

/** The digits that a word adds to a number, or undefined if it is not part of one. */
function digitsOf(word: string, last: Part | undefined): string | undefined {
  if (repeats.has(word)) return '';
  const digits = numbers.get(word) ?? figureOf(word);
  // "Forty one" is 41, and not 40 and 1.
  if (last && tens.includes(last.word) && units.includes(word)) last.digits = last.digits.slice(0, 1);
  return digits?.repeat(repeats.get(last?.word ?? '') ?? 1);
}

/** Unicode has the digits of every script in a row, from zero to nine. */
function figureOf(word: string): string | undefined {
  if (!/^\p{Nd}$/u.test(word)) return undefined;
  const figure = word.normalize('NFKC').codePointAt(0) ?? 0;
  let nought = figure;
  while (/\p{Nd}/u.test(String.fromCodePoint(nought - 1))) nought--;
  return `${(figure - nought) % 10}`;
}

/** Every part that may belong to a card number, including overlapping candidates. */
function cardsIn(run: Part[]): Place[] {
  const hidden = new Set<number>();
  for (const from of run.keys()) for (let i = from; i < cardEnd(run, from); i++) hidden.add(i);
  const places: Place[] = [];
  for (const [i, { segment, start, end }] of run.entries()) {
    if (!hidden.has(i)) continue;
    const last = places.at(-1);
    if (last && hidden.has(i - 1) && last.segment === segment) last.end = end;
    else places.push({ segment, start, end });
  }
  return places;
}

/** The end of the longest card number that begins here, or 0. */
function cardEnd(run: Part[], from: number): number {
  let [digits, end] = ['', 0];
  for (let to = from; to < run.length; to++) {
    digits += run[to]?.digits ?? '';
    if (digits.length > longest) break;
    if (digits.length >= shortest && /^[2-6]/.test(digits) && isChecked(digits)) end = to + 1;
  }
  return end;
}

/** Luhn's algorithm: every second digit from the right counts double. */
function isChecked(digits: string): boolean {
  let sum = 0;
  for (const [i, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Replaces those places from the last to the first, so that earlier offsets stay valid. */
function cut(text: string, places: Place[]): string {
  return places.reduceRight((rest, { start, end }) => rest.slice(0, start) + placeholder + rest.slice(end), text);
}
