import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DestinationStream } from 'pino';
import type { Config } from '../config.ts';
import { connectServer } from '../database/connect-server.ts';
import { keySourceOf, openSecrets } from '../database/secrets-key.ts';
import type { LogFormat, Logger } from '../platform/log.ts';
import type { Server } from '../server.ts';
import type { ToParent, ToWorker } from './messages.ts';
import { sharedByWorkers } from './shared-by-workers.ts';
import { passWholeLines } from './whole-lines.ts';
import { parentPoolSize, poolShare } from './worker-count.ts';
import { workerMetrics } from './worker-metrics.ts';

// One node as several processes that serve on one port (docs/decisions/workers.md). Each worker has a lease of its own, drives
// its calls, and may be killed at any moment. The parent serves no request. It accepts connections and hands them to the workers
// in turn, keeps what they must agree on, merges their logs and metrics, and replaces workers that end or hang.
//
//   client ──► parent ──connection──► worker ──► PostgreSQL
//                ▲ └─────────────────► worker ──► PostgreSQL
//                └── counts, streams, metrics, lines of the log

/** A worker that lived for this long is replaced at once; one that ends sooner, after a delay that doubles each time. */
const soundAfterMs = 10_000;
const firstDelayMs = 100;
const longestDelayMs = 10_000;
/** Beyond DRAIN_DELAY_SECONDS and DRAIN_SECONDS: a worker that hangs must not keep the others, or the operator, waiting. */
const stopPatienceMs = 10_000;
/** A worker that leaves this many pings in a row unanswered hangs. Pings are counted, not seconds: the machine may sleep. */
const pingEveryMs = 5_000;
const mostUnanswered = 6;
/** Until it serves: a busy machine may take long to load the program. */
const mostUnansweredAtStart = 60;

export type WorkerOptions = {
  count: number;
  databaseUrl: string;
  consoleFolder: string;
  log: Logger;
  logFormat: LogFormat;
  /** Receives the lines that the workers log. */
  output: DestinationStream;
};

