import { type Speaker, type Stretch, speakers, type Utterance } from '../insight.ts';

// Measures how two people talk with each other, from the times when each of them speaks.

export type Speech = Record<Speaker, Stretch[]>;
export type Turn = Stretch & { speaker: Speaker };

export const minSilence = 3;
export const minOverlap = 1;
/** A shorter utterance while the other party goes on is a "yes" or "I see", and not a turn. */
const shortestTurnInside = 1;
/** People often begin a moment before the other party has finished; a shorter overlap is not an interruption. */
const minInterruption = 0.5;

/** A longer pause is between sentences, a shorter one inside a sentence. */
const longestPauseInside = 1;
/** The longest piece that engines accept. */
const longestUtterance = 15;

export const lengthOf = ({ start, end }: Stretch) => end - start;
export const totalLength = (stretches: Stretch[]) => stretches.reduce((sum, stretch) => sum + lengthOf(stretch), 0);
export const otherThan = (speaker: Speaker): Speaker => (speaker === 'staff' ? 'customer' : 'staff');

/** When both parties speak. */
export function overlaps({ staff, customer }: Speech): Stretch[] {
  return common(staff, customer).filter((stretch) => lengthOf(stretch) >= minOverlap);
}

/** When neither party speaks, including before the first word and after the last. */
export function silences({ staff, customer }: Speech, seconds: number): Stretch[] {
  const found: Stretch[] = [];
  let quietFrom = 0;
  for (const { start, end } of [...staff, ...customer, { start: seconds, end: seconds }].sort(byStart)) {
    if (start - quietFrom >= minSilence) found.push({ start: quietFrom, end: start });
    quietFrom = Math.max(quietFrom, end);
  }
  return found;
}

/** The turns in order: which party holds the floor, and when. A long silence ends a turn. */
export function turns(talk: Speech): Turn[] {
  const found: Turn[] = [];
  for (const stretch of inOrder(talk)) {
    if (lengthOf(stretch) < shortestTurnInside && isInside(stretch, talk[otherThan(stretch.speaker)])) continue;
    const last = found.at(-1);
    if (last?.speaker === stretch.speaker && stretch.start - last.end < minSilence) last.end = stretch.end;
    else found.push({ ...stretch });
  }
  return found;
}

/** Each change of the floor from one party to the other, with the time that the other took to answer. */
export function switches(taken: Turn[]): { to: Speaker; gap: number }[] {
  return taken.flatMap((turn, i) => {
    const before = taken[i - 1];
    return before && before.speaker !== turn.speaker ? [{ to: turn.speaker, gap: turn.start - before.end }] : [];
  });
}

/** How often a party began while the other one was speaking, and went on after that one had stopped. */
export function interruptions(talk: Speech, by: Speaker): number {
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

/** Speech in pieces that an engine accepts. `splitAt` returns the best place to divide a piece that is too long. */
export function utterances(talk: Speech, splitAt: (speaker: Speaker, within: Stretch) => number): Utterance[] {
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

function inOrder(talk: Speech): Turn[] {
  return speakers.flatMap((speaker) => talk[speaker].map((stretch) => ({ ...stretch, speaker }))).sort(byStart);
}

const byStart = (a: Stretch, b: Stretch) => a.start - b.start;
const isInside = (inner: Stretch, outers: Stretch[]) =>
  outers.some((outer) => outer.start <= inner.start && inner.end <= outer.end);
