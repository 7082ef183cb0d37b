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

/** Follows the share of the time that is stolen. `worst` is that of the worst ten seconds so far. */
export function watchStolenTime(): Disposable & { worst(): number } {
  let before = readTicks();
  let worst = 0;
  const look = () => {
    const now = readTicks();
    if (now.all > before.all) worst = Math.max(worst, (now.stolen - before.stolen) / (now.all - before.all));
    before = now;
  };
  const timer = setInterval(look, everyMs);
  return { worst: () => worst, [Symbol.dispose]: () => clearInterval(timer) };
}

function readTicks(): Ticks {
  return process.platform === 'linux' ? ticksIn(readFileSync('/proc/stat', 'utf8')) : { stolen: 0, all: 0 };
}
