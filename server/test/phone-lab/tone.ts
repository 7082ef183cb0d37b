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
function encodeMuLaw(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), 32_635) + 0x84;
  const exponent = 24 - Math.clz32(magnitude);
  const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** How strong a tone is in one channel of a WAV file of two, in decibels below a full one (Goertzel's algorithm). */
export function strengthOf(hertz: number, wav: Buffer, channel: 'left' | 'right'): number {
  const coefficient = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  const frames = Math.floor((wav.length - 44) / 4);
  let [before, beforeThat] = [0, 0];
  for (let i = 0; i < frames; i++) {
    const sample = wav.readInt16LE(44 + 4 * i + (channel === 'left' ? 0 : 2)) / 32_768;
    [before, beforeThat] = [sample + coefficient * before - beforeThat, before];
  }
  const power = before ** 2 + beforeThat ** 2 - coefficient * before * beforeThat;
  return 10 * Math.log10(Math.max(power, 1e-12) / (frames / 2) ** 2);
}
