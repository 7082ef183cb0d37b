import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './programs.ts';

export type LabProcess = {
  pid: number;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | string>;
  isRunning(): boolean;
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
};

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program in a folder and writes its output to the file `output` there. The program does not outlive this process. */
export function startProgram(
  { command, args }: Program,
  more: string[],
  folder: string,
  { env, uid, gid }: Pick<SpawnOptions, 'env' | 'uid' | 'gid'> = {},
): LabProcess {
  const output = openSync(join(folder, 'output'), 'a');
  const child = spawn(command, [...args, ...more], {
    ...{ cwd: folder, stdio: ['ignore', output, output], env: { ...process.env, TERM: 'dumb', ...env } },
    ...(uid !== undefined && { uid, gid }),
  });
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
