// The process in which tasks are performed, one after the other: of the lowest priority, so that it never delays a call.
// `run-task.ts` starts it. It ends with whoever started it.
import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { inspect } from 'node:util';
import { perform, type Task } from './task.ts';

/** What the worker says to whoever started it. */
export type Message =
  | { kind: 'told' | 'noted'; sentence: string }
  | { kind: 'done'; result: unknown }
  | { kind: 'broken'; error: string };

/**
 * One of low priority still keeps others waiting for milliseconds at a time. Linux can have a process run only when nobody
 * else wants to; util-linux has the command. Where there is none, or it may not, low priority has to do.
 */
function yieldToEverything(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', `${process.pid}`]);
}

yieldToEverything();
process.once('disconnect', () => process.exit());
process.on('message', async (task: Task) => {
  const send = (message: Message) => process.send?.(message);
  try {
    const tell = (sentence: string) => void send({ kind: 'told', sentence });
    const note = (sentence: string) => void send({ kind: 'noted', sentence });
    send({ kind: 'done', result: await perform(task, { now: () => new Date(), tell, note }) });
  } catch (error) {
    send({ kind: 'broken', error: inspect(error) });
  }
});
