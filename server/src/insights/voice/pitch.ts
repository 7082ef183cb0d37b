import { callRate } from '../../platform/wav.ts';

// The pitch of a voice by autocorrelation. A telephone carries nothing below 300 Hz, so the fundamental itself is mostly
// missing; the period at which the overtones repeat is not.

const lowestHz = 65;
const highestHz = 400;
const shortestPeriod = Math.floor(callRate / highestHz);
const longestPeriod = Math.ceil(callRate / lowestHz);
/** How similar two periods must be. Hissing and breathing are less similar. */
const voicedFrom = 0.6;
/** Twice the period fits as well: among nearly equal fits, the shortest is the voice's period. */
const nearlyAsWell = 0.9;

/** The pitch in Hz, or 0 if there is none. */
export function pitchOf(samples: Float32Array): number {
  const energy = energyBefore(samples);
  const likeness = new Float32Array(longestPeriod + 2);
  for (let lag = shortestPeriod - 1; lag < likeness.length; lag++) likeness[lag] = correlate(samples, lag, energy);
  const best = likeness.subarray(shortestPeriod, -1).reduce((most, value) => Math.max(most, value), 0);
  if (best < voicedFrom) return 0;
  const at = (lag: number) => likeness[lag] ?? 0;
  for (let lag = shortestPeriod; lag <= longestPeriod; lag++)
    if (at(lag) >= best * nearlyAsWell && at(lag) >= at(lag - 1) && at(lag) >= at(lag + 1))
      return callRate / (lag + vertexOf(at(lag - 1), at(lag), at(lag + 1)));
  return 0;
}

/** The sum of the squares of all samples before each. */
function energyBefore(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1);
  for (let i = 0; i < samples.length; i++) sums[i + 1] = (sums[i] ?? 0) + (samples[i] ?? 0) ** 2;
  return sums;
}

function correlate(samples: Float32Array, lag: number, energy: Float64Array): number {
  const { length } = samples;
  let product = 0;
  for (let i = lag; i < length; i++) product += (samples[i - lag] ?? 0) * (samples[i] ?? 0);
  const [before, after] = [energy[length - lag] ?? 0, (energy[length] ?? 0) - (energy[lag] ?? 0)];
  return product / Math.sqrt(before * after + 1e-12);
}

/** How far the vertex of the parabola through three points is from the middle point. */
function vertexOf(left: number, middle: number, right: number): number {
  const bend = left - 2 * middle + right;
  return bend === 0 ? 0 : (left - right) / (2 * bend);
}
