import { pitchOf } from './pitch.ts';
import { createVad, frameSamples } from './silero.ts';
import { sampleRate, type WavFile } from './wav-file.ts';

export const frameSeconds = frameSamples / sampleRate;

/** What is kept of each frame of a channel: 12 bytes for 32 ms, 1.4 MB for an hour. */
export type Channel = {
  /** How likely it is speech. */
  speech: Float32Array;
  /** Mean square of the samples, which are between -1 and 1. */
  power: Float32Array;
  /** In Hz, 0 where there is none or no speech. */
  pitch: Float32Array;
  /** How many samples are as loud as samples can be. */
  clipped: number;
};

type Heard = { staff: Channel; customer: Channel; isMono: boolean };

/** Where it is more likely speech than not. */
export const speechFrom = 0.5;

/** Listens to a recording of two channels once, from the beginning to the end. */
export async function listen(wav: WavFile, signal?: AbortSignal): Promise<Heard> {
  const vad = await createVad();
  const frames = Math.ceil((wav.seconds * sampleRate) / frameSamples);
  const [staff, customer] = [newChannel(frames), newChannel(frames)];
  // The frame before is kept: a low voice needs more than one frame to be recognised.
  const windows = [new Float32Array(2 * frameSamples), new Float32Array(2 * frameSamples)] as const;
  let isMono = true;
  let frame = 0;
  for await (const block of wav.blocks()) {
    signal?.throwIfAborted();
    for (let from = 0; from < block.length; from += 2 * frameSamples) {
      const samples = block.subarray(from, from + 2 * frameSamples);
      isMono &&= isSame(samples);
      const latest = [fill(windows[0], samples, 0), fill(windows[1], samples, 1)] as const;
      const speech = await vad.hear(latest);
      note(staff, frame, speech[0], windows[0]);
      note(customer, frame, speech[1], windows[1]);
      frame++;
    }
  }
  const isSilent = [staff, customer].every(({ power }) => power.every((value) => value === 0));
  return { staff, customer, isMono: isMono && !isSilent };
}

function newChannel(frames: number): Channel {
  const [speech, power, pitch] = [new Float32Array(frames), new Float32Array(frames), new Float32Array(frames)];
  return { speech, power, pitch, clipped: 0 };
}

function isSame(samples: Int16Array): boolean {
  for (let i = 0; i < samples.length; i += 2) if (samples[i] !== samples[i + 1]) return false;
  return true;
}

/** Moves a channel's window on by one frame, and gives that frame. */
function fill(window: Float32Array, samples: Int16Array, channel: number): Float32Array {
  window.copyWithin(0, frameSamples);
  const latest = window.subarray(frameSamples);
  for (let i = 0; i < frameSamples; i++) latest[i] = (samples[2 * i + channel] ?? 0) / 32_768;
  return latest;
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
