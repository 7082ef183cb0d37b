/** Passes items on to a listener that is attached later, and buffers them until then. */
export function relay<T>() {
  const waiting: T[] = [];
  let hear = (item: T): void => void waiting.push(item);
  return {
    tell: (item: T) => hear(item),
    handTo(listener: (item: T) => void): void {
      hear = listener;
      for (const item of waiting.splice(0)) listener(item);
    },
  };
}
