/** The peak level of many short stretches of each channel, 0 to 1, where 1 is the loudest of all channels. */
export function peaksOf(channels: Float32Array[], count: number): number[][] {
  const raw = channels.map((samples) => Array.from({ length: count }, (_, index) => loudest(samples, index, count)));
  const top = Math.max(0.02, ...raw.flat());
  return raw.map((peaks) => peaks.map((peak) => peak / top));
}

function loudest(samples: Float32Array, index: number, count: number): number {
  const from = Math.floor((index * samples.length) / count);
  const to = Math.max(from + 1, Math.floor(((index + 1) * samples.length) / count));
  let peak = 0;
  for (let at = from; at < to && at < samples.length; at++) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
  return peak;
}
