/** The words that would have to be changed, added or removed, as a fraction of the words said. */
export function wordErrorRate(said: string, written: string): number {
  const [truth, words] = [wordsOf(said), wordsOf(written)];
  let row = words.map((_, i) => i + 1);
  for (const [i, word] of truth.entries()) {
    let [diagonal, left] = [i, i + 1];
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, diagonal + (words[j] === word ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return (row.at(-1) ?? truth.length) / truth.length;
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
