import { type Speaker, type Stretch, speakers, type Utterance } from '../insight.ts';

// How two people talk with each other, from when each of them speaks.

export type Talk = Record<Speaker, Stretch[]>;
export type Turn = Stretch & { speaker: Speaker };

export const minSilence = 3;
export const minOverlap = 1;
/** Who says so little while the other one goes on says "yes" or "I see", and takes no turn. */
const shortestTurnInside = 1;
/** People begin a moment before the other one has finished, and interrupt nobody. */
const minInterruption = 0.5;

/** A longer pause is between sentences and not inside one. */
const longestPauseInside = 1;
/** What engines take at once. */
const longestUtterance = 15;

export const lengthOf = ({ start, end }: Stretch) => end - start;
export const totalLength = (stretches: Stretch[]) => stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
export const otherThan = (speaker: Speaker): Speaker => (speaker === 'staff' ? 'customer' : 'staff');

/** When both speak. */
export function overlaps({ staff, customer }: Talk): Stretch[] {
  return common(staff, customer).filter((stretch) => lengthOf(stretch) >= minOverlap);
}

/** When nobody speaks, before the first word and after the last too. */
export function silences({ staff, customer }: Talk, seconds: number): Stretch[] {
  const found: Stretch[] = [];
  let quietFrom = 0;
  for (const { start, end } of [...staff, ...customer, { start: seconds, end: seconds }].sort(byStart)) {
    if (start - quietFrom >= minSilence) found.push({ start: quietFrom, end: start });
    quietFrom = Math.max(quietFrom, end);
  }
  return found;
}

/** Who holds the floor, one after the other. A long silence ends a turn. */
export function turns(talk: Talk): Turn[] {
  const found: Turn[] = [];
  for (const stretch of inOrder(talk)) {
    if (lengthOf(stretch) < shortestTurnInside && isInside(stretch, talk[otherThan(stretch.speaker)])) continue;
    const last = found.at(-1);
    if (last?.speaker === stretch.speaker && stretch.start - last.end < minSilence) last.end = stretch.end;
    else found.push({ ...stretch });
  }
  return found;
}

/** How often the floor passed from one to the other, and how long each took to answer. */
export function switches(taken: Turn[]): { to: Speaker; gap: number }[] {
  return taken.flatMap((turn, i) => {
    const before = taken[i - 1];
    return before && before.speaker !== turn.speaker ? [{ to: turn.speaker, gap: turn.start - before.end }] : [];
  });
}

/** How often somebody began while the other one was speaking, and was still speaking when that one had stopped. */
export function interruptions(talk: Talk, by: Speaker): number {
  const others = talk[otherThan(by)];
  const sentences = joined(others);
  return joined(talk[by]).filter((own) =>
    sentences.some(
      (other) =>
        other.start + minInterruption <= own.start &&
        own.start < other.end &&
        own.end > other.end &&
        totalLength(common([own], others)) >= minInterruption,
    ),
  ).length;
}

/** Sentences, with the pauses inside them. */
function joined(stretches: Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const stretch of stretches) {
    const last = found.at(-1);
    if (last && stretch.start - last.end <= longestPauseInside) last.end = stretch.end;
    else found.push({ ...stretch });
  }
  return found;
}

function common(some: Stretch[], others: Stretch[]): Stretch[] {
  return some.flatMap((own) =>
    others
      .filter((other) => other.start < own.end && own.start < other.end)
      .map((other) => ({ start: Math.max(own.start, other.start), end: Math.min(own.end, other.end) })),
  );
}

/**
 * What is said, in pieces that an engine takes at once. `splitAt` tells where a piece that is too long is best divided.
 */
export function utterances(talk: Talk, splitAt: (speaker: Speaker, within: Stretch) => number): Utterance[] {
  const found: Utterance[] = [];
  for (const stretch of inOrder(talk)) {
    const last = found.at(-1);
    const isNext = last?.speaker === stretch.speaker && stretch.start - last.end <= longestPauseInside;
    if (isNext && stretch.end - last.start <= longestUtterance) last.end = stretch.end;
    else found.push(...divide(stretch, splitAt));
  }
  return found;
}

function divide(whole: Turn, splitAt: (speaker: Speaker, within: Stretch) => number): Utterance[] {
  const pieces: Utterance[] = [];
  let rest = whole;
  while (lengthOf(rest) > longestUtterance) {
    const [from, to] = [rest.start + longestUtterance * (2 / 3), rest.start + longestUtterance];
    const at = splitAt(whole.speaker, { start: from, end: to });
    pieces.push({ ...rest, end: at });
    rest = { ...rest, start: at };
  }
  return [...pieces, rest];
}

function inOrder(talk: Talk): Turn[] {
  return speakers.flatMap((speaker) => talk[speaker].map((stretch) => ({ ...stretch, speaker }))).sort(byStart);
}

const byStart = (a: Stretch, b: Stretch) => a.start - b.start;
const isInside = (inner: Stretch, outers: Stretch[]) =>
  outers.some((outer) => outer.start <= inner.start && inner.end <= outer.end);
