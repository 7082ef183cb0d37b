import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import type { Secrets } from '../database/secrets-key.ts';
import type { Chore } from '../jobs/chores.ts';
import type { Logger } from '../platform/log.ts';
import type { Parent } from './parent.ts';

/** The dependencies of every capability. */
export type Ground = {
  config: Config;
  db: Database;
  databaseUrl: string;
  secrets: Secrets;
  /** The registry for the metrics of all capabilities. */
  registry: Registry;
  log: Logger;
  /** Undefined if this process serves alone. */
  parent: Parent | undefined;
  /** Aborts when the server stops. Long work ends early; the next start or another node continues it. */
  stopping: AbortSignal;
};

/** Whether this process does the work that a machine does once. */
export const doesSharedWork = ({ parent }: Pick<Ground, 'parent'>) => parent?.isFirstWorker ?? true;

/** One capability of the server. Each file of this folder starts one and returns its parts together with these. */
export type Capability = {
  /** Its recurring work. */
  chores: Chore[];
  /** Saves data that is only in memory. The server calls it after all chores have stopped, or when their time is over. */
  finish?(): Promise<unknown>;
  /** Releases its resources, also after a failed start. */
  stop?(): unknown;
};
