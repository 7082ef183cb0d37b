/** The words that would have to be changed, added or removed, as a fraction of the words said. */
export function wordErrorRate(said: string, written: string): number {
  const truth = wordsOf(said);
  return editDistance(truth, wordsOf(written)) / truth.length;
}

/** How many parts have to be changed, added or removed to get from one list to the other. */
export function editDistance(truth: string[], parts: string[]): number {
  let row = parts.map((_, i) => i + 1);
  for (const [i, part] of truth.entries()) {
    let [diagonal, left] = [i, i + 1];
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, diagonal + (parts[j] === part ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? truth.length;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
