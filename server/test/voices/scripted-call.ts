import { writeFile } from 'node:fs/promises';
import type { Speaker, Stretch } from '../../src/insights/insight.ts';
import { toWav } from '../../src/platform/wav.ts';
import type { Voice, Voices } from './voices.ts';

// Calls of two synthetic voices with known times of speech.

const rate = 8_000;

export type Line = {
  speaker: Speaker;
  text: string;
  /** Seconds after the end of the previous line; a negative value begins while that one is still being said. */
  after: number;
};

/** `noisy`: as on a bad line, with noise on both channels and each party faintly on the other one's. */
export type LineQuality = 'clean' | 'noisy';

export type ScriptedCall = { frames: Int16Array; seconds: number; truth: Record<Speaker, Stretch[]> };

const voiceOf: Record<Speaker, Voice> = { staff: 'flite', customer: 'espeak' };
/** Below the loudest speech. */
const noiseLevel = 10 ** (-26 / 20);
const echoLevel = 10 ** (-26 / 20);

export async function scriptCall(
  voices: Voices,
  lines: Line[],
  { quality = 'clean', tail = 0.5 }: { quality?: LineQuality; tail?: number } = {},
): Promise<ScriptedCall> {
  const placed: { speaker: Speaker; start: number; samples: Int16Array }[] = [];
  let end = 0;
  for (const { speaker, text, after } of lines) {
    const samples = await voices.speak(voiceOf[speaker], text);
    const start = Math.round(end + after * rate);
    placed.push({ speaker, start, samples });
    end = start + samples.length;
  }
  const length = Math.round(end + tail * rate);
  const channels = { staff: new Float32Array(length), customer: new Float32Array(length) };
  const truth: Record<Speaker, Stretch[]> = { staff: [], customer: [] };
  for (const { speaker, start, samples } of placed) {
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
    for (const [i, sample] of samples.entries()) channels[speaker][start + i] = (sample / loudest) * 0.5;
    truth[speaker].push(
      ...spokenIn(samples).map((s) => ({ start: s.start + start / rate, end: s.end + start / rate })),
    );
  }
  const frames = new Int16Array(2 * length);
  const [staffNoise, customerNoise] = [noise(1), noise(2)];
  for (let i = 0; i < length; i++) {
    const [staff, customer] = [channels.staff[i] ?? 0, channels.customer[i] ?? 0];
    const bad = quality === 'noisy';
    frames[2 * i] = 32_767 * (bad ? staff + echoLevel * customer + staffNoise() : staff);
    frames[2 * i + 1] = 32_767 * (bad ? customer + echoLevel * staff + customerNoise() : customer);
  }
  return { frames, seconds: length / rate, truth };
}

export async function writeCall(file: string, { frames }: Pick<ScriptedCall, 'frames'>): Promise<string> {
  await writeFile(file, toWav(frames));
  return file;
}

/** The stretches with sound in clean speech; pauses below 0.3 s are ignored. */
function spokenIn(samples: Int16Array): Stretch[] {
  const step = rate / 100;
  const found: Stretch[] = [];
  for (let from = 0; from < samples.length; from += step) {
    const part = samples.subarray(from, from + step);
    if (!part.some((sample) => Math.abs(sample) > 250)) continue;
    const [start, end] = [from / rate, (from + part.length) / rate];
    const last = found.at(-1);
    if (last && start - last.end < 0.3) last.end = end;
    else found.push({ start, end });
  }
  return found;
}

/** Noise with more low than high frequencies, the same in every run. */
function noise(seed: number): () => number {
  let [state, smooth] = [seed, 0];
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const white = state / 2 ** 31 - 1;
    smooth = 0.7 * smooth + 0.3 * white;
    return smooth * noiseLevel;
  };
}
