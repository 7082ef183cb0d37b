import { type Given, onlyGiven, textIn } from '../parts/lists/narrowing.ts';

/** The search, filter, order and page of the list, kept in its address. */
export type CustomerSearch = {
  q?: string | undefined;
  project?: string | undefined;
  order?: 'oldest' | undefined;
  page?: number | undefined;
};

export const readCustomerSearch = (given: Given): CustomerSearch =>
  onlyGiven({
    q: textIn(given, 'q'),
    project: textIn(given, 'project'),
    order: given.order === 'oldest' ? given.order : undefined,
    page: Number(given.page) > 1 ? Math.floor(Number(given.page)) : undefined,
  });

/** The same as a query of the API. */
export const customerQuery = ({ q, project, order, page }: CustomerSearch) => ({
  q,
  project_id: project,
  sort: order === 'oldest' ? ('asc' as const) : ('desc' as const),
  page: page ?? 1,
  per_page: 50,
});