/** Returns when all workers serve. If a worker cannot start, all are stopped. */
export async function superviseWorkers(config: Config, options: WorkerOptions): Promise<Server> {
  const { databaseUrl, log } = options;
  await using starting = new AsyncDisposableStack();
  const { port, release } = await reservePort(config);
  starting.defer(release);
  const db = connectServer(databaseUrl, parentPoolSize, log);
  starting.defer(db.close);
  const secrets = await openSecrets(db, keySourceOf(config), log);

  const metrics = workerMetrics((id, scrape) => send(cluster.workers?.[id], { kind: 'collect', id: scrape }));
  const shared = sharedByWorkers(config, {
    ...{ db, log, metrics, workers: options.count },
    sendCounts: (id, messages) => send(cluster.workers?.[id], { kind: 'counts', messages }),
  });
  starting.defer(() => shared.stop().catch((error) => log('server.stop_incomplete', { err: error })));

  const stopping = new AbortController();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {}); // After the start, a worker that fails is replaced.

  cluster.setupPrimary({
    ...programOfWorker(),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });

  /** Starts a worker; `serves` resolves with its address. */
  function startWorker(number: number) {
    const worker = cluster.fork({ WATCH_REPORT_DEPENDENCIES: '' });
    const { promise: serves, resolve } = Promise.withResolvers<string>();
    metrics.add(worker.id);
    shared.add(worker.id);
    if (worker.process.stdout) passWholeLines(worker.process.stdout, (lines) => options.output.write(lines));
    worker.on('message', (message: ToParent) => {
      if (message.kind === 'pong') return; // See `killIfSilent`.
      if (message.kind === 'listens') release();
      else if (message.kind === 'ready') resolve(message.address);
      else if (message.kind === 'failed') fail(failureOf(message));
      else if (message.kind === 'collected') metrics.receive(worker.id, message.id, message.metrics);
      else if (message.kind === 'counts') shared.count(worker.id, message.reports);
      else if (message.kind === 'leaveStream') shared.leaveStream(worker.id, message.meter);
      else if (message.kind === 'passToOwner') {
        for (const other of workers()) if (other !== worker) send(other, message);
      } else
        void shared
          .answer(worker.id, message)
          .then((answer) => send(worker, { kind: 'answer', id: message.id, answer }));
    });
    killIfSilent(worker, serves, () => log('worker.silent', { worker: number, pid: worker.process.pid }));
    closeUntaken(worker);
    worker.on('error', () => {}); // It ended while a message was on its way to it; `exit` follows.
    // Not `once` of node:events, which fails if a message cannot be sent to the worker any more.
    const ended = new Promise<void>((resolve) => {
      worker.process.once('close', () => {
        shared.forget(worker.id);
        metrics.retire(worker.id);
        resolve();
      });
    });
    const task = {
      config: { ...config, PORT: port, DATABASE_POOL_SIZE: poolShare(config.DATABASE_POOL_SIZE, options.count) },
      ...{ databaseUrl, number, logFormat: options.logFormat, consoleFolder: options.consoleFolder },
    };
    send(worker, { kind: 'start', task });
    return { worker, serves, ended };
  }

  /** Keeps one place filled until the server stops. */
  async function keepServing(number: number, started: (address: string) => void): Promise<void> {
    let delay = firstDelayMs;
    for (let isReplacement = false; !stopping.signal.aborted; isReplacement = true) {
      const begin = performance.now();
      const { worker, serves, ended } = startWorker(number);
      const { pid } = worker.process;
      void serves.then((address) => {
        if (isReplacement) log('worker.replaced', { worker: number, pid });
        started(address);
      });
      await ended;
      if (stopping.signal.aborted) return;
      const { exitCode: code, signalCode: signal } = worker.process;
      if (code === 0) log('worker.stopped', { worker: number, pid });
      else log('worker.ended', { worker: number, pid, code, signal });
      fail(new Error(`A worker ended during the start, with ${signal ?? `code ${code}`}.`));
      delay = performance.now() - begin > soundAfterMs ? firstDelayMs : Math.min(delay * 2, longestDelayMs);
      await pause(delay, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const places = Array.from({ length: options.count }, (_, place) => {
    const { promise: serves, resolve } = Promise.withResolvers<string>();
    return { serves, kept: keepServing(place + 1, resolve) };
  });
  starting.defer(async () => {
    stopping.abort();
    for (const worker of workers()) send(worker, { kind: 'stop' });
    const patience = setTimeout(
      () => {
        for (const worker of workers()) worker.process.kill('SIGKILL');
      },
      (config.DRAIN_DELAY_SECONDS + config.DRAIN_SECONDS) * 1_000 + stopPatienceMs,
    );
    await Promise.all(places.map(({ kept }) => kept));
    clearTimeout(patience);
  });

  const [address = ''] = await Promise.race([Promise.all(places.map(({ serves }) => serves)), failed]);
  log('server.listening', { address, workers: options.count });
  const running = starting.move();
  return { db, secrets, address, stop: () => running.disposeAsync() };
}

/** A parent that was started by scripts/start.mjs starts its workers in the same way. */
function programOfWorker(): { exec: string; args: string[] } {
  const starter = join(import.meta.dirname, '../../../scripts/start.mjs');
  const isBehindStarter = realpathSync(process.argv[1] ?? '') === starter;
  return isBehindStarter
    ? { exec: starter, args: ['worker'] }
    : { exec: join(import.meta.dirname, 'worker.ts'), args: [] };
}

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? []);

function send(worker: Worker | undefined, message: ToWorker): void {
  // With a callback, a message to a worker that has just ended is no error of the process.
  if (worker?.isConnected()) worker.send(message, () => {});
}

function killIfSilent(worker: Worker, serves: Promise<unknown>, onSilence: () => void): void {
  let [unanswered, most] = [0, mostUnansweredAtStart];
  void serves.then(() => {
    most = mostUnanswered;
  });
  const pinging = setInterval(() => {
    if (unanswered++ < most) return send(worker, { kind: 'ping' });
    clearInterval(pinging);
    onSilence();
    worker.process.kill('SIGKILL');
  }, pingEveryMs);
  worker.on('message', () => {
    unanswered = 0;
  });
  worker.process.once('exit', () => clearInterval(pinging));
}

/**
 * Node forgets the connection that it was handing to a worker when that worker is killed: it stays open in the parent, and its
 * client waits for an answer. There is at most one for each worker.
 */
function closeUntaken({ process: child }: Worker): void {
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  let handed: { close(): void } | undefined;
  child.send = (...args: unknown[]) => {
    const [, handle] = args;
    if (typeof handle === 'object' && handle !== null && 'close' in handle) handed = handle as typeof handed;
    return send(...args);
  };
  child.once('exit', () => handed?.close()); // It does nothing if the worker has taken the connection.
}

/** With the code and the system call, from which the command explains why a port cannot be used. */
function failureOf({ message, code, syscall }: Extract<ToParent, { kind: 'failed' }>): Error {
  return Object.assign(new Error(message), { code, syscall });
}

/**
 * Fails as the server itself would, before any worker is started. PORT=0 takes a port for all workers and for those that replace
 * them, and keeps it from other programs until the first worker listens.
 */
async function reservePort({ HOST: host, PORT }: Config) {
  const server = createServer().listen({ host, port: PORT });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const release = () => void server.close();
  if (PORT !== 0) release(); // A client that waits for this port must be refused until a worker listens.
  return { port, release };
}
