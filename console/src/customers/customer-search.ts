import { type Given, idIn, onlyGiven, pageIn, textIn, wordIn } from '../parts/lists/address.ts';

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
    project: idIn(given, 'project'),
    order: wordIn(given, 'order', ['oldest']),
    page: pageIn(given),
  });

/** The same as a query of the API. */
export const customerQuery = ({ q, project, order, page }: CustomerSearch) => ({
  q,
  project_id: project,
  sort: order === 'oldest' ? ('asc' as const) : ('desc' as const),
  page: page ?? 1,
  per_page: 50,
});
