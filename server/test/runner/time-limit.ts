// Loaded into the process of every test file (see run.ts). node:test's own limit fails a test that hangs, but leaves the
// process of that test running, and it covers neither the top level of a file, nor a handle that stays open after the
// last test, nor a loop that blocks the event loop. A thread watches for these, and kills the process.
import { tracingChannel } from 'node:diagnostics_channel';
import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/**
 * The arguments of `node --test` that limit the time of each test without its own `timeout`, and of the code of a file outside
 * its tests.
 */
export function limitTime(milliseconds: number): string[] {
  return [`--test-timeout=${milliseconds}`, `--import=${import.meta.url}`];
}

type Watch = {
  file: string | undefined;
  /** Counts signs of progress. */
  beats: Int32Array;
  milliseconds: number;
};

function startWatch(milliseconds: number): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const beat = () => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  };
  let testsRunning = 0;
  const count = (change: number) => () => {
    testsRunning += change;
    beat();
  };
  tracingChannel('node.test').subscribe({ start: count(1), end: count(-1) });
  // A running test is left to node:test, whose timers fire as long as this one does.
  setInterval(() => testsRunning > 0 && beat(), 500).unref();
  const watch: Watch = { file: process.argv[1], beats, milliseconds };
  new Worker(import.meta.filename, { workerData: { watch }, execArgv: [] }).unref();
}

function killWithoutBeats({ file, beats, milliseconds }: Watch): void {
  let seen: number;
  do seen = Atomics.load(beats, 0);
  while (Atomics.wait(beats, 0, seen, milliseconds) !== 'timed-out');
  // Not console.error, which would go through the thread that hangs.
  writeSync(2, `${file} hangs: no test began or ended for ${milliseconds / 1_000} s.\n`);
  process.kill(process.pid, 'SIGKILL');
}

const testTimeout = process.execArgv.findLast((argument) => argument.startsWith('--test-timeout='))?.split('=')[1];
if (!isMainThread && workerData?.watch) killWithoutBeats(workerData.watch);
// Half as long again, so that node:test reports a hanging test first.
else if (process.env.NODE_TEST_CONTEXT && testTimeout) startWatch(Number(testTimeout) * 1.5);
