import type { Segment, Speaker } from '../insight.ts';
import { keywordsOf, meaningfulWords } from '../transcript/words.ts';

// A summary of sentences from the call itself: those that have most in common with all the others (TextRank, Mihalcea and Tarau
// 2004). It needs no model, and contains nothing that was not said.

const mostSentences = 600;
const summarySentences = 3;
const keyPoints = 5;
const mostKeywords = 8;
const fewestWords = 3;
const damping = 0.85;
const rounds = 30;

/** How customers begin to say what they want. */
const request =
  /\b(?:i(?:'d| would) like|i want|i need|i am calling|i'm calling|can you|could you|can i|could i|is it possible|i have a (?:problem|question))\b|たいん|たいの|ほしい|欲しい|お願いし|できますか|いただけます|もらえます|でしょうか|の件/iu;

type Sentence = { position: number; speaker: Speaker; text: string; words: string[]; vocabulary: Set<string> };

export function summarizeExtractively({ language, segments }: { language: string; segments: Segment[] }) {
  const all = sentencesOf(segments, language);
  const ranks = rank(all);
  const best = all.filter(({ words }) => words.length >= fewestWords).sort((a, b) => weigh(ranks, b) - weigh(ranks, a));
  const asked = all.find(
    ({ speaker, text, words }) => speaker === 'customer' && request.test(text) && words.length > 1,
  );
  const chosen = [...new Set([...(asked ? [asked] : []), ...(best.length > 0 ? best : all)])];
  const inOrder = (most: number) =>
    chosen
      .slice(0, most)
      .sort((a, b) => a.position - b.position)
      .map(({ text }) => text);
  return {
    text: inOrder(summarySentences).join(usesSpaces(language) ? ' ' : ''),
    key_points: inOrder(keyPoints),
    keywords: keywordsOf(
      all.map(({ words }) => words),
      mostKeywords,
    ),
  };
}

const usesSpaces = (language: string) => !['ja', 'zh', 'th'].includes(new Intl.Locale(language).language);

function sentencesOf(segments: Segment[], language: string): Sentence[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const sentences = segments.flatMap(({ speaker, text }) =>
    Array.from(segmenter.segment(text), ({ segment }) => ({ speaker, text: segment.trim() })),
  );
  return sentences
    .map((sentence, position) => {
      const words = meaningfulWords(sentence.text, language);
      return { ...sentence, position, words, vocabulary: new Set(words) };
    })
    .sort((a, b) => b.words.length - a.words.length)
    .slice(0, mostSentences)
    .sort((a, b) => a.position - b.position);
}

const weigh = (ranks: Map<Sentence, number>, sentence: Sentence) => ranks.get(sentence) ?? 0;

/** A sentence ranks as high as the sentences similar to it, as a web page ranks by the pages that link to it. */
function rank(sentences: Sentence[]): Map<Sentence, number> {
  const likeness = sentences.map((one) => sentences.map((other) => (one === other ? 0 : likenessOf(one, other))));
  const totals = likeness.map((row) => row.reduce((sum, value) => sum + value, 0) || 1);
  let scores = sentences.map(() => 1);
  for (let round = 0; round < rounds; round++)
    scores = likeness.map((row) => {
      const links = row.reduce((sum, value, j) => sum + (value * (scores[j] ?? 0)) / (totals[j] ?? 1), 0);
      return 1 - damping + damping * links;
    });
  return new Map(sentences.map((sentence, i) => [sentence, scores[i] ?? 0]));
}

/** Words in common, normalized so that long sentences do not win by their length alone. */
function likenessOf({ vocabulary: one }: Sentence, { vocabulary: other }: Sentence): number {
  const common = one.intersection(other).size;
  return common === 0 ? 0 : common / (Math.log(1 + one.size) + Math.log(1 + other.size));
}
