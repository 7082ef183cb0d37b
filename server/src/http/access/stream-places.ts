import type { Meter } from '../../platform/caller.ts';
import type { Soon } from '../../platform/concurrency/soon.ts';

/** Streams that one key may have open on one node. */
export const mostStreams = 10;

/** Takes a place for a stream of a key and returns the function that gives it back; undefined if all places are taken. */
export type EnterStream = (meter: Meter) => Soon<(() => void) | undefined>;

export function streamPlaces(): (meter: Meter) => (() => void) | undefined {
  const openOf = new Map<Meter, number>();
  return (meter) => {
    const open = openOf.get(meter) ?? 0;
    if (open >= mostStreams) return undefined;
    openOf.set(meter, open + 1);
    return () => {
      const remaining = (openOf.get(meter) ?? 1) - 1;
      if (remaining > 0) openOf.set(meter, remaining);
      else openOf.delete(meter);
    };
  };
}
