import { Worker } from 'node:worker_threads';
import { problem } from '../platform/problem.ts';

/** How many requests may wait; an hour of conversation takes some 15 seconds. */
const mostWaiting = 50;

export type Mp3Encoder = ReturnType<typeof mp3Encoder>;

/**
 * Makes MP3 files one after the other in a separate thread, so that encoding blocks no request. Source files are fetched only
 * when their turn comes, so that waiting requests take no disk space.
 */
export function mp3Encoder() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let current: Worker | undefined;
  let isStopped = false;

  async function run(wav: string, mp3: string): Promise<void> {
    if (isStopped) throw problem('unavailable');
    current = new Worker(new URL('./mp3-worker.ts', import.meta.url), { workerData: { wav, mp3 } });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    current.on('error', reject);
    current.on('exit', (code) => (code === 0 ? resolve() : reject(problem('unavailable'))));
    await promise;
  }

  return {
    async inTurn(work: (encode: typeof run) => Promise<void>): Promise<void> {
      if (waiting >= mostWaiting) throw problem('unavailable');
      waiting++;
      const turn = last.then(() => work(run));
      last = turn.catch(() => {}).finally(() => waiting--);
      await turn;
    },

    async stop(): Promise<void> {
      isStopped = true;
      await current?.terminate();
      await last;
    },
  };
}
