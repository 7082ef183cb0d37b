import { fork } from 'node:child_process';
import type { Results, Task } from './task.ts';
import type { Message } from './worker.ts';

const worker = new URL('worker.ts', import.meta.url);

export type TaskSurroundings = { tell: (sentence: string) => void; signal?: AbortSignal };

/** Performs a task in a process of its own. Aborting ends that process at once. */
export function runTask<K extends Task['kind']>(
  task: Task & { kind: K },
  { tell, signal }: TaskSurroundings,
): Promise<Results[K]> {
  const { promise, resolve, reject } = Promise.withResolvers<Results[K]>();
  const child = fork(worker, {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    killSignal: 'SIGKILL',
    signal,
  });
  child.on('message', (message: Message) => {
    if (message.kind === 'told') tell(message.sentence);
    else if (message.kind === 'done') resolve(message.result as Results[K]);
    else reject(new Error(`The work on a call broke off: ${message.error}`));
  });
  child.on('error', reject);
  child.on('exit', (code, by) =>
    reject(new Error(`The work on a call broke off: its process ended with ${by ?? code}.`)),
  );
  child.send(task);
  return promise;
}
