// The process in which tasks are performed, one after the other: of the lowest priority, so that it never delays a call.
// `run-task.ts` starts it. It ends with whoever started it.
import { constants, setPriority } from 'node:os';
import { inspect } from 'node:util';
import { perform, type Task } from './task.ts';

/** What the worker says to whoever started it. */
export type Message =
  | { kind: 'told'; sentence: string }
  | { kind: 'done'; result: unknown }
  | { kind: 'broken'; error: string };

setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.exit());
process.on('message', async (task: Task) => {
  const send = (message: Message) => process.send?.(message);
  try {
    const tell = (sentence: string) => void send({ kind: 'told', sentence });
    send({ kind: 'done', result: await perform(task, { now: () => new Date(), tell }) });
  } catch (error) {
    send({ kind: 'broken', error: inspect(error) });
  }
});
