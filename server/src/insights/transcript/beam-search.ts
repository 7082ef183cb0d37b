// Beam search: at each step the likeliest few texts so far are continued, all at once. A single text, continued greedily, would
// often begin with a homophone that the following words show to be wrong.

export type Step<Memory> = {
  /** A row for each text: the score of every token to come next. */
  scores: Float32Array;
  memory: Memory;
};

export type Continue<Memory> = (
  /** For each text its last token, and the row of the last step that it continues. */
  texts: { token: number; row: number }[],
  memory: Memory,
) => Promise<Step<Memory>>;

export type Search = {
  width: number;
  mostTokens: number;
  lastToken: number;
  /** Tokens from here on are never part of a text, except for the last one. */
  textTokens: number;
  suppressed: ReadonlySet<number>;
  suppressedAtStart: ReadonlySet<number>;
};

export type Found = {
  tokens: number[];
  /** The mean logarithm of the probability of its tokens, the last one included. */
  meanLogProbability: number;
};

type Text = { tokens: number[]; sum: number; row: number };

export async function searchText<Memory>(
  first: Step<Memory>,
  proceed: Continue<Memory>,
  { width, mostTokens, lastToken, textTokens, suppressed, suppressedAtStart }: Search,
): Promise<Found> {
  const finished: Text[] = [];
  let texts: Text[] = [{ tokens: [], sum: 0, row: 0 }];
  let step = first;
  for (let length = 0; length < mostTokens; length++) {
    const size = step.scores.length / texts.length;
    const isAllowed = (token: number) =>
      (token < textTokens || token === lastToken) &&
      !suppressed.has(token) &&
      !(length === 0 && suppressedAtStart.has(token));
    const candidates = texts
      .flatMap(({ tokens, sum }, row) =>
        likeliest(step.scores.subarray(row * size, (row + 1) * size), isAllowed, width + 1).map(
          ({ token, logProbability }) => ({ tokens, token, row, sum: sum + logProbability }),
        ),
      )
      .sort((a, b) => b.sum - a.sum);
    const next: (Text & { token: number })[] = [];
    for (const { tokens, token, row, sum } of candidates) {
      if (next.length === width || finished.length === width) break;
      if (repeats(tokens, token)) continue;
      if (token === lastToken) finished.push({ tokens, sum, row });
      else next.push({ tokens: [...tokens, token], token, row, sum });
    }
    texts = next;
    if (finished.length === width) break;
    if (length + 1 < mostTokens) step = await proceed(next, step.memory);
  }
  const ranked = (finished.length > 0 ? finished : texts).map(({ tokens, sum }) => ({
    tokens,
    meanLogProbability: sum / (tokens.length + 1),
  }));
  return ranked.reduce((best, found) => (found.meanLogProbability > best.meanLogProbability ? found : best));
}

/** The model sometimes says a whole sentence twice. The price: a sentence that a person says twice is written once. */
const longestRepetition = 8;

function repeats(tokens: number[], token: number): boolean {
  const end = [...tokens.slice(1 - longestRepetition), token];
  if (end.length < longestRepetition) return false;
  const last = tokens.length + 1 - longestRepetition;
  for (let at = 0; at < last; at++) if (end.every((other, i) => tokens[at + i] === other)) return true;
  return false;
}

/** The tokens with the highest scores, and the logarithms of their probabilities among the allowed ones. */
function likeliest(scores: Float32Array, isAllowed: (token: number) => boolean, count: number) {
  let highest = -Infinity;
  let total = 0;
  const best: { token: number; score: number }[] = [];
  for (let token = 0; token < scores.length; token++) {
    const score = scores[token] ?? -Infinity;
    // Most tokens are far below the best one and add nothing.
    if (score === -Infinity || score < highest - 25 || !isAllowed(token)) continue;
    if (score > highest) {
      total = total * Math.exp(highest - score) + 1;
      highest = score;
    } else total += Math.exp(score - highest);
    if (best.length === count && score <= (best.at(-1)?.score ?? 0)) continue;
    const place = best.findIndex((other) => other.score < score);
    best.splice(place < 0 ? best.length : place, 0, { token, score });
    if (best.length > count) best.pop();
  }
  const scale = highest + Math.log(total);
  return best.map(({ token, score }) => ({ token, logProbability: score - scale }));
}
