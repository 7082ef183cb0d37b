import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../platform/log.ts';

const repository = join(import.meta.dirname, '../../../..');
/** The folder that console/build.ts writes to. */
export const consoleFolder = join(repository, 'console/dist');
/** The end of its messages has the reason of a failure. */
const keptMessages = 2_000;

/**
 * Installs the packages of the console and builds it, if it is not current, in a process of the lowest priority. Returns its end:
 * a server that stops does not wait for it, and the next start continues.
 */
export function buildConsole(log: Logger, program = join(repository, 'console/build.ts')): () => Promise<void> {
  const begin = performance.now();
  let isBuilding = false;
  let isStopping = false;
  let messages = '';
  // A group of its own, so that npm ends with it, and so that Ctrl-C reaches it only through this process.
  const child = spawn(process.execPath, [program, '--beside'], {
    cwd: repository,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(
    ([code]) => {
      if (isStopping) return;
      if (code !== 0) log('console.build_failed', { messages: messages.trim() });
      else if (isBuilding) log('console.built', { seconds: Math.ceil((performance.now() - begin) / 1_000) });
    },
    (error) => log('console.build_failed', { messages: String(error) }),
  );
  child.stdout.once('data', () => {
    isBuilding = true;
    log('console.build_started');
  });
  child.stderr.on('data', (data) => {
    messages = `${messages}${data}`.slice(-keptMessages);
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return async () => {
    isStopping = true;
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
    await ended;
  };
}
