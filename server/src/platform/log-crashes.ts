import type { Logger } from './log.ts';

/** Node still reports the error on standard error and exits; a fatal line is written before that. Returns its undoing. */
export function logCrashes(log: Logger): () => void {
  const logCrash = (error: unknown) => log('process.crashed', { err: error });
  process.on('uncaughtExceptionMonitor', logCrash);
  return () => void process.off('uncaughtExceptionMonitor', logCrash);
}
