import { Worker } from 'node:worker_threads';
import { problem } from '../platform/problem.ts';

/** How many may wait for their turn; an hour of talk takes some 15 seconds. */
const mostWaiting = 50;

export type Mp3Encoder = ReturnType<typeof mp3Encoder>;

/**
 * Makes MP3 files one after the other, in a thread of their own, so that no request waits for the arithmetic of another.
 * What has to be fetched beforehand is fetched in its turn too, so that those who wait take no room.
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
