const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A terminal sends Ctrl-C to npm and to this process, and npm forwards it: a second signal this soon is the same Ctrl-C. */
const echoMs = 500;

/** The signal aborts at the first request to stop. A second request ends the process, whatever it is doing. */
export type Interruption = Disposable & { signal: AbortSignal };

export function watchInterruption(): Interruption {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    firstAt ??= Date.now();
    if (Date.now() - firstAt > echoMs) process.exit(130);
    stopping.abort(signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: stopping.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
