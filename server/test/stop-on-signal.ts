/** Ctrl-C and the like stop what runs, and end this process with the code. A second one, or one while nothing runs yet, ends it at once. */
export function stopOnSignal(code: number, running: () => { stop(): Promise<void> } | undefined): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const lab = isStopping ? undefined : running();
      if (!lab) process.exit(code);
      isStopping = true;
      console.log('Stopping ...');
      lab.stop().then(
        () => process.exit(code),
        (error) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
}
