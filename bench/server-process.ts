import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TenantId } from '../server/src/platform/ids.ts';

// A measured server runs in a child process, so that it shares no event loop with the load.

export type ServerTask = { databaseUrl: string; tenantId: TenantId; poolSize: number };
export type ServerProcess = { pid: number; process: ChildProcess; address: string; stop: () => Promise<void> };

export async function startServerProcess(file: string, task: ServerTask): Promise<ServerProcess> {
  // Not an argument: every user of the machine can see those, and the database URL contains a password.
  const env = { ...process.env, BENCH_TASK: JSON.stringify(task) };
  const child = fork(new URL(file, import.meta.url), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const [address] = (await once(child, 'message')) as [string];
  return {
    pid: child.pid ?? 0,
    process: child,
    address,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

export function readServerTask(): ServerTask {
  return JSON.parse(process.env.BENCH_TASK ?? '');
}

export function reportReady(address: string): void {
  process.send?.(address);
}
