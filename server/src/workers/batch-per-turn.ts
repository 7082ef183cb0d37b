/** Gathers what one turn of the event loop produces, and passes it on as one list, in order. */
export function batchPerTurn<T>(pass: (items: T[]) => void): (item: T) => void {
  let gathered: T[] = [];

  function passAll(): void {
    const items = gathered;
    gathered = [];
    pass(items);
  }

  return (item) => {
    if (gathered.push(item) === 1) setImmediate(passAll);
  };
}
