// The process in which one task is performed: of the lowest priority, so that it never delays a call, and gone afterwards with
// all the memory that the models took. `run-task.ts` starts it. It ends with whoever started it.
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
process.once('message', async (task: Task) => {
  const send = (message: Message) => new Promise((resolve) => process.send?.(message, resolve));
  try {
    const tell = (sentence: string) => void send({ kind: 'told', sentence });
    await send({ kind: 'done', result: await perform(task, { now: () => new Date(), tell }) });
  } catch (error) {
    await send({ kind: 'broken', error: inspect(error) });
  }
  process.disconnect?.();
});
