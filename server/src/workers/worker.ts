import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { ToParent, ToWorker, WorkerTask } from './messages.ts';

// The program of one worker. It is a node like any other, except that it shares its machine: see `supervise-workers.ts`.
// Node ends it when the channel to its parent closes, so a parent that is killed leaves no worker behind.

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/trunkline')); // As in main.ts.

// A terminal sends Ctrl-C to all processes. The parent decides when its workers stop.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

const { promise: asked, resolve: stop } = Promise.withResolvers<void>();
process.on('SIGTERM', () => stop());
process.on('message', (message: ToWorker) => {
  if (message.kind === 'stop') stop();
  else if (message.kind === 'ping') process.send?.({ kind: 'pong' } satisfies ToParent);
  else if (message.kind === 'start') void run(message.task);
});

async function run(task: WorkerTask): Promise<void> {
  const { serveAsWorker } = await import('./serve-as-worker.ts');
  process.exit(await serveAsWorker(task, asked));
}
