/** Hands on what it is told. What comes before there is anybody to hand it to waits. */
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
