import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '../config.ts';
import { mostPipelined, pipelinedBeside } from '../database/connect.ts';

// How many processes serve, and how many connections to PostgreSQL each may open.

const mostWorkers = 16;
/** What a busy worker needs, and about as much for PostgreSQL and the page cache. */
const memoryOfWorker = 512 * 1024 * 1024;
/** A worker with fewer would let requests wait for each other. */
const leastConnections = 4;
/** The embedded PostgreSQL accepts 200. The operator's commands need some besides the server. */
const mostConnections = 180;
/** Of each worker: its heartbeat, and the notifications about keys. */
const listening = 2;
/** Of the first worker, or of the only process: the notifications about deliveries and about telephony. */
const listeningOfFirst = 2;
/** The parent exchanges the counts of rate limits, and makes the demo tenant. It has a heartbeat too. */
export const parentPoolSize = 2;
const ofParent = parentPoolSize + 1;

type Machine = { processors: number; memory: number };

/** As far as a container lets this process use it. */
function thisMachine(): Machine {
  return { processors: availableParallelism(), memory: Math.min(totalmem(), process.constrainedMemory() || Infinity) };
}

/**
 * `auto` is half of the processors, because of each request PostgreSQL does about as much as Node (docs/performance.md). On a
 * PostgreSQL of the operator, which accepts so many connections, each worker needs its share of the pool, and all of them
 * together leave half of the connections to others.
 */
export function workerCount(
  { WORKERS, DATABASE_POOL_SIZE }: Pick<Config, 'WORKERS' | 'DATABASE_POOL_SIZE'>,
  acceptedConnections: number | undefined,
  { processors, memory }: Machine = thisMachine(),
): number {
  if (WORKERS !== 'auto') return WORKERS;
  const fits = (count: number) =>
    acceptedConnections === undefined ||
    (count * leastConnections <= DATABASE_POOL_SIZE &&
      connectionsOf(DATABASE_POOL_SIZE, count) <= acceptedConnections / 2);
  let count = Math.min(mostWorkers, Math.floor(processors / 2), Math.floor(memory / memoryOfWorker));
  while (count > 1 && !fits(count)) count -= 1;
  return Math.max(1, count);
}

/** The part of the node's connections that one of its workers gets. */
export function poolShare(poolSize: number, workers: number): number {
  const available = Math.min(poolSize, mostConnections - workers * (mostPipelined + listening));
  return Math.max(leastConnections, Math.floor(available / workers));
}

/** The connections of a node, at most. */
export function connectionsOf(poolSize: number, workers: number): number {
  const withPool = (size: number) => size + pipelinedBeside(size) + listening;
  if (workers === 1) return withPool(poolSize) + listeningOfFirst;
  return workers * withPool(poolShare(poolSize, workers)) + listeningOfFirst + ofParent;
}
