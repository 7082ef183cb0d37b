/** Passes items on to a listener that is attached later, and buffers them until then. */
export function relay<T>() {
  const waiting: T[] = [];
  let handle = (item: T): void => void waiting.push(item);
  return {
    pass: (item: T) => handle(item),
    handTo(listener: (item: T) => void): void {
      handle = listener;
      for (const item of waiting.splice(0)) listener(item);
    },
  };
}
