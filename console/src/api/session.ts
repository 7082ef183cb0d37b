import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { isProblem } from './problem.ts';
import { request } from './request.ts';
import type { Role, Session, Shapes } from './types.ts';

export const sessionKey: readonly unknown[] = ['session'];

const overKey = [...sessionKey, 'over'];

/**
 * The session of this browser; null if it has none. A session that is over stays until an administrator has logged in: the
 * page, with everything typed into it, lies behind the dialog that asks for the password.
 */
export const readingSession = {
  queryKey: sessionKey,
  queryFn: async ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => {
    const session = await readSession(signal);
    const before = client.getQueryData<Session | null>(sessionKey);
    if (!session && before) {
      endSession(client);
      return before;
    }
    beginSession(client, session);
    return session;
  },
  staleTime: 60_000,
};

async function readSession(signal: AbortSignal): Promise<Session | null> {
  try {
    return (await request('GET', '/session', {}, { signal })).data;
  } catch (error) {
    if (isProblem(error, 'not_signed_in')) return null;
    throw error;
  }
}

/** The server no longer knows the session. */
export function endSession(client: QueryClient): void {
  if (client.getQueryData<Session | null>(sessionKey)) client.setQueryData(overKey, true);
  else client.setQueryData(sessionKey, null);
}

/** An administrator has logged in or, with null, out. */
export function changeSession(client: QueryClient, session: Session | null): void {
  beginSession(client, session);
  client.setQueryData(sessionKey, session);
}

/** Nothing that one person has seen stays in memory for the next one, who may belong to another tenant. */
function beginSession(client: QueryClient, session: Session | null): void {
  const wasOver = client.getQueryData(overKey) === true;
  client.setQueryData(overKey, false);
  const before = client.getQueryData<Session | null>(sessionKey)?.administrator.administrator_id;
  if (before !== undefined && before !== session?.administrator.administrator_id)
    client.removeQueries({ predicate: ({ queryKey: [kind] }) => kind !== sessionKey[0] });
  else if (wasOver) void client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== sessionKey[0] });
}

/** Whether the dialog asks for the password again. */
export const useIsSessionOver = (): boolean =>
  useQuery<boolean>({ queryKey: overKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY }).data ?? false;

export const useSessionQuery = () => useQuery({ ...readingSession, refetchOnWindowFocus: 'always' });

/**
 * From the shell to its pages, which only signed-in people see. Pages do not read the session themselves, because a page may
 * render once more between the end of the session and its removal by the shell.
 */
export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('This page is for signed-in people.');
  return session;
}

/** The console shows only the actions that the server accepts from this role. */
const permissions: Record<Role, { writes: boolean; annotates: boolean }> = {
  administrator: { writes: true, annotates: true },
  // Reads the calls of some projects.
  supervisor: { writes: false, annotates: true },
  // Reads everything.
  viewer: { writes: false, annotates: false },
};

/** The tenant's time zone, whose days the periods of the console are. */
export const useTimezone = () => useSession().tenant.timezone;

export const useRole = () => useSession().administrator.role;

export const useMayWrite = () => permissions[useRole()].writes;

/** Whether the person may write notes, tags and outcomes of calls. */
export const useMayAnnotate = () => permissions[useRole()].annotates;

/** Whether only the operator may change trunks, numbers and caller ids. */
export const useIsTelephonyByOperator = () => useSession().tenant.telephony_by === 'operator';

export function useLogIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Shapes['NewSession']) => (await request('POST', '/session', { body })).data,
    onSuccess: (session) => changeSession(client, session),
  });
}

/** A link that cannot be used is not tried again: the answer would be the same. */
export const useInvitation = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) =>
      (await request('POST', '/session/invitation/check', { body: { token } }, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

export function useAcceptInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Shapes['AcceptedInvitation']) =>
      (await request('POST', '/session/invitation', { body })).data,
    onSuccess: (session) => changeSession(client, session),
  });
}

export function useLogOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (where: 'here' | 'everywhere') =>
      where === 'here' ? request('DELETE', '/session', {}) : request('POST', '/session/log-out-everywhere', {}),
    onSuccess: () => changeSession(client, null),
  });
}

export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Shapes['NewPassword']) => request('PUT', '/session/password', { body }),
    onSuccess: () => client.invalidateQueries(),
  });
}
