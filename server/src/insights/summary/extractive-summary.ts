import type { Segment, Speaker } from '../insight.ts';
import { isJapanese, keywordsOf, meaningfulWords, termsOf } from '../transcript/words.ts';
import {
  isIdentification,
  isIntroduction,
  japaneseOutcome,
  japaneseRequest,
  japaneseSentences,
  withoutCourtesies,
} from './japanese-phrases.ts';

// A summary of sentences from the call itself: those that have most in common with all the others (TextRank, Mihalcea and Tarau
// 2004). It needs no model, and contains nothing that was not said.

const mostSentences = 600;
const summarySentences = 3;
const keyPoints = 5;
const mostKeywords = 8;
const fewestWords = 3;
const fewestTerms = 2;
const mostTermsOfIdentity = 2;
const damping = 0.85;
const rounds = 30;

/** How customers begin to say what they want. */
const request =
  /\b(?:i(?:'d| would) like|i want|i need|i am calling|i'm calling|can you|could you|can i|could i|is it possible|i have a (?:problem|question))\b/iu;

/** Two sentences of which one has this share of the other's words say the same. */
const sameShare = 0.7;

type Sentence = {
  position: number;
  speaker: Speaker;
  text: string;
  words: string[];
  vocabulary: Set<string>;
  terms: string[];
  isRequest: boolean;
  /** Whether it may say what comes of the call. */
  isOutcome: boolean;
  /** Whether the next sentence is a name or a number of the caller. */
  asksWho: boolean;
};

export function summarizeExtractively({ language, segments }: { language: string | null; segments: Segment[] }) {
  const all = sentencesOf(segments, language ?? 'und');
  const ranks = rank(all);
  const best = all
    .filter(({ words, terms }) => terms.length > 0 && (words.length >= fewestWords || terms.length >= fewestTerms))
    .sort((a, b) => weigh(ranks, b) - weigh(ranks, a));
  const asked = all.find(({ speaker, isRequest }) => speaker === 'customer' && isRequest);
  const [done] = all
    .filter(({ speaker, isOutcome }) => speaker === 'staff' && isOutcome)
    .sort((a, b) => b.vocabulary.size - a.vocabulary.size || b.position - a.position);
  const kept = [...new Set([asked, done])].filter((sentence) => sentence !== undefined);
  const chosen = withNews(kept, best.length > 0 ? best : all);
  const inOrder = (most: number) => chosen.slice(0, most).sort((a, b) => a.position - b.position);
  return {
    text: joined(inOrder(summarySentences)),
    key_points: inOrder(keyPoints).map(({ text }) => text),
    // The words of the summary count twice.
    keywords: keywordsOf(
      [...all, ...chosen.slice(0, summarySentences)].flatMap(({ terms }) => terms),
      mostKeywords,
    ),
  };
}

/** Adds the sentences that say something new. */
function withNews(first: Sentence[], sentences: Sentence[]): Sentence[] {
  const kept = [...first];
  for (const sentence of sentences) {
    const saysTheSame = ({ vocabulary }: Sentence) =>
      sentence.vocabulary.intersection(vocabulary).size >=
      sameShare * Math.min(vocabulary.size, sentence.vocabulary.size);
    if (!kept.some(saysTheSame)) kept.push(sentence);
  }
  return kept;
}

/** Sentences without spaces between them need a full stop, which engines often leave out. */
function joined(sentences: Sentence[]): string {
  return sentences
    .map(({ text }) => (!isJapanese(text, 'und') ? `${text} ` : /[。！？!?]$/u.test(text) ? text : `${text}。`))
    .join('')
    .trim();
}

function sentencesOf(segments: Segment[], language: string): Sentence[] {
  const sentences = segments.flatMap(({ speaker, text, language: own }) =>
    (isJapanese(text, own ?? language) ? japaneseSentencesOf : spacedSentencesOf)(text, own ?? language).map(
      (sentence) => ({ speaker, ...sentence }),
    ),
  );
  return sentences
    .map((sentence, position) => {
      const isIdentity = sentences[position - 1]?.asksWho && sentence.terms.length <= mostTermsOfIdentity;
      return { ...sentence, position, vocabulary: new Set(sentence.words), ...(isIdentity && { terms: [] }) };
    })
    .sort((a, b) => b.words.length - a.words.length)
    .slice(0, mostSentences)
    .sort((a, b) => a.position - b.position);
}

type Said = Pick<Sentence, 'text' | 'words' | 'terms' | 'isRequest' | 'isOutcome' | 'asksWho'>;

function spacedSentencesOf(said: string, language: string): Said[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return Array.from(segmenter.segment(said), ({ segment }) => {
    const text = segment.trim();
    const words = meaningfulWords(text, language);
    return {
      text,
      words,
      terms: words,
      isRequest: request.test(text) && words.length > 1,
      isOutcome: false,
      asksWho: false,
    };
  });
}

function japaneseSentencesOf(said: string): Said[] {
  return japaneseSentences(said).flatMap((text) => {
    const rest = withoutCourtesies(text);
    const words = meaningfulWords(rest, 'ja');
    if (words.length === 0) return [];
    const asksWho = isIdentification(text);
    const terms = asksWho || isIntroduction(text) ? [] : termsOf(rest, 'ja');
    const isAbout = terms.length > 0;
    return {
      ...{ text, words, terms, asksWho },
      isRequest: isAbout && japaneseRequest.test(rest),
      isOutcome: isAbout && japaneseOutcome.test(rest),
    };
  });
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
