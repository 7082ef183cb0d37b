import { flushCompileCache } from 'node:module';
import { codeOf, messageOf } from '../platform/error-code.ts';
import { createLog, standardOutput } from '../platform/log.ts';
import { logCrashes } from '../platform/log-crashes.ts';
import { startServer } from '../server.ts';
import type { ToWorker, WorkerTask } from './messages.ts';
import { linkToParent, send } from './parent-link.ts';

/** Serves until `asked` resolves, and then finishes its requests. Returns the exit code. */
export async function serveAsWorker(task: WorkerTask, asked: Promise<void>): Promise<number> {
  const { config, databaseUrl, logFormat, consoleFolder } = task;
  const log = createLog(config.LOG_LEVEL, standardOutput(), logFormat, { worker: task.number });
  logCrashes(log);
  const { parent, receive } = linkToParent(task);
  process.on('message', (message: ToWorker) => receive(message));
  try {
    const server = await startServer(config, databaseUrl, log, { consoleFolder, parent });
    send({ kind: 'ready', address: server.address });
    flushCompileCache();
    await asked;
    await server.stop();
    return 0;
  } catch (error) {
    log('worker.failed', { err: error });
    const { syscall } = error as NodeJS.ErrnoException;
    send({ kind: 'failed', message: messageOf(error), code: codeOf(error), syscall });
    return 1;
  }
}
