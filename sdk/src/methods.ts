import { followPages, type List, listOf, type Page, withoutRepetitions } from './list.ts';
import type { AnyOperation, Methods } from './operations.ts';
import { isLong, type Period, rangesOf } from './periods.ts';
import type { QueryValue, RequestOptions, Transport } from './transport.ts';

type Table = { [name: string]: AnyOperation | Table };
type Query = Record<string, QueryValue>;

/** The most that a page may have: fewer requests than with the default of 50. */
const perPage = 200;

/** A method for each operation of the table. */
export function methodsOf<T extends object>(table: T, transport: Transport): Methods<T> {
  const methods = Object.entries(table as Table).map(([name, entry]) => [
    name,
    isOperation(entry) ? methodOf(entry, transport) : methodsOf(entry, transport),
  ]);
  return Object.fromEntries(methods);
}

const isOperation = (entry: AnyOperation | Table): entry is AnyOperation => typeof entry.kind === 'string';

function methodOf(operation: AnyOperation, transport: Transport) {
  const { kind, name } = operation;
  const [method = '', template = ''] = name.split(' ');
  const ids = template.match(/\{\w+\}/g) ?? [];
  return (...args: unknown[]) => {
    const path = fillIn(template, args.slice(0, ids.length));
    const [input, options] = (kind === 'plain' ? [undefined, args[ids.length]] : args.slice(ids.length)) as [
      unknown,
      RequestOptions?,
    ];
    if (kind === 'list') return list(operation, transport, { path, query: (input ?? {}) as Query, options });
    if (kind === 'body') return data(transport.json({ method, path, body: input }, options));
    const request = { method, path, query: input as Query | undefined };
    return kind === 'raw' ? answer(transport.open(request, options)) : data(transport.json(request, options));
  };
}

const data = async (body: Promise<unknown>) => ((await body) as { data: unknown }).data;

const answer = async (opened: ReturnType<Transport['open']>) => (await opened).answer;

/** An empty id, or dots that every URL parser resolves, would lead to another operation. */
function fillIn(template: string, ids: unknown[]): string {
  const next = ids.values();
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const id = String(next.next().value ?? '');
    if (id === '' || id === '.' || id === '..') throw new TypeError(`${name} must be an id, and is "${id}".`);
    return encodeURIComponent(id);
  });
}

type ListRequest = { path: string; query: Query; options: RequestOptions | undefined };

function list(
  { newestFirst }: AnyOperation,
  transport: Transport,
  { path, query, options }: ListRequest,
): List<unknown> {
  const isNewestFirst = newestFirst !== undefined && query.sort !== 'asc';
  async function* pages() {
    const periods: Partial<Period>[] = isLong(query) ? rangesOf(query as Period) : [{}];
    for (const period of isNewestFirst ? periods.reverse() : periods) {
      const readPage = (page: number) =>
        transport.json({ method: 'GET', path, query: { per_page: perPage, ...query, ...period, page } }, options);
      const all = followPages(readPage as (page: number) => Promise<Page<unknown>>, Number(query.page ?? 1));
      yield* isNewestFirst ? withoutRepetitions(all, newestFirst) : all;
    }
  }
  return listOf(pages);
}
