import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, isProblem } from './problem.ts';
import { changeSession, sessionKey } from './session.ts';

/** A session that has ended is noticed by whatever is asked next; the shell then shows the log-in page. */
const onError = (error: unknown) => {
  if (isProblem(error, 'not_signed_in')) changeSession(queryClient, null);
  if (isProblem(error, 'password_change_required'))
    // Not `void`: an exception that is not needed is an error, so this one shows that the rule works in the console.
    // oxlint-disable-next-line typescript/no-floating-promises
    queryClient.invalidateQueries({ queryKey: sessionKey });
};

const isPassing = (error: Error | null) => error instanceof ApiProblem && [0, 502, 503].includes(error.status);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // What was refused stays refused; only what did not arrive is worth another try.
      retry: (failures, error) => failures < 2 && isPassing(error),
      // A page that could not be read comes back by itself when the server does.
      refetchInterval: ({ state }) => isPassing(state.error) && 5_000,
    },
  },
});
