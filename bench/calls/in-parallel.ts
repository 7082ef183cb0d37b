/** Runs the work for all items, so many at a time. */
export async function inParallel<T>(
  width: number,
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = Iterator.from(items);
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
    }),
  );
}
