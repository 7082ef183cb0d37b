import { setTimeout as pause } from 'node:timers/promises';

// Load as many independent clients make it: requests begin at a constant rate, whether or not earlier ones were answered, and
// each latency counts from the intended time. A slow server cannot slow its load down.

export type Figures = { rate: number; achieved: number; p50: number; p99: number; errors: number };

/** More at once would measure the memory of this process. */
const mostAtOnce = 2_000;
/** Seconds that the last answers may take. */
const patience = 10;

/** `send` returns whether the answer was the expected one. */
export async function atConstantRate(
  rate: number,
  seconds: number,
  send: (serial: number) => Promise<boolean>,
): Promise<Figures> {
  const latencies: number[] = [];
  let errors = 0;
  let open = 0;
  const start = performance.now();
  const total = Math.round(rate * seconds);
  const begin = async (serial: number) => {
    const intended = start + (serial * 1_000) / rate;
    open += 1;
    const isExpected = await send(serial);
    open -= 1;
    if (isExpected) latencies.push(performance.now() - intended);
    else errors += 1;
  };
  for (let serial = 0; serial < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - start) * rate) / 1_000) + 1);
    for (; serial < due; serial++) {
      if (open < mostAtOnce) void begin(serial);
      else errors += 1;
    }
    await pause(1);
  }
  const end = performance.now() + patience * 1_000;
  while (open > 0 && performance.now() < end) await pause(5);
  const took = (performance.now() - start) / 1_000;
  latencies.sort((a, b) => a - b);
  const at = (part: number) => latencies[Math.min(latencies.length - 1, Math.floor(part * latencies.length))] ?? 0;
  return {
    rate,
    achieved: latencies.length / Math.max(took, seconds),
    p50: at(0.5),
    p99: at(0.99),
    errors: errors + open,
  };
}
