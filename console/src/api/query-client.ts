import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { connectionNow, onConnectionChange } from './connection.ts';
import { ApiProblem, isProblem } from './problem.ts';
import { endSession, sessionKey } from './session.ts';

/** The next request after the end of a session notices it; the shell then asks for the password. */
const onError = (error: unknown) => {
  if (isProblem(error, 'not_signed_in')) endSession(queryClient);
  if (isProblem(error, 'password_change_required'))
    // Without `void` on purpose: an unused exception is an error, so this one proves that the rule runs in the console.
    // oxlint-disable-next-line typescript/no-floating-promises
    queryClient.invalidateQueries({ queryKey: sessionKey });
};

const isPassing = (error: Error | null) => error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status);

// `networkMode`: by default the library holds requests while the browser says that it is offline, and sends them later, so that
// a canceled call would ring then. Instead, every request is sent at once and fails at once.
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      // A refusal stays a refusal; only a request that did not arrive is worth another try.
      retry: (failures, error) => failures < 2 && isPassing(error),
      // A page that could not be read recovers by itself when the server does.
      refetchInterval: ({ state }) => isPassing(state.error) && 5_000,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

let { returns } = connectionNow();
onConnectionChange(() => {
  const before = returns;
  returns = connectionNow().returns;
  // The data may have changed while the server could not be reached.
  if (returns !== before) void queryClient.invalidateQueries();
});
