// The spectrogram that Whisper was trained with: the logarithm of the energy in 80 bands, 100 times a second, from 16 kHz.

const rate = 16_000;
const windowLength = 400;
const hop = 160;
export const bands = 80;
export const framesPerSecond = rate / hop;
const bins = windowLength / 2 + 1;

const window = Float64Array.from(
  { length: windowLength },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / windowLength),
);

/** Slaney's scale: linear up to 1 kHz, logarithmic above. */
const linearUpTo = 1_000;
const melsPerHertz = 3 / 200;
const logStep = Math.log(6.4) / 27;
const toMel = (hertz: number) =>
  hertz < linearUpTo ? hertz * melsPerHertz : linearUpTo * melsPerHertz + Math.log(hertz / linearUpTo) / logStep;
const toHertz = (mel: number) =>
  mel < linearUpTo * melsPerHertz
    ? mel / melsPerHertz
    : linearUpTo * Math.exp((mel - linearUpTo * melsPerHertz) * logStep);

type Band = { first: number; weights: Float64Array };

/** Triangles that overlap by half, of equal area. */
const filters: Band[] = Array.from({ length: bands }, (_, band) => {
  const [low, peak, high] = [0, 1, 2].map((edge) => toHertz((toMel(rate / 2) * (band + edge)) / (bands + 1))) as [
    number,
    number,
    number,
  ];
  const weightAt = (hertz: number) =>
    (Math.max(0, Math.min((hertz - low) / (peak - low), (high - hertz) / (high - peak))) * 2) / (high - low);
  const weights = Array.from({ length: bins }, (_, bin) => weightAt((bin * rate) / windowLength));
  const first = weights.findIndex((weight) => weight > 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  return first < 0
    ? { first: 0, weights: new Float64Array() }
    : { first, weights: Float64Array.from(weights.slice(first, last + 1)) };
});

/**
 * As rows of bands over that many frames. Beyond its end the speech is followed by silence, as in training; at the beginning it
 * is mirrored.
 */
export function logMel(speech: Float32Array, frames: number): Float32Array {
  const energies = new Float32Array(bands * frames);
  const power = new Float64Array(bins);
  const half = windowLength / 2;
  const piece = new Float64Array(windowLength);
  let loudest = -Infinity;
  for (let frame = 0; frame < frames; frame++) {
    const start = frame * hop - half;
    for (let i = 0; i < windowLength; i++) piece[i] = (speech[Math.abs(start + i)] ?? 0) * (window[i] ?? 0);
    if (start < speech.length) powerOf(piece, power);
    else power.fill(0);
    for (const [band, { first, weights }] of filters.entries()) {
      let sum = 0;
      for (let i = 0; i < weights.length; i++) sum += (weights[i] ?? 0) * (power[first + i] ?? 0);
      const energy = Math.log10(Math.max(sum, 1e-10));
      energies[band * frames + frame] = energy;
      loudest = Math.max(loudest, energy);
    }
  }
  return energies.map((energy) => (Math.max(energy, loudest - 8) + 4) / 4);
}

// 400 = 16 * 25: a transform of 25 for each of 16 interleaved parts, which are then combined. A plain sum of 400 for each of
// the 201 frequencies would take longer than the rest of the spectrogram.
const [outer, inner] = [16, 25];
const cosines = Float64Array.from({ length: windowLength }, (_, i) => Math.cos((2 * Math.PI * i) / windowLength));
const sines = Float64Array.from({ length: windowLength }, (_, i) => -Math.sin((2 * Math.PI * i) / windowLength));
const partsReal = new Float64Array(windowLength);
const partsImaginary = new Float64Array(windowLength);

/** The energy at each frequency. */
function powerOf(piece: Float64Array, power: Float64Array): void {
  for (let part = 0; part < outer; part++)
    for (let k = 0; k < inner; k++) {
      let [real, imaginary] = [0, 0];
      for (let i = 0; i < inner; i++) {
        const sample = piece[outer * i + part] ?? 0;
        const angle = (outer * i * k) % windowLength;
        real += sample * (cosines[angle] ?? 0);
        imaginary += sample * (sines[angle] ?? 0);
      }
      partsReal[part * inner + k] = real;
      partsImaginary[part * inner + k] = imaginary;
    }
  for (let bin = 0; bin < bins; bin++) {
    let [real, imaginary] = [0, 0];
    for (let part = 0; part < outer; part++) {
      const at = part * inner + (bin % inner);
      const angle = (part * bin) % windowLength;
      const [c, s, a, b] = [cosines[angle] ?? 0, sines[angle] ?? 0, partsReal[at] ?? 0, partsImaginary[at] ?? 0];
      real += a * c - b * s;
      imaginary += a * s + b * c;
    }
    power[bin] = real * real + imaginary * imaginary;
  }
}
