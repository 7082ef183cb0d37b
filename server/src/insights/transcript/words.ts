// The words that matter to a summary: without stop words.

const english = `a about actually after again all also am an and any are as at back be because been before being but by call
calling can cannot come could did do does doing don't down for from get give go going good got had has have he hello help her
here hi him his how i i'm if in into is it it's its just know let like look me may mean might more morning much must my name
need no not now of oh ok okay on one or other our out over please really right said say see she should so some sorry speaking
sure take tell than thank thanks that that's the their them then there these they thing things think this those time to today
too uh um up us very want was way we well were what when where which who why will with would yeah yes you you're your i'll
we'll i've can't didn't doesn't afternoon welcome bye goodbye make find`;

/** Words of any talk, of politeness, and of moments. They also end a compound: 昨日電話 is no word. */
const japanese = `電話 お電話 名前 お名前 お客様 様 方 者 私 何 今 中 的 的な 時 時に 件 事 物 所 点 前 後 上 下 内 外 間 分 円 人 個 回 番 本 枚 台 度
今日 本日 明日 明後日 昨日 一昨日 先日 先週 今週 来週 先月 今月 来月 昨年 今年 来年 毎日 毎月 毎回 今回 前回 次回 最近 現在 以前 以降 以上 以内 午前 午後
今後 一度 一応 一旦 一番 最初 最後 結局 実際 本当 大変 少々 全部 全然 直接 大丈夫 結構 場合 必要 可能 部分 自分 弊社 当社 御社 株式会社 会社
担当 担当者 確認 承知 了解 失礼 恐縮 申し訳 世話 用件 次第 内容 状況 対応 案内 連絡 お願い 願い お待ち お待たせ 希望 何か 何度 誰か 皆様 幸い 程度 週間 時半
思 思い 思う 思っ 言 言う 言っ 言い 申 申し 致 致し 伺 伺い お伺い 待 待ち 頂 頂き 頂け 下さ 分か 分かり 来 来て 来る 見 見て 見る 聞 聞き 聞い 出 出 行 行き 行っ
行う 使 教え 願 受 付 入 入り 持 持ち 無 有 為 多 少 良 悪 早 遅 新 古 高 安`;

const small = new Set(`${english} ${japanese}`.split(/\s+/));
const katakana = /^[\p{Script=Katakana}ー]+$/u;
const hiragana = /^[\p{Script=Hiragana}ー]+$/u;
/** A part of a compound such as 請求 and 書, キャンセル and 料. */
const compoundPart = /^[\p{Script=Han}\p{Script=Katakana}ーa-z0-9]+$/u;
/** A number, also with what it counts: 五年四月十日. */
const numeral =
  /^[\p{N}〇一二三四五六七八九十百千万][\p{N}〇一二三四五六七八九十百千万年月日時分秒円台回番個枚本人度歳週間半号階目つ]*$/u;
const kanji = /\p{Script=Han}/gu;

type Word = { text: string; start: number; end: number };

function wordsOf(text: string, language: string): Word[] {
  const words: Word[] = [];
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text))
    if (isWordLike) {
      const word = { text: segment.normalize('NFKC').toLowerCase(), start: index, end: index + segment.length };
      const last = words.at(-1);
      // A name in katakana is one word, even if the dictionary splits it.
      if (last?.end === index && katakana.test(word.text) && katakana.test(last.text)) join(last, word);
      else words.push(word);
    }
  return words;
}

function join(last: Word, next: Word): void {
  last.text += next.text;
  last.end = next.end;
}

/** The meaningful words, in order. */
export function meaningfulWords(text: string, language: string): string[] {
  return wordsOf(text, language)
    .map((word) => singular(word.text))
    .filter((word) => !small.has(word) && !hiragana.test(word) && !/^(?:\p{N}+|[a-z])$/u.test(word));
}

/** The words that name what a text is about: in Japanese nouns and compounds of them, elsewhere all meaningful words. */
export function termsOf(text: string, language: string): string[] {
  if (!isJapanese(text, language)) return meaningfulWords(text, language);
  const terms: Word[] = [];
  let isOpen = false;
  for (const word of wordsOf(text, language)) {
    const isPart = compoundPart.test(word.text) && !small.has(word.text) && !numeral.test(word.text);
    const last = terms.at(-1);
    if (isOpen && isPart && last?.end === word.start) join(last, word);
    else if (!small.has(word.text)) terms.push(word);
    isOpen = isPart;
  }
  return terms.map((term) => term.text).filter(isNoun);
}

export const isJapanese = (text: string, language: string) =>
  language === 'ja' ||
  language.startsWith('ja-') ||
  (language === 'und' && /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text));

/** Verbs have one kanji; nouns, also those of verbs such as 手続き and 引き落とし, have more, or are not written in kanji. */
const isNoun = (word: string) =>
  !small.has(word) &&
  !numeral.test(word) &&
  ((word.match(kanji)?.length ?? 0) >= 2 ||
    /^[\p{Script=Katakana}ー]{2,}\p{Script=Han}?$|^[a-z][a-z0-9]+$/u.test(word));

/** Enough to count "order" and "orders" together. */
const singular = (word: string) => (/^[a-z]{3,}[^sui']s$/.test(word) ? word.slice(0, -1) : word);

/** The most frequent words; longer words weigh more. */
export function keywordsOf(words: string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => (counts.get(word) ?? 0) * (1 + Math.min(word.length, 10) / 10);
  return [...counts.keys()].sort((a, b) => weight(b) - weight(a)).slice(0, most);
}
