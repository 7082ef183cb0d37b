import { type Given, idIn, onlyGiven, pageIn, textIn, wordIn } from '../parts/lists/address.ts';

export const outcomes = ['succeeded', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** The filters of the log, kept in its address, so that a key can link to its requests. */
export type RequestSearch = {
  key?: string | undefined;
  outcome?: Outcome | undefined;
  operation?: string | undefined;
  request?: string | undefined;
  page?: number | undefined;
};

export const readRequestSearch = (given: Given): RequestSearch =>
  onlyGiven({
    key: idIn(given, 'key'),
    outcome: wordIn(given, 'outcome', outcomes),
    operation: textIn(given, 'operation'),
    request: textIn(given, 'request'),
    page: pageIn(given),
  });

/** The same as a query of the API. */
export const requestQuery = ({ key, outcome, operation, request, page }: RequestSearch) => ({
  key_id: key,
  outcome,
  operation: operation?.trim(),
  request_id: request?.trim(),
  page: page ?? 1,
  per_page: 50,
});
