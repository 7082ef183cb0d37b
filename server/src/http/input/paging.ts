import { Type } from '../../platform/schema-type.ts';

export const pagingParameters = {
  page: Type.Integer({
    title: 'Page',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 1,
    description: 'Page number, starting at 1. A page past the end has an empty `data` array.',
  }),
  per_page: Type.Integer({
    title: 'PerPage',
    minimum: 1,
    maximum: 200,
    default: 50,
    description: 'Maximum number of items per page.',
  }),
  sort: (fallback: 'asc' | 'desc') =>
    Type.Unsafe<'asc' | 'desc'>({
      type: 'string',
      enum: ['asc', 'desc'],
      default: fallback,
      description: 'Sort direction: `asc` lists the oldest items first, `desc` the newest.',
    }),
};

export type Page = { page: number; per_page: number };

/** The number of rows before a page. There are no rows beyond the largest safe integer, so it is the upper bound. */
export const offsetOf = ({ page, per_page }: Page) => Math.min((page - 1) * per_page, Number.MAX_SAFE_INTEGER);

export function pagination({ page, per_page }: Page, total: number) {
  return { current_page: page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) };
}

/** One page of a list that is short in every tenant, such as its staff: the list is read whole and cut here. */
export function pageOf<T>(rows: T[], page: Page) {
  const offset = offsetOf(page);
  return { items: rows.slice(offset, offset + page.per_page), pagination: pagination(page, rows.length) };
}
