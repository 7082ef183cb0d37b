import { type Quality, round, type SpeakerAnalysis, type Stretch } from '../insight.ts';
import { type Channel, frameSeconds } from './detect-speech.ts';
import { frameSamples } from './silero.ts';

// Measures a voice: pitch, loudness, and whether the line was good enough to trust the other measures.

/** About a second of voice. With less, the pitch would be random. */
const fewestVoicedFrames = 30;
/** An octave up or down is nearly always a measurement error. */
const widestSemitones = 12;
const lowestSignalToNoise = 10;
const highestClippedShare = 0.001;

export function pitchIn({ pitch }: Channel, stretches: Stretch[]): SpeakerAnalysis['pitch'] {
  const voiced = framesIn(stretches).flatMap((frame) => pitch[frame] || []);
  if (voiced.length < fewestVoicedFrames) return null;
  const middle = median(voiced) ?? 0;
  const semitones = voiced.map((hz) => 12 * Math.log2(hz / middle)).filter((tone) => Math.abs(tone) < widestSemitones);
  const mean = average(semitones);
  const spread = Math.sqrt(average(semitones.map((tone) => (tone - mean) ** 2)));
  return { median_hz: round(middle, 1), stdev_semitones: round(spread, 2) };
}

/** 0 dBFS is a square wave at the maximum level. */
export function loudnessIn({ power }: Channel, stretches: Stretch[]): number | null {
  const mean = average(framesIn(stretches).map((frame) => power[frame] ?? 0));
  return mean > 0 ? round(10 * Math.log10(mean), 1) : null;
}

/**
 * Noise is the sound on a line while neither party speaks. Null if the party does not speak, or if the rest is completely
 * silent.
 */
function signalToNoise(channel: Channel, own: Stretch[], other: Stretch[]): number | null {
  const spoken = new Set([...framesIn(own), ...framesIn(other)]);
  const noise = median(Array.from(channel.power).filter((_, frame) => !spoken.has(frame))) ?? 0;
  const signal = average(framesIn(own).map((frame) => channel.power[frame] ?? 0));
  return noise > 0 && signal > 0 ? round(10 * Math.log10(signal / noise), 1) : null;
}

type Line = { channel: Channel; speech: Stretch[] };

export function qualityOf({ staff, customer }: Record<'staff' | 'customer', Line>): Quality {
  const signal_to_noise_db = {
    staff: signalToNoise(staff.channel, staff.speech, customer.speech),
    customer: signalToNoise(customer.channel, customer.speech, staff.speech),
  };
  const issues: string[] = [];
  for (const [speaker, { channel, speech }] of [['staff', staff] as const, ['customer', customer] as const]) {
    const ratio = signal_to_noise_db[speaker];
    if (ratio !== null && ratio < lowestSignalToNoise) issues.push(`noisy_${speaker}`);
    const spokenSamples = framesIn(speech).length * frameSamples;
    if (channel.clipped > spokenSamples * highestClippedShare) issues.push(`clipped_${speaker}`);
  }
  return { rating: issues.length === 0 ? 'good' : 'low', issues, signal_to_noise_db };
}

function framesIn(stretches: Stretch[]): number[] {
  return stretches.flatMap(({ start, end }) => {
    const from = Math.round(start / frameSeconds);
    return Array.from({ length: Math.round(end / frameSeconds) - from }, (_, i) => from + i);
  });
}

export function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
