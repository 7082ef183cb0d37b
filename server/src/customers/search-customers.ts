import type { Database } from '../database/connect.ts';
import type { Row } from '../database/sql.ts';
import type { ProjectId, TenantId } from '../platform/ids.ts';
import type { FilterValues, ListedRow, Walk } from './queries.ts';
import { listFound, searchFirst } from './search-queries.ts';

// Finding and counting all customers that match takes as long as there are many of them. A node therefore remembers, for
// searches with many matches, how many customers of each block of ids match. The statement that reads a page takes these counts,
// uses those of blocks that have not changed since, and counts the others again: total and page are exact in its snapshot. The
// total is a sum, and a page lies in few blocks, whose customers are compared one by one.

type Counts = {
  blocks: number[];
  stamps: number[];
  counts: number[];
  /** The number of customers searched. */
  customers: number;
};

/** Searches with fewer matches are fast enough by the index. */
const usualMany = 4_096;
/** How long it takes to compare a customer, in units of finding a match by the index. */
const usualCost = 1;
/** More changed blocks than this are counted by the index. */
const mostChanged = 8;
/** Counts of blocks that a node remembers, of all searches together: a few megabytes. */
const usualMostBlocks = 200_000;

/** The searches with many matches of which a node remembers the counts; those that were not used for longest are forgotten. */
export function searchMemory({ many = usualMany, cost = usualCost, mostBlocks = usualMostBlocks } = {}) {
  const kept = new Map<string, Counts>();
  let size = 0;
  const forget = (key: string) => {
    size -= sizeOf(kept.get(key));
    kept.delete(key);
  };
  return {
    many,
    cost,
    forget,
    get: (key: string) => kept.get(key),
    set(key: string, counts: Counts) {
      forget(key);
      kept.set(key, counts);
      size += sizeOf(counts);
      for (const oldest of kept.keys()) {
        if (size <= mostBlocks) return;
        forget(oldest);
      }
    },
  };
}
export type SearchMemory = ReturnType<typeof searchMemory>;

const sizeOf = (counts: Counts | undefined) => (counts ? 8 + counts.blocks.length : 0);

/** Whether the filters are a text and at most one project: the counts are of these. */
export function isSearch({ q, project_id: _, grams, long_text_grams, ...others }: Partial<FilterValues>): boolean {
  return q !== undefined && Object.values(others).every((value) => value === undefined);
}

type Search = Omit<FilterValues, 'project_id' | 'project_ids'> & {
  tenant_id: TenantId;
  project_id: ProjectId | undefined;
  offset: number;
  limit: number;
  committed_up_to: number;
};

/** A page of a search. `list` finds it by the index, whatever the node remembers. */
export async function searchCustomers(
  db: Database,
  memory: SearchMemory,
  walk: Walk,
  search: Search,
  list: () => Promise<ListedRow>,
): Promise<ListedRow> {
  const key = JSON.stringify([search.tenant_id, search.project_id, search.q]);
  let known = memory.get(key);
  if (!known) {
    // A list up to a bound comes after one without, which has counted if there are many matches.
    if (walk === 'settled') return list();
    const page = await firstPage(db, walk, search, memory.many);
    known = countsIn(page);
    if (!known) return page;
  }
  if (!isNear(known, search.limit, memory.cost)) {
    const page = await list();
    const hasGrown = page.total > 2 * totalOf(known);
    if (hasGrown) memory.forget(key);
    else memory.set(key, known);
    return page;
  }
  const { total, ...page } = await knownPage(db, walk, search, known);
  if (total === null) {
    memory.forget(key);
    return list();
  }
  memory.set(key, merged(known, page));
  return { ...page, total };
}

/** Statements of all projects ignore the project. */
const ofProject = ({ project_id }: Search) => ({ project_id: project_id as ProjectId });
const isOneProject = ({ project_id }: Search) => project_id !== undefined;

function firstPage(db: Database, walk: Walk, search: Search, many: number) {
  return searchFirst(walk, isOneProject(search)).one(db, { ...search, ...ofProject(search), many });
}

function countsIn(page: Awaited<ReturnType<typeof firstPage>>): Counts | undefined {
  const { blocks, stamps, counts, customers } = page;
  return blocks && stamps && counts ? { blocks, stamps, counts, customers: customers ?? 0 } : undefined;
}

function knownPage(db: Database, walk: Walk, search: Search, known: Counts) {
  const parameters = { ...search, ...ofProject(search), ...known, most_changed: mostChanged };
  return listFound(walk, isOneProject(search)).one(db, parameters);
}

const totalOf = ({ counts }: Counts) => counts.reduce((sum, n) => sum + n, 0);

/** Whether a page lies in so few blocks that comparing all their customers is faster than finding all matches by the index. */
function isNear(known: Counts, limit: number, cost: number): boolean {
  const total = totalOf(known);
  const blocks = Math.max(1, known.blocks.length);
  const blocksOfPage = 1 + (limit * blocks) / Math.max(1, total);
  return blocksOfPage * (known.customers / blocks) * cost <= total;
}

type Changed = Pick<Row<ReturnType<typeof listFound>['gives']>, 'changed_blocks' | 'changed_stamps' | 'changed_counts'>;

function merged(known: Counts, changed: Changed): Counts {
  if (changed.changed_blocks.length === 0) return known;
  const { blocks, stamps, counts, customers } = known;
  const isChanged = new Set(changed.changed_blocks);
  const kept = blocks.flatMap((block, i) => (isChanged.has(block) ? [] : [i]));
  const from = (values: number[]) => kept.map((i) => values[i] ?? 0);
  return {
    blocks: [...from(blocks), ...changed.changed_blocks],
    stamps: [...from(stamps), ...changed.changed_stamps],
    counts: [...from(counts), ...changed.changed_counts],
    customers,
  };
}
