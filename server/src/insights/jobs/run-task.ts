import { type ChildProcess, fork } from 'node:child_process';
import type { Surroundings } from '../insight.ts';
import type { InsightTask, Results } from './task.ts';
import type { Message } from './worker.ts';

const worker = new URL('worker.ts', import.meta.url);
/** Starting a process and loading a model takes longer than analyzing a short call. */
const restMs = 30_000;

export type TaskSurroundings = Pick<Surroundings, 'report' | 'note'> & { signal?: AbortSignal };

export type TaskRunner = ReturnType<typeof taskRunner>;

/**
 * Performs tasks in a child process, one at a time. The process stays for a while for the next task, and is killed at once if a
 * task breaks or is aborted.
 */
export function taskRunner(rest = restMs) {
  let child: ChildProcess | undefined;
  let resting: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(resting);
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    stop,

    async run<K extends InsightTask['kind']>(
      task: InsightTask & { kind: K },
      surroundings: TaskSurroundings,
    ): Promise<Results[K]> {
      surroundings.signal?.throwIfAborted();
      clearTimeout(resting);
      if (!child?.connected) child = startWorker();
      try {
        return (await perform(child, task, surroundings)) as Results[K];
      } catch (error) {
        stop();
        throw error;
      } finally {
        resting = setTimeout(stop, rest).unref();
      }
    },
  };
}

/**
 * `node --watch` sets this for the program it starts, and a Node process that inherits it reports each module it loads over
 * its IPC channel, which here is the channel of the results.
 */
const watchVariable = 'WATCH_REPORT_DEPENDENCIES';

function startWorker(): ChildProcess {
  const { [watchVariable]: _, ...env } = process.env;
  return fork(worker, { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
}

async function perform(
  child: ChildProcess,
  task: InsightTask,
  { report, note, signal }: TaskSurroundings,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const broken = (why: unknown) => reject(new Error(`The work on a call broke off: ${why}`));
  const receive = (message: Message) => {
    if (message.kind === 'reported') report(message.sentence);
    else if (message.kind === 'noted') note?.(message.event, message.fields);
    else if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'broken') broken(message.error);
    // Other messages do not come from the worker: Node itself may use the channel.
  };
  const onExit = (code: number | null, by: string | null) => broken(`its process ended with ${by ?? code}.`);
  const onAbort = () => reject(signal?.reason);
  child.on('message', receive).on('error', broken).on('exit', onExit);
  signal?.addEventListener('abort', onAbort);
  child.send(task, (error) => error && broken(error));
  try {
    return await promise;
  } finally {
    child.off('message', receive).off('error', broken).off('exit', onExit);
    signal?.removeEventListener('abort', onAbort);
  }
}
