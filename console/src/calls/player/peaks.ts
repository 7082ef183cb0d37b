/** How loud each of many short stretches of a channel is, 0 to 1, the loudest of all channels being 1. */
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
