import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { isProblem } from './problem.ts';
import { request } from './request.ts';
import type { One, Session, Shapes } from './types.ts';

export const sessionKey: readonly unknown[] = ['session'];

/** The session of this browser; null for somebody who is not signed in. */
export const readingSession = {
  queryKey: sessionKey,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Session | null> => {
    try {
      return (await request<One<Session>>('GET', '/session', { signal })).data;
    } catch (error) {
      if (isProblem(error, 'not_signed_in')) return null;
      throw error;
    }
  },
  staleTime: 60_000,
};

export const useSessionQuery = () => useQuery({ ...readingSession, refetchOnWindowFocus: 'always' });

/** Who is signed in, for all that the shell shows. Where a session ends that is taken away as a whole, and never misses it. */
export const SessionContext = createContext<Session | undefined>(undefined);

/** For pages inside the shell, which are shown to signed-in people only. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This page is for signed-in people.');
  return session;
}

/** A viewer reads everything and changes nothing; what changes something is not offered to one. */
export const useMayWrite = () => useSession().administrator.role === 'administrator';

/** Whether the operator has kept trunks, numbers and caller ids to himself. */
export const useIsTelephonyKept = () => useSession().tenant.telephony_by === 'operator';

export function useLogIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Shapes['NewSession']) => (await request<One<Session>>('POST', '/session', { body })).data,
    onSuccess: (session) => client.setQueryData(sessionKey, session),
  });
}

export function useLogOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (where: 'here' | 'everywhere') =>
      where === 'here' ? request('DELETE', '/session') : request('POST', '/session/log-out-everywhere'),
    onSuccess: () => {
      client.setQueryData(sessionKey, null);
      // Nothing that this person has seen stays in memory for the next one.
      client.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== sessionKey[0] });
    },
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Shapes['NewPassword']) => request('PUT', '/session/password', { body }),
    onSuccess: () => client.invalidateQueries(),
  });
}
