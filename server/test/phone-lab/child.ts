import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './programs.ts';

export type Child = {
  pid: number;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
  isRunning(): boolean;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program in a folder, where what it prints is kept in `output`. It does not outlive us. */
export function startProgram({ command, args }: Program, more: string[], folder: string): Child {
  const output = openSync(join(folder, 'output'), 'a');
  const env = { ...process.env, TERM: 'dumb' };
  const child = spawn(command, [...args, ...more], { cwd: folder, env, stdio: ['ignore', output, output] });
  running.add(child);
  const ended = once(child, 'exit').then(([code, signal]): number | string => {
    running.delete(child);
    return code ?? signal;
  });
  return {
    pid: child.pid ?? 0,
    ended,
    isRunning: () => running.has(child),
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
