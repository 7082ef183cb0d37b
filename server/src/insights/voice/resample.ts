// Converts 8 kHz to 16 kHz, which speech engines expect, and 16 kHz to 8 kHz, for the voice analysis. Both use the same
// windowed sinc.

const reach = 16;

/** The weights of the samples around the middle between two: 0.5, 1.5, 2.5, ... samples away. */
const weights = Float32Array.from({ length: reach }, (_, i) => {
  const distance = i + 0.5;
  const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / reach);
  return (window * Math.sin(Math.PI * distance)) / (Math.PI * distance);
});

/** Keeps the samples and inserts one between any two. */
export function doubleRate(samples: Float32Array): Float32Array {
  const doubled = new Float32Array(2 * samples.length);
  for (let i = 0; i < samples.length; i++) {
    doubled[2 * i] = samples[i] ?? 0;
    let between = 0;
    for (let k = 0; k < reach; k++) between += (weights[k] ?? 0) * ((samples[i - k] ?? 0) + (samples[i + 1 + k] ?? 0));
    doubled[2 * i + 1] = between;
  }
  return doubled;
}

/** How many frames `halveRate` needs before the first one and after the last. */
export const halvingMargin = 2 * reach;

/** Every second frame, without the frequencies that half the rate cannot carry. The channels are interleaved. */
export function halveRate(samples: Int16Array, channels: number): Int16Array {
  const halved = new Int16Array(samples.length / 2 - halvingMargin * channels);
  for (let i = 0; i < halved.length; i++) {
    const channel = i % channels;
    const middle = 2 * (i - channel) + channel + halvingMargin * channels;
    let sum = samples[middle] ?? 0;
    for (let k = 0; k < reach; k++) {
      const away = (2 * k + 1) * channels;
      sum += (weights[k] ?? 0) * ((samples[middle - away] ?? 0) + (samples[middle + away] ?? 0));
    }
    halved[i] = Math.max(-32_768, Math.min(32_767, Math.round(sum / 2)));
  }
  return halved;
}

/** Raises the level to the maximum, so that engines recognize a quiet party as well as a loud one. */
export function asLoudAsPossible(samples: Float32Array): Float32Array {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return loudest > 0 ? samples.map((sample) => (sample * 0.95) / loudest) : samples;
}
