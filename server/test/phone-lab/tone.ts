// Tones, to detect which party is on which channel.

const sampleRate = 8_000;
/** The rate in the header; 8 kHz if the header has none. */
const rateOf = (wav: Buffer) => wav.readUInt32LE(24) || sampleRate;

/** A second of a tone in mu-law. It contains a whole number of waves, so that it can be repeated. */
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

/** The overall loudness of mu-law audio, in decibels relative to a full-scale tone. */
export function loudness(speech: Buffer): number {
  const power = speech.reduce((sum, code) => sum + decodeMuLaw(code) ** 2, 0) / speech.length;
  return decibels((2 * power) / 32_768 ** 2);
}

function decodeMuLaw(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits >> 4) & 0x07)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

/** The strength of a tone in mu-law audio, in decibels relative to full scale. */
export function strengthIn(speech: Buffer, hertz: number): number {
  const samples = [...speech].map((code) => decodeMuLaw(code) / 32_768);
  return decibels(amplitudeOf(hertz, samples, sampleRate) ** 2);
}

/** A part of a stereo WAV file, in seconds. */
export function partOf(wav: Buffer, from: number, to: number): Buffer {
  const byteAt = (seconds: number) => 44 + 4 * Math.round(seconds * rateOf(wav));
  return Buffer.concat([wav.subarray(0, 44), wav.subarray(byteAt(from), byteAt(to))]);
}

/**
 * The strength of a tone in one channel of a stereo WAV file, in decibels relative to full scale. It is
 * measured in tenths of a second, and three quarters of them have at most the result: a packet that came late shifts the phase of
 * all that follows, so that the two parts would cancel each other out, and sounds like every tone at the place of the shift.
 */
export function strengthOf(hertz: number, wav: Buffer, channel: Channel): number {
  const [rate, samples] = [rateOf(wav), samplesOf(wav, channel)];
  const step = Math.min(rate / 10, samples.length);
  const powers = Array.from(
    { length: Math.floor(samples.length / step) },
    (_, i) => amplitudeOf(hertz, samples.slice(i * step, (i + 1) * step), rate) ** 2,
  );
  return decibels(powers.sort((a, b) => a - b)[Math.floor(powers.length * 0.75)] ?? 0);
}

/**
 * The longest part of a WAV file in which a tone continues in one channel without a gap and without a phase jump, and its
 * length. On a busy machine packets come late, so no recording is perfect; but with regularly lost samples, or a wrong rate, no
 * part is longer than some 10 ms. The tone should not have a whole number of waves in 10 ms.
 */
export function longestTone(hertz: number, wav: Buffer, channel: Channel): { part: Buffer; seconds: number } {
  const [rate, samples] = [rateOf(wav), samplesOf(wav, channel)];
  const step = rate / 100;
  const steps = Array.from({ length: Math.floor(samples.length / step) }, (_, i) =>
    waveAt(hertz, samples, rate, i * step, step),
  );
  const loudest = Math.max(0, ...steps.map(({ amplitude }) => amplitude));
  let [start, longest, count] = [0, 0, 0];
  for (const [i, { amplitude, phase }] of steps.entries()) {
    const turned = Math.abs(Math.sin((phase - (steps[i - 1]?.phase ?? phase)) / 2));
    if (amplitude < loudest / 2) count = 0;
    else count = turned > mostTurned ? 1 : count + 1;
    if (count > longest) [start, longest] = [i + 1 - count, count];
  }
  const [from, to] = [44 + 4 * step * start, 44 + 4 * step * (start + longest)];
  return { part: Buffer.concat([wav.subarray(0, 44), wav.subarray(from, to)]), seconds: longest / 100 };
}

/** Codecs shift the phase a little. */
const mostTurned = Math.sin(0.15);

/** The strength of a tone in some samples, and its phase relative to the first sample of the file. */
function waveAt(hertz: number, samples: number[], rate: number, first: number, count: number) {
  let [sine, cosine] = [0, 0];
  for (let i = first; i < first + count; i++) {
    const angle = (2 * Math.PI * hertz * i) / rate;
    sine += (samples[i] ?? 0) * Math.sin(angle);
    cosine += (samples[i] ?? 0) * Math.cos(angle);
  }
  return { amplitude: (2 * Math.hypot(sine, cosine)) / count, phase: Math.atan2(cosine, sine) };
}

/** The level of all but this tone that is reached at least a third of the time: late packets break a tone for a moment. */
export function othersThan(hertz: number, wav: Buffer, channel: Channel): number {
  const [rate, samples] = [rateOf(wav), samplesOf(wav, channel)];
  const window = rate / 20; // It contains a whole number of waves of each of our tones.
  const windows = Array.from({ length: Math.floor(samples.length / window) }, (_, i) =>
    samples.slice(i * window, (i + 1) * window),
  );
  const strengths = windows.map((samples) => {
    const all = (2 * samples.reduce((sum, sample) => sum + sample ** 2, 0)) / window;
    return decibels(all - amplitudeOf(hertz, samples, rate) ** 2);
  });
  return strengths.toSorted((a, b) => b - a)[Math.floor(strengths.length / 3)] ?? Number.NaN;
}

/** Converts a mono WAV file into a stereo one with two equal channels. */
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
function amplitudeOf(hertz: number, samples: number[], rate: number): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let [before, beforeThat] = [0, 0];
  for (const sample of samples) [before, beforeThat] = [sample + coefficient * before - beforeThat, before];
  const power = before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat;
  return Math.sqrt(Math.max(power, 0)) / (samples.length / 2);
}
