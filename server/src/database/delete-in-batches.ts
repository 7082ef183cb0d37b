/**
 * Has `deleteSome` delete so many rows at most, again and again, until it finds fewer. One statement for all of millions would
 * run into the time limit and never delete any; many small ones hold up no other work.
 */
export async function deleteInBatches(most: number, deleteSome: (most: number) => Promise<number>): Promise<void> {
  while ((await deleteSome(most)) === most);
}
