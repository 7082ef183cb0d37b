const againAfterMs = 5 * 60_000;

/**
 * Loads a thing once for each folder. A failed download may succeed later, but not every call tries again. `take` returns what
 * is loaded, if anything is, and forgets it.
 */
export function againLater<T, Rest extends unknown[]>(load: (folder: string, ...rest: Rest) => Promise<T>) {
  const loading = new Map<string, Promise<T>>();
  const loadOnce = (folder: string, ...rest: Rest): Promise<T> => {
    const known = loading.get(folder);
    if (known) return known;
    const started = load(folder, ...rest);
    loading.set(folder, started);
    started.catch(() => setTimeout(() => loading.delete(folder), againAfterMs).unref());
    return started;
  };
  const take = async (folder: string): Promise<T | undefined> => {
    const loaded = await loading.get(folder)?.catch(() => undefined);
    if (loaded !== undefined) loading.delete(folder);
    return loaded;
  };
  return Object.assign(loadOnce, { take });
}
