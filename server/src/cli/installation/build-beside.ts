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

const programs = { console: join(repository, 'console/build.ts'), bundle: join(repository, 'scripts/bundle.mjs') };

type Stop = () => Promise<void>;
type Reports = { begin?(): void; end(seconds: number): void; failure(messages: string): void };

/**
 * Installs the packages of the console and builds it, if it is not current; then, with the same packages, bundles the server for
 * its next start. Returns the end of this work: a server that stops does not wait for it, and the next start continues.
 */
export function buildBeside(log: Logger, { console, bundle } = programs): Stop {
  let isStopping = false;
  let current = run(console, {
    begin: () => log('console.build_started'),
    end: (seconds) => log('console.built', { seconds }),
    failure: (messages) => log('console.build_failed', { messages }),
  });
  const ended = current.ended
    .then(() => {
      if (isStopping) return;
      current = run(bundle, {
        end: (seconds) => log('bundle.made', { seconds }),
        failure: (messages) => log('bundle.failed', { messages }),
      });
      return current.ended;
    })
    // Without a file descriptor to spare, starting a program throws; the server must go on.
    .catch((error) => log('bundle.failed', { messages: String(error) }));
  return async () => {
    isStopping = true;
    current.stop();
    await ended;
  };
}

/** Runs a program at the lowest priority. It prints a line when it begins to work, and none if there is nothing to do. */
function run(program: string, reports: Reports): { ended: Promise<void>; stop(): void } {
  const begin = performance.now();
  let isWorking = false;
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
      if (code !== 0) reports.failure(messages.trim());
      else if (isWorking) reports.end(Math.ceil((performance.now() - begin) / 1_000));
    },
    (error) => reports.failure(String(error)),
  );
  child.stdout.once('data', () => {
    isWorking = true;
    reports.begin?.();
  });
  child.stderr.on('data', (data) => {
    messages = `${messages}${data}`.slice(-keptMessages);
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return {
    ended,
    stop() {
      isStopping = true;
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (child.pid !== undefined && isRunning) process.kill(-child.pid, 'SIGTERM');
    },
  };
}
