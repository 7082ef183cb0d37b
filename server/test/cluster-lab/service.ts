import type { LabProcess } from '../phone-lab/lab-process.ts';

/** A program of a machine, which can be killed and started again. */
export type Service = {
  start(): void;
  kill(): Promise<void>;
  /** Asks it to stop, as an upgrade does, and waits for the end. */
  stop(): Promise<void>;
};

export function serviceOf(launch: () => LabProcess): Service {
  let program: LabProcess | undefined;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (program?.isRunning()) await program.end(signal);
  };
  return {
    start() {
      program = launch();
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}
