import type { Stretch } from '../insight.ts';
import { type Channel, frameSeconds, speechFrom } from './detect-speech.ts';

const speechUntil = 0.35;
/** A shorter pause is between words and not between sentences. */
const shortestPause = 0.3;
/** Shorter speech is a click that was taken for speech. */
const shortestSpeech = 0.1;
/** If the other channel is this much louder at the same moment, the sound is that party's echo through the telephone. */
const crosstalk = 10 ** (15 / 10);
const crosstalkFrames = Math.round(0.1 / frameSeconds);

/** When the party of one channel speaks. */
export function speechStretches(own: Channel, other: Channel): Stretch[] {
  const stretches: Stretch[] = [];
  let start: number | undefined;
  let pauseStart: number | undefined;
  const end = (frame: number) => {
    if (start !== undefined && (frame - start) * frameSeconds >= shortestSpeech)
      stretches.push({ start: start * frameSeconds, end: frame * frameSeconds });
    start = undefined;
    pauseStart = undefined;
  };
  for (let frame = 0; frame < own.speech.length; frame++) {
    const speech = isCrosstalk(own, other, frame) ? 0 : (own.speech[frame] ?? 0);
    if (speech >= speechFrom) {
      start ??= frame;
      pauseStart = undefined;
    } else if (start !== undefined && speech < speechUntil) {
      pauseStart ??= frame;
      if ((frame + 1 - pauseStart) * frameSeconds >= shortestPause) end(pauseStart);
    }
  }
  end(pauseStart ?? own.speech.length);
  return stretches;
}

function isCrosstalk(own: Channel, other: Channel, frame: number): boolean {
  const limit = (own.power[frame] ?? 0) * crosstalk;
  for (let near = frame - crosstalkFrames; near <= frame + crosstalkFrames; near++)
    if ((other.power[near] ?? 0) > limit) return true;
  return false;
}
