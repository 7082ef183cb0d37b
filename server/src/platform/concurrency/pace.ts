// Long work on the event loop is done in slices, and one slice of all such work is done at a time: whoever sends many large
// requests at once delays other requests by one slice and not by many.

/** Milliseconds of a slice: as much as a few ordinary requests take. */
const slice = 2;

const waiting: (() => void)[] = [];

function resumeNext(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Waits until everything else that is due was done, and until it is this work's turn. */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resumeNext);
  });
}

/** Tells, between two steps of one work, whether to wait before the next one. */
export function pacer(): () => Promise<void> | undefined {
  let sliceEnd = performance.now() + slice;
  return () => {
    if (performance.now() < sliceEnd) return undefined;
    return takeTurn().then(() => {
      sliceEnd = performance.now() + slice;
    });
  };
}
