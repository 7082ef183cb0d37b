/**
 * Calls `deleteSome`, which deletes at most `most` rows, until it deletes fewer. One statement for millions of rows would
 * exceed the statement timeout and never delete any; many small ones delay no other work.
 */
export async function deleteInBatches(most: number, deleteSome: (most: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(most)) === most);
}
