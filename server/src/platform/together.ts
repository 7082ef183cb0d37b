// Work that is cheaper in company. What is asked for while a piece of work of the same kind is under way waits, and is done
// together as the next one: alone nobody waits, and under load the batches grow by themselves.

type Waiting<T, R> = { item: T; resolve: (result: R) => void; reject: (error: unknown) => void };

/** `perform` gives a result for each item, in their order. Items of different kinds never wait for each other. */
export function together<T, R>(most: number, perform: (kind: string, items: T[]) => Promise<R[]>) {
  const queues = new Map<string, Waiting<T, R>[]>();

  async function work(kind: string, queue: Waiting<T, R>[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, most);
      try {
        const results = await perform(
          kind,
          batch.map(({ item }) => item),
        );
        for (const [i, { resolve }] of batch.entries()) resolve(results[i] as R);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(kind);
  }

  return (kind: string, item: T): Promise<R> => {
    const { promise, resolve, reject } = Promise.withResolvers<R>();
    const queue = queues.get(kind);
    if (queue) queue.push({ item, resolve, reject });
    else {
      const first = [{ item, resolve, reject }];
      queues.set(kind, first);
      // Whoever asks in the same turn comes along.
      setImmediate(work, kind, first);
    }
    return promise;
  };
}
