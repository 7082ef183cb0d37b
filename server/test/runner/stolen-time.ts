import { readFileSync } from 'node:fs';

// Time that a virtual machine wanted its processors for, and its host gave them to others. Audio is torn then and timers are
// late, whatever the code does. Linux only; elsewhere nothing is ever stolen.

/** In clock ticks, since the machine started. */
type Ticks = { stolen: number; all: number };

const everyMs = 10_000;

/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal and guests (which are part of user). */
export function ticksIn(stat: string): Ticks {
  const [, ...fields] = (stat.split('\n')[0] ?? '').trim().split(/\s+/);
  const ticks = fields.slice(0, 8).map(Number);
  return { stolen: ticks[7] ?? 0, all: ticks.reduce((sum, value) => sum + value, 0) };
}

/** The share of the time that was stolen between two moments (ms since 1970). */
type Span = { from: number; to: number; share: number };

/** The share of the worst span during which, or within ten seconds of which, something ran. */
export function worstShare(spans: Span[], from: number, to: number): number {
  const close = spans.filter((span) => span.from <= to + everyMs && span.to >= from - everyMs);
  return Math.max(0, ...close.map(({ share }) => share));
}

/** Follows the share of the time that is stolen, in spans of ten seconds. */
export function watchStolenTime(): Disposable & { worst(from: number, to: number): number } {
  const spans: Span[] = [];
  let before = { at: Date.now(), ticks: readTicks() };
  const look = () => {
    const now = { at: Date.now(), ticks: readTicks() };
    const all = now.ticks.all - before.ticks.all;
    if (all > 0) spans.push({ from: before.at, to: now.at, share: (now.ticks.stolen - before.ticks.stolen) / all });
    before = now;
  };
  const timer = setInterval(look, everyMs);
  return { worst: (from, to) => worstShare(spans, from, to), [Symbol.dispose]: () => clearInterval(timer) };
}

function readTicks(): Ticks {
  return process.platform === 'linux' ? ticksIn(readFileSync('/proc/stat', 'utf8')) : { stolen: 0, all: 0 };
}
