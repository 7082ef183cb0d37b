/** Lets several wait for things to come true. Whoever changes something that they may be waiting for says so. */
export function waiting() {
  let change = Promise.withResolvers<void>();

  async function until(condition: () => unknown): Promise<void> {
    while (!condition()) await change.promise;
  }

  return {
    changed(): void {
      change.resolve();
      change = Promise.withResolvers();
    },
    until,
    /** Waits no longer than this, and says whether it came true. */
    async untilWithin(milliseconds: number, condition: () => unknown): Promise<boolean> {
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, milliseconds);
      let isOver = false;
      await Promise.race([until(() => isOver || condition()), timeout.promise]);
      isOver = true;
      clearTimeout(timer);
      return Boolean(condition());
    },
  };
}
