import { callRate } from '../../platform/wav.ts';
import { pitchOf } from './pitch.ts';
import { createVad, frameSamples, type Models } from './silero.ts';
import type { WavFile } from './wav-file.ts';

export const frameSeconds = frameSamples / callRate;

/** The values kept for each frame of a channel: 12 bytes for 32 ms, 1.4 MB for an hour. */
export type Channel = {
  /** The probability of speech. */
  speech: Float32Array;
  /** Mean square of the samples, which are between -1 and 1. */
  power: Float32Array;
  /** In Hz; 0 without speech or without a pitch. */
  pitch: Float32Array;
  /** How many samples are at the maximum level. */
  clipped: number;
};

type DetectedSpeech = { staff: Channel; customer: Channel; isMono: boolean };

/** From this probability on, a frame counts as speech. */
export const speechFrom = 0.5;

/**
 * The recording is analyzed in this many parts in parallel: eight times the sound takes the model only four times as long. Each
 * part begins a little early, so that the model's state has settled at its first frame.
 */
const mostParts = 8;
const shortestPartFrames = Math.round(30 / frameSeconds);
const earlyFrames = Math.round(1 / frameSeconds);
/** How much of each part is read at once: four seconds. */
const framesAtOnce = 125;

/** Measures a recording with two channels. */
export async function detectSpeech(wav: WavFile, models: Models): Promise<DetectedSpeech> {
  const frames = Math.ceil(wav.length / frameSamples);
  const [staff, customer] = [newChannel(frames), newChannel(frames)];
  const partCount = Math.max(1, Math.min(mostParts, Math.floor(frames / shortestPartFrames)));
  const partFrames = Math.ceil(frames / partCount);
  const early = partCount > 1 ? earlyFrames : 0;
  const parts = Array.from({ length: partCount }, (_, i) => newPart(i * partFrames));
  const vad = await createVad(2 * partCount, models);
  let isMono = true;
  for (let at = -early; at < partFrames; at += framesAtOnce) {
    for (const part of parts) part.samples = await readFrom(wav, part.start + at);
    for (let offset = 0; offset < framesAtOnce && at + offset < partFrames; offset++) {
      for (const { samples, staff, customer } of parts) {
        const both = samples.subarray(2 * offset * frameSamples, 2 * (offset + 1) * frameSamples);
        isMono &&= isSame(both);
        moveOn(staff, both, 0);
        moveOn(customer, both, 1);
      }
      const speech = await vad.detect(parts.flatMap((part) => [latest(part.staff), latest(part.customer)]));
      if (at + offset < 0) continue;
      for (const [i, part] of parts.entries()) {
        const frame = part.start + at + offset;
        if (frame >= frames) continue;
        note(staff, frame, speech[2 * i] ?? 0, part.staff);
        note(customer, frame, speech[2 * i + 1] ?? 0, part.customer);
      }
    }
  }
  const isSilent = [staff, customer].every(({ power }) => power.every((value) => value === 0));
  return { staff, customer, isMono: isMono && !isSilent };
}

/**
 * `samples` are the samples read last. The windows hold a channel's latest frame and the one before, which a low voice needs.
 */
type Part = { start: number; samples: Int16Array; staff: Float32Array; customer: Float32Array };

function newPart(start: number): Part {
  const [staff, customer] = [new Float32Array(2 * frameSamples), new Float32Array(2 * frameSamples)];
  return { start, samples: new Int16Array(0), staff, customer };
}

/** Reads silence before the beginning, as after the end. */
async function readFrom(wav: WavFile, frame: number): Promise<Int16Array> {
  const missing = Math.max(0, -frame) * frameSamples;
  const count = framesAtOnce * frameSamples;
  if (missing === 0) return wav.readAll(frame * frameSamples, count);
  const samples = new Int16Array(2 * count);
  samples.set(await wav.readAll(0, count - missing), 2 * missing);
  return samples;
}

function newChannel(frames: number): Channel {
  const [speech, power, pitch] = [new Float32Array(frames), new Float32Array(frames), new Float32Array(frames)];
  return { speech, power, pitch, clipped: 0 };
}

function isSame(samples: Int16Array): boolean {
  for (let i = 0; i < samples.length; i += 2) if (samples[i] !== samples[i + 1]) return false;
  return true;
}

const latest = (window: Float32Array) => window.subarray(frameSamples);

/** Moves a channel's window forward by one frame. */
function moveOn(window: Float32Array, both: Int16Array, channel: number): void {
  window.copyWithin(0, frameSamples);
  for (let i = 0; i < frameSamples; i++) window[frameSamples + i] = (both[2 * i + channel] ?? 0) / 32_768;
}

function note(channel: Channel, frame: number, speech: number, window: Float32Array): void {
  let sum = 0;
  for (let i = frameSamples; i < window.length; i++) {
    const sample = window[i] ?? 0;
    sum += sample * sample;
    if (Math.abs(sample) > 0.999) channel.clipped++;
  }
  channel.speech[frame] = speech;
  channel.power[frame] = sum / frameSamples;
  if (speech >= speechFrom) channel.pitch[frame] = pitchOf(window);
}
