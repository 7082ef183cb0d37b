import { codeOf } from '../../src/platform/error-code.ts';

/** Returns whether the process exists. 0 only asks. */
export function signalProcess(pid: number, signal: 'SIGKILL' | 'SIGQUIT' | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
    return false;
  }
}
