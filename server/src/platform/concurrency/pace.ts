// Long work on the event loop is done in slices, and only one slice of all such work runs at a time: a client that sends many
// large requests at once delays other requests by one slice and not by many.

/** Milliseconds of a slice: about as long as a few ordinary requests. */
const slice = 2;

const waiting: (() => void)[] = [];

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Waits until all other pending work is done and it is this work's turn. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/** Returns a function to call between two steps of the work; it returns a promise if the work should wait. */
export function pacer(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + slice;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return takeTurn().then(() => {
      sliceEnd = performance.now() + slice;
    });
  };
}
