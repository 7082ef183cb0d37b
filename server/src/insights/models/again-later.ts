const againAfterMs = 5 * 60_000;

/**
 * Loads a thing once for each folder. A failed download may succeed later, but not every call tries again.
 */
export function againLater<T, Rest extends unknown[]>(load: (folder: string, ...rest: Rest) => Promise<T>) {
  const loading = new Map<string, Promise<T>>();
  return (folder: string, ...rest: Rest): Promise<T> => {
    const known = loading.get(folder);
    if (known) return known;
    const started = load(folder, ...rest);
    loading.set(folder, started);
    started.catch(() => setTimeout(() => loading.delete(folder), againAfterMs).unref());
    return started;
  };
}
