// Tones, to hear who is on which channel.

const sampleRate = 8_000;

/** A second of a tone in mu-law, which a whole number of waves fits into, so that it can be repeated. */
export function tone(hertz: number): Buffer {
  const samples = Array.from(
    { length: sampleRate },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * hertz * i) / sampleRate),
  );
  return Buffer.from(samples.map((sample) => encodeMuLaw(Math.round(sample))));
}

/** ITU-T G.711: a sign, three bits of exponent, four of mantissa, all inverted. */
export function encodeMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** How loud speech in mu-law is on the whole, in decibels below a full tone. */
export function loudness(speech: Buffer): number {
  const power = speech.reduce((sum, code) => sum + decodeMuLaw(code) ** 2, 0) / speech.length;
  return decibels((2 * power) / 32_768 ** 2);
}

function decodeMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

/** How strong a tone is in one channel of a WAV file of two, in decibels below a full one. */
export function strengthOf(hertz: number, wav: Buffer, channel: Channel): number {
  return decibels(amplitudeOf(hertz, samplesOf(wav, channel)) ** 2);
}

/**
 * How strong all else is than this tone, for a third of the time at least: where packets come late, a tone is torn for a moment.
 */
export function othersThan(hertz: number, wav: Buffer, channel: Channel): number {
  const samples = samplesOf(wav, channel);
  const windows = Array.from({ length: Math.floor(samples.length / window) }, (_, i) =>
    samples.slice(i * window, (i + 1) * window),
  );
  const strengths = windows.map((samples) => {
    const all = (2 * samples.reduce((sum, sample) => sum + sample ** 2, 0)) / window;
    return decibels(all - amplitudeOf(hertz, samples) ** 2);
  });
  return strengths.toSorted((a, b) => b - a)[Math.floor(strengths.length / 3)] ?? Number.NaN;
}

/** A twentieth of a second, which a whole number of waves of all our tones fits into. */
const window = 400;

/** A WAV file of one channel as one of two that are the same. */
export function stereo(wav: Buffer): Buffer {
  const samples = Array.from({ length: (wav.length - 44) >> 1 }, (_, i) => wav.subarray(44 + 2 * i, 46 + 2 * i));
  return Buffer.concat([wav.subarray(0, 44), ...samples.flatMap((sample) => [sample, sample])]);
}

type Channel = 'left' | 'right';

const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));

function samplesOf(wav: Buffer, channel: Channel): number[] {
  const frames = Math.floor((wav.length - 44) / 4);
  return Array.from({ length: frames }, (_, i) => wav.readInt16LE(44 + 4 * i + (channel === 'left' ? 0 : 2)) / 32_768);
}

/** Goertzel's algorithm. */
function amplitudeOf(hertz: number, samples: number[]): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let [before, beforeThat] = [0, 0];
  for (const sample of samples) [before, beforeThat] = [sample + coefficient * before - beforeThat, before];
  const power = before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat;
  return Math.sqrt(Math.max(power, 0)) / (samples.length / 2);
}
