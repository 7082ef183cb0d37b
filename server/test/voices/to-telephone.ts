// Converts a WAV file of any rate to 8 kHz, as a telephone would, and trims the silence around it.

const telephoneRate = 8_000;
/** Half of the length of the filter, in samples at the telephone's rate. */
const reach = 16;
/** Below this fraction of the loudest sample there is silence. */
const silence = 0.01;

export function toTelephone(wav: Buffer): Int16Array {
  const rate = wav.readUInt32LE(24);
  const data = wav.indexOf('data') + 8;
  const samples = new Int16Array(
    wav.buffer.slice(wav.byteOffset + data, wav.byteOffset + wav.length - (wav.length % 2)),
  );
  return trim(resample(samples, rate / telephoneRate));
}

/** A windowed sinc, cut off a little below half of the new rate. */
function resample(samples: Int16Array, ratio: number): Int16Array {
  const cutoff = 0.95 / ratio;
  return Int16Array.from({ length: Math.floor(samples.length / ratio) }, (_, i) => {
    const middle = i * ratio;
    let sum = 0;
    for (let at = Math.ceil(middle - reach * ratio); at <= middle + reach * ratio; at++) {
      const distance = at - middle;
      const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach * ratio));
      sum += (samples[at] ?? 0) * window * cutoff * sinc(cutoff * distance);
    }
    return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
  });
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

function trim(samples: Int16Array): Int16Array {
  const limit = silence * samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isLoud = (sample: number) => Math.abs(sample) > limit;
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1);
}
