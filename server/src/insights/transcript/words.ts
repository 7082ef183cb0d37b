// The words that matter to a summary: without stop words.

const english = `a about actually after again all also am an and any are as at back be because been before being but by call
calling can cannot come could did do does doing don't down for from get give go going good got had has have he hello help her
here hi him his how i i'm if in into is it it's its just know let like look me may mean might more morning much must my name
need no not now of oh ok okay on one or other our out over please really right said say see she should so some sorry speaking
sure take tell than thank thanks that that's the their them then there these they thing things think this those time to today
too uh um up us very want was way we well were what when where which who why will with would yeah yes you you're your i'll
we'll i've can't didn't doesn't afternoon welcome bye goodbye make find`;

const japanese = `あの あり ある あります い いい いう いえ いた いたし いたします いただき いただけ いつ いる う うち え えー えっと お おり か
から が き くださ ください け けど こ こと これ ござい ございます さ さん し しか した して しまし します す する ず せ そう そして その それ た だ
だけ ため たら だっ て で でき できる です でし でした でしょ でも と という とき ところ とても どう どの な ない なく なっ など なり なる なん に の ので
は はい ば へ ほど ま ます まし ました ませ ません まで また も もう もし もしもし もの や よ よう より よろしく ら られ り る れ ね ん を 私 何 方 様
今 的 中 的 お願い 願い いたしまし 思い 思う いかが かしこまり 失礼 電話 お電話`;

const small = new Set(`${english} ${japanese}`.split(/\s+/));
const kana = /^[\p{Script=Hiragana}ー]$/u;
const katakana = /^[\p{Script=Katakana}ー]+$/u;

/** The meaningful words, in order. A name in katakana is one word, even if the dictionary splits it. */
export function meaningfulWords(text: string, language: string): string[] {
  const words: string[] = [];
  let lastEnd = -1;
  for (const { segment, index, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (!isWordLike) continue;
    const word = segment.normalize('NFKC').toLowerCase();
    const last = words.at(-1);
    if (last && lastEnd === index && katakana.test(word) && katakana.test(last)) words[words.length - 1] = last + word;
    else words.push(word);
    lastEnd = index + segment.length;
  }
  return words
    .map(singular)
    .filter((word) => !small.has(word) && !kana.test(word) && !/^(?:\p{N}+|[a-z])$/u.test(word));
}

/** Enough to count "order" and "orders" together. */
const singular = (word: string) => (/^[a-z]{3,}[^sui']s$/.test(word) ? word.slice(0, -1) : word);

/** The most frequent words; longer words weigh more. */
export function keywordsOf(sentences: string[][], most: number): string[] {
  const counts = new Map<string, number>();
  for (const word of sentences.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weight = (word: string) => (counts.get(word) ?? 0) * (1 + Math.min(word.length, 10) / 10);
  return [...counts.keys()].sort((a, b) => weight(b) - weight(a)).slice(0, most);
}
