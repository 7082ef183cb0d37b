import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connectionNow, onConnectionChange } from './connection.ts';
import { ApiProblem, isProblem } from './problem.ts';
import { endSession, sessionKey } from './session.ts';

/** A session that has ended is noticed by whatever is asked next; the shell then asks for the password. */
const onError = (error: unknown) => {
  if (isProblem(error, 'not_signed_in')) endSession(queryClient);
  if (isProblem(error, 'password_change_required'))
    // Not `void`: an exception that is not needed is an error, so this one shows that the rule works in the console.
    // oxlint-disable-next-line typescript/no-floating-promises
    queryClient.invalidateQueries({ queryKey: sessionKey });
};

const isPassing = (error: Error | null) => error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status);

// `networkMode`: the library would keep what is asked while the browser calls itself offline, and send it later: a call that
// was canceled would ring then. Everything is tried at once instead, and fails at once.
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      // What was refused stays refused; only what did not arrive is worth another try.
      retry: (failures, error) => failures < 2 && isPassing(error),
      // A page that could not be read comes back by itself when the server does.
      refetchInterval: ({ state }) => isPassing(state.error) && 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

let { returns } = connectionNow();
onConnectionChange(() => {
  const before = returns;
  returns = connectionNow().returns;
  // What is shown may have changed while nothing could be read.
  if (returns !== before) void queryClient.invalidateQueries();
});
