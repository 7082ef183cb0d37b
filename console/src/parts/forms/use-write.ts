import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useMode } from '../../api/mode.ts';
import { newKey } from '../../api/new-key.ts';
import type { Answer, Asking, Path, PathWith } from '../../api/operations.ts';
import { ApiProblem, isProblem } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { useShowCanceled, useShowProblem } from '../problems/show-problem.tsx';

export type Send = <M extends 'POST' | 'PUT' | 'DELETE', P extends PathWith<M>>(
  method: M,
  path: P,
  ...asked: Asking<M, P>
) => Promise<Answer<M, P>>;

type WriteOptions<Input, Answer> = {
  /** Prefixes of the paths whose answers have changed. */
  changes: Path[];
  /** Awaited, so that a page can leave a deleted item before anything is read again. */
  onDone?: (answer: Answer, input: Input) => void | Promise<void>;
  /** Called after `changes` were read again. */
  onFresh?: (answer: Answer, input: Input) => void;
  /** `form` shows the faults of its fields itself, `window` shows every error; other errors appear at the edge of the page. */
  shown?: 'aside' | 'form' | 'window';
  /**
   * Whether the request continues when its component is left. Closing a window cancels its request; leaving a page does not.
   */
  goesOn?: boolean;
  /** Shown if the request was canceled too late to be certain that it has no effect. */
  canceledNote?: string;
};

/**
 * Sends a change. A double click sends one request: the button is drawn as busy too late for the second click. Every POST
 * carries an Idempotency-Key and keeps it until the server has answered, so a retry does nothing twice.
 */
export function useWrite<Input, Answer = unknown>(
  perform: (send: Send, input: Input) => Promise<Answer>,
  { changes, onDone, onFresh, shown = 'aside', goesOn = false, canceledNote }: WriteOptions<Input, Answer>,
) {
  const mode = useMode();
  const client = useQueryClient();
  const showProblem = useShowProblem();
  const showCanceled = useShowCanceled();
  const leaving = useRef(new AbortController());
  const keys = useRef(new Map<string, string>());
  const underWay = useRef(new Set<string>());
  const unanswered = useRef(0);
  const readAgain = () => client.invalidateQueries({ predicate: ({ queryKey }) => isOneOf(queryKey, changes) });

  const send: Send = async (method, path, ...[asked]) => {
    const { signal } = leaving.current;
    if (method !== 'POST') return request(method, path, asked, { mode, signal });
    const same = JSON.stringify([mode, path, asked]);
    const idempotencyKey = keys.current.get(same) ?? newKey();
    keys.current.set(same, idempotencyKey);
    try {
      const answer = await request(method, path, asked, { mode, signal, idempotencyKey });
      keys.current.delete(same);
      return answer;
    } catch (error) {
      if (!isOpen(error)) keys.current.delete(same);
      throw error;
    }
  };
  const { mutate, ...mutation } = useMutation({
    mutationFn: async (input: Input) => {
      unanswered.current++;
      try {
        return await perform(send, input);
      } finally {
        unanswered.current--;
      }
    },
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input);
      await readAgain();
      onFresh?.(answer, input);
    },
    onError: (error) => {
      const isSilent = isAborted(error) || isProblem(error, 'not_signed_in');
      const isShownThere = shown === 'window' || (shown === 'form' && isOfFields(error));
      if (!isSilent && !isShownThere) showProblem(error);
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

  const onLeave = useEffectEvent(() => {
    if (goesOn || unanswered.current === 0) return;
    leaving.current.abort();
    showCanceled(canceledNote);
    void readAgain();
  });
  useEffect(() => {
    leaving.current = new AbortController();
    return () => onLeave();
  }, []);
  return { ...mutation, mutate: mutateOnce };
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Whether the server may still perform, or have performed, the request. */
const isOpen = (error: unknown) =>
  isAborted(error) ||
  (error instanceof ApiProblem &&
    (error.status === 0 || error.status >= 500 || error.code === 'idempotency_in_progress'));

/** Other refusals have details too, such as a missing license, but no field to show them. */
export const isOfFields = (error: Error) =>
  error instanceof ApiProblem && (error.status === 409 || error.status === 422) && error.details.length > 0;

function isOneOf([kind, , path]: readonly unknown[], beginnings: Path[]): boolean {
  return kind === 'api' && beginnings.some((beginning) => String(path).startsWith(beginning));
}
