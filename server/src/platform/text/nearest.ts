import { distance } from 'fastest-levenshtein';

// Longer words are no typos, and comparing them would let a hostile client consume CPU time.
const longestWord = 64;

/** The candidate that a word was probably meant to be, or undefined if none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined;
  const most = Math.min(Math.max(1, Math.ceil(word.length / 3)), word.length - 1);
  const lower = word.toLowerCase();
  let best: { candidate: string; changes: number } | undefined;
  for (const candidate of candidates) {
    // The difference in length is a lower bound of the distance, and cheaper to compute.
    if (Math.abs(candidate.length - lower.length) > most) continue;
    const changes = distance(lower, candidate.toLowerCase());
    if (changes <= most && (best === undefined || changes < best.changes)) best = { candidate, changes };
  }
  return best?.candidate;
}
