import { InsightFailure, type Speaker, speakers, type Utterance } from '../insight.ts';

// Which language each party of a call speaks. An engine takes noise and short answers for any language, so a decision needs a
// high probability on average over several utterances: evidence that is weak everywhere does not add up to certainty.

/** With less, the language stays unknown. Engines are at most 0.5 sure of noise and tones. */
const leastProbability = 0.9;
/** A party with this mean probability, over two utterances or more, is not listened to any further. */
const certainty = 0.98;
const fewestUtterances = 2;
/** A cough or a short answer sounds the same in many languages. A call of nothing else is judged by its longest ones. */
const shortestSeconds = 1;
/** The longest utterances of each party. Each costs about as much work as its transcription. */
const mostUtterances = 5;

/** The languages spoken in a call. */
export type Spoken = {
  by: Record<Speaker, string>;
  /** The language of the call: of the party that spoke for longer, if the two differ. */
  language: string;
  /** The probability of the language; of the less certain one, if the two differ. */
  confidence: number;
};

type Detect = (utterance: Utterance) => Promise<Map<string, number>>;
type Heard = { seconds: number; probabilities: Map<string, number> };

export async function detectLanguages(utterances: Utterance[], detect: Detect): Promise<Spoken> {
  const long = utterances.filter((utterance) => secondsOf(utterance) >= shortestSeconds);
  const heard: Record<Speaker, Heard[]> = { staff: [], customer: [] };
  for (const speaker of speakers)
    for (const utterance of longestOf(speaker, long.length > 0 ? long : utterances)) {
      const probabilities = certaintyOf(heard[speaker]) ?? (await detect(utterance));
      heard[speaker].push({ seconds: secondsOf(utterance), probabilities });
    }

  const [staff, customer] = [likeliest(heard.staff), likeliest(heard.customer)];
  const isSure = Math.min(staff.probability, customer.probability) >= leastProbability;
  if (isSure && staff.language !== customer.language)
    return {
      by: { staff: staff.language, customer: customer.language },
      language: staff.seconds >= customer.seconds ? staff.language : customer.language,
      confidence: Math.min(staff.probability, customer.probability),
    };
  const { language, probability } = likeliest([...heard.staff, ...heard.customer]);
  if (probability < leastProbability)
    throw new InsightFailure(
      'unavailable',
      'language_uncertain',
      `The language is ${language} with a probability of ${probability.toFixed(2)}; it takes ${leastProbability}.`,
    );
  return { by: { staff: language, customer: language }, language, confidence: probability };
}

const secondsOf = ({ start, end }: Utterance) => end - start;

const longestOf = (speaker: Speaker, utterances: Utterance[]) =>
  utterances
    .filter((utterance) => utterance.speaker === speaker)
    .sort((a, b) => secondsOf(b) - secondsOf(a))
    .slice(0, mostUtterances);

/** What a party's next utterance counts as without being listened to: it weighs as much against the other party as before. */
function certaintyOf(heard: Heard[]): Map<string, number> | undefined {
  const { language, probability } = likeliest(heard);
  return heard.length >= fewestUtterances && probability >= certainty ? new Map([[language, probability]]) : undefined;
}

/** The language with the highest mean probability, weighted by the length of the utterances; 0 without any. */
function likeliest(heard: Heard[]): { language: string; probability: number; seconds: number } {
  const seconds = heard.reduce((sum, one) => sum + one.seconds, 0);
  const sums = new Map<string, number>();
  for (const one of heard)
    for (const [language, probability] of one.probabilities)
      sums.set(language, (sums.get(language) ?? 0) + (probability * one.seconds) / seconds);
  const [language, probability] = [...sums].reduce((best, one) => (one[1] > best[1] ? one : best), ['und', 0]);
  return { language, probability, seconds };
}
