import { keepPreviousData, type UseQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useShowProblem } from '../parts/show-problem.tsx';
import { useMode } from './mode.tsx';
import { ApiProblem } from './problem.ts';
import { readingOf, readingOfAll } from './readings.ts';
import { type Query, request } from './request.ts';
import type { One, Page } from './types.ts';

type Options<T> = Pick<UseQueryOptions<T, Error, T>, 'enabled' | 'refetchInterval' | 'staleTime'>;

/** Reads a path, and reads it again when `useWrite` says that its answer has changed. */
function useRead<T>(path: string, query: Query = {}, options: Options<T> = {}) {
  const { mode } = useMode();
  return useQuery({ ...readingOf<T>(mode, path, query), ...options });
}

export const useOne = <T>(path: string, query?: Query, options?: Options<One<T>>) =>
  useRead<One<T>>(path, query, options);

/** A page of a list; while another one is on its way the one before it stays. */
export function usePage<T>(path: string, query: Query = {}, options: Options<Page<T>> = {}) {
  const { mode } = useMode();
  return useQuery({ ...readingOf<Page<T>>(mode, path, query), placeholderData: keepPreviousData, ...options });
}

/** A page of a list that is not long, with a way to the others. */
export function usePages<T>(path: string, options?: Options<Page<T>>) {
  const [page, onPage] = useState(1);
  const list = usePage<T>(path, { page, per_page: 50 }, options);
  const last = list.data?.pagination.last_page ?? page;
  // What was removed may have been all that the last page had.
  if (page > last) onPage(last);
  return { list, onPage };
}

/** All of a list that is short in every tenant, such as its staff. */
export function useAll<T>(path: string, query: Query = {}, options: Options<T[]> = {}) {
  const { mode } = useMode();
  return useQuery({ ...readingOfAll<T>(mode, path, query), placeholderData: keepPreviousData, ...options });
}

export type Send = <Answer>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Answer>;

type WriteOptions<Input, Answer> = {
  /** Beginnings of the paths whose answers are different now. */
  changes: string[];
  /** Waited for: a page that leaves what is gone does so before anything is read again. */
  onDone?: (answer: Answer, input: Input) => void | Promise<void>;
  /** `form` shows the faults of its fields itself; everything else is told at the edge of the window. */
  shown?: 'aside' | 'form';
};

/** Of a double click one request is sent: the button is drawn as busy too late for the second click. */
export function useWrite<Input, Answer = unknown>(
  perform: (send: Send, input: Input) => Promise<Answer>,
  { changes, onDone, shown = 'aside' }: WriteOptions<Input, Answer>,
) {
  const { mode } = useMode();
  const client = useQueryClient();
  const showProblem = useShowProblem();
  const send: Send = (method, path, body) => request(method, path, { body, mode });
  const underWay = useRef(new Set<string>());
  const { mutate, ...mutation } = useMutation({
    mutationFn: (input: Input) => perform(send, input),
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input);
      await client.invalidateQueries({ predicate: ({ queryKey }) => isOneOf(queryKey, changes) });
    },
    onError: (error) => {
      if (shown !== 'form' || !isOfFields(error)) showProblem(error);
    },
    onSettled: (_answer, _error, input) => underWay.current.delete(JSON.stringify([input])),
  });
  const mutateOnce = useCallback(
    (input: Input) => {
      const key = JSON.stringify([input]);
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      mutate(input);
    },
    [mutate],
  );
  return { ...mutation, mutate: mutateOnce };
}

/** Other refusals have details too, as that of a licence that is missing, and no field that could show them. */
const isOfFields = (error: Error) =>
  error instanceof ApiProblem && (error.status === 409 || error.status === 422) && error.details.length > 0;

function isOneOf([kind, , path]: readonly unknown[], beginnings: string[]): boolean {
  return kind === 'api' && beginnings.some((beginning) => String(path).startsWith(beginning));
}
