import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { isProblem } from './problem.ts';
import { request } from './request.ts';
import type { One, Session } from './types.ts';

export const sessionKey = ['session'];

/** The session of this browser; null for somebody who is not signed in. */
export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }): Promise<Session | null> => {
      try {
        return (await request<One<Session>>('GET', '/session', { signal })).data;
      } catch (error) {
        if (isProblem(error, 'not_signed_in')) return null;
        throw error;
      }
    },
    staleTime: 60_000,
    refetchOnWindowFocus: 'always',
  });
}

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

type LogIn = { email: string; password: string; totp_code?: string };

export function useLogIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: LogIn) => (await request<One<Session>>('POST', '/session', { body })).data,
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

type NewPassword = { current_password: string; new_password: string };

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPassword) => request('PUT', '/session/password', { body }),
    onSuccess: () => client.invalidateQueries(),
  });
}
