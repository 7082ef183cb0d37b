// The process that performs tasks one after the other, at the lowest priority, so that it never delays a call. `run-task.ts`
// starts it, and it ends with its parent.
import { spawnSync } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { inspect } from 'node:util';
import type { Log, LogFields } from '../../platform/log.ts';
import type { LogEvent } from '../../platform/log-events.ts';
import { type InsightTask, perform } from './task.ts';

/** The messages from the worker to its parent. */
export type Message =
  | { kind: 'reported'; sentence: string }
  | { kind: 'noted'; event: LogEvent; fields: LogFields | undefined }
  | { kind: 'done'; result: unknown }
  | { kind: 'broken'; error: string };

/**
 * A process of low priority still delays others for milliseconds at a time. Linux can run a process only when no other one
 * wants the processor; util-linux has the command for it. If it is missing or not permitted, low priority has to do.
 */
function yieldToEverything(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  spawnSync('chrt', ['--all-tasks', '--idle', '--pid', '0', `${process.pid}`]);
}

yieldToEverything();
process.once('disconnect', () => process.exit());
process.on('message', async (task: InsightTask) => {
  const send = (message: Message) => process.send?.(message);
  try {
    const report = (sentence: string) => void send({ kind: 'reported', sentence });
    const note: Log = (event, fields) => void send({ kind: 'noted', event, fields });
    send({ kind: 'done', result: await perform(task, { now: () => new Date(), report, note }) });
  } catch (error) {
    send({ kind: 'broken', error: inspect(error) });
  }
});
