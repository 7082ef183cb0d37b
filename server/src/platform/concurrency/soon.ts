/** A value that is often there already: a promise would cost every request a turn of the event loop. */
export type Soon<T> = T | Promise<T>;

/** Continues at once if the value is there, and later if it is a promise. */
export function after<T, U>(value: Soon<T>, step: (value: T) => Soon<U>): Soon<U> {
  return value instanceof Promise ? value.then(step) : step(value);
}
