// Chance from a seed, so that a run can be repeated.

export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** A text of this many letters and digits. */
  letters(length: number): string;
};

/** Equal seeds give equal sequences. */
export function randomFrom(seed: string): Random {
  let state = hashOf(seed);
  // A 32-bit generator of Weyl sequence and multiplications: not for secrets, and good enough to choose requests.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]) => items[between(0, items.length - 1)] as T,
    letters: (length) => Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
  };
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
