import { distance } from 'fastest-levenshtein';

// Longer words are no typing mistakes, and measuring them would be work a hostile client can order.
const longestWord = 64;

/** The candidate a word was probably meant to be, or undefined where none is close. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > longestWord) return undefined;
  const most = Math.min(Math.max(1, Math.ceil(word.length / 3)), word.length - 1);
  const lower = word.toLowerCase();
  let best: { candidate: string; changes: number } | undefined;
  for (const candidate of candidates) {
    // As many characters are added or removed at least. A comparison is worth its time only beyond that.
    if (Math.abs(candidate.length - lower.length) > most) continue;
    const changes = distance(lower, candidate.toLowerCase());
    if (changes <= most && (best === undefined || changes < best.changes)) best = { candidate, changes };
  }
  return best?.candidate;
}
