import { availableParallelism } from 'node:os';
import type { Config } from '../config.ts';

const most = 16;

/** How many processes serve. Of each request, PostgreSQL does about as much as Node: see docs/performance.md. */
export function workerCount({ WORKERS }: Pick<Config, 'WORKERS'>, processors = availableParallelism()): number {
  if (WORKERS !== 'auto') return WORKERS;
  return Math.min(most, Math.max(1, Math.floor(processors / 2)));
}

const leastConnections = 4;
/** The embedded PostgreSQL accepts 200 connections. A worker uses some besides its pool, and so do the operator's commands. */
const mostConnections = 180;
const besidesPool = 6;

/** The part of the node's connections that one of its workers gets. */
export function poolShare(poolSize: number, workers: number): number {
  const available = Math.min(poolSize, mostConnections - workers * besidesPool);
  return Math.max(leastConnections, Math.floor(available / workers));
}
