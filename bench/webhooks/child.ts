import { fork } from 'node:child_process';
import { once } from 'node:events';

export type BenchProcess = { pid: number; ready: unknown; ask<T>(message: object): Promise<T>; stop(): Promise<void> };

/** A child process, which first reports that it is ready, and then answers each message with one. */
export async function startChild(file: string, task: object = {}): Promise<BenchProcess> {
  // Not an argument: every user of the machine can see those, and the database URL contains a password.
  const env = { ...process.env, BENCH_TASK: JSON.stringify(task) };
  const child = fork(new URL(file, import.meta.url), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [ready] = await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    ready,
    async ask<T>(message: object) {
      const answer = once(child, 'message');
      child.send(message);
      return (await answer)[0] as T;
    },
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
