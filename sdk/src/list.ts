import type { Schemas } from './operation-types.ts';

export type Page<Item> = { data: Item[]; pagination: Schemas['Pagination'] };

/**
 * The items of all pages: `for await (const item of list)`. Nothing is requested before it is read, and each loop reads the list
 * anew.
 */
export type List<Item> = AsyncIterable<Item> & {
  /** The pages as the API answers them; a period of more than 31 days has pages of several ranges. */
  pages(): AsyncIterable<Page<Item>>;
  toArray(options?: { limit?: number }): Promise<Item[]>;
};

export function listOf<Item>(pages: () => AsyncIterable<Page<Item>>): List<Item> {
  async function* items() {
    for await (const { data } of pages()) yield* data;
  }
  return { pages, [Symbol.asyncIterator]: items, toArray: (options) => collect(items(), options) };
}

/** Follows the pages from the given one on. */
export async function* followPages<Item>(
  readPage: (page: number) => Promise<Page<Item>>,
  first = 1,
): AsyncGenerator<Page<Item>, void, void> {
  for (let page = first; ; page++) {
    const answer = await readPage(page);
    yield answer;
    if (page >= answer.pagination.last_page) return;
  }
}

/** Drops items that were pushed from one page to the next by newer ones. Ids of these lists sort by time. */
export async function* withoutRepetitions<Item>(
  pages: AsyncIterable<Page<Item>>,
  id: string,
): AsyncGenerator<Page<Item>, void, void> {
  let oldest: string | undefined;
  for await (const { data, pagination } of pages) {
    const idOf = (item: Item) => (item as Record<string, string>)[id] ?? '';
    const isNew = (item: Item) => oldest === undefined || idOf(item) < oldest;
    const fresh = data.filter(isNew);
    const last = fresh.at(-1);
    if (last) oldest = idOf(last);
    yield { data: fresh, pagination };
  }
}

/** The items of any iterable as an array; with a limit, the first ones. */
export async function collect<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  { limit = Number.POSITIVE_INFINITY }: { limit?: number } = {},
): Promise<Item[]> {
  const collected: Item[] = [];
  if (limit <= 0) return collected;
  for await (const item of items) {
    collected.push(item);
    if (collected.length >= limit) break;
  }
  return collected;
}

/** The items in arrays of a size, for example to write them in batches. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  size: number,
): AsyncGenerator<Item[], void, void> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
