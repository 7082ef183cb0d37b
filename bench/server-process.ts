import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TenantId } from '../server/src/platform/ids.ts';

// A server under measurement runs in a process of its own, so that it shares no event loop with the load.

export type ServerTask = { databaseUrl: string; tenantId: TenantId; poolSize: number };
export type ServerProcess = { pid: number; process: ChildProcess; address: string; stop: () => Promise<void> };

export async function startServerProcess(file: string, task: ServerTask): Promise<ServerProcess> {
  // Not an argument: those are shown to every user of the machine, and the address of the database has a password.
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

export function tellReady(address: string): void {
  process.send?.(address);
}
