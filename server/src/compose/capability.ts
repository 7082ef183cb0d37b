import type { Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Database } from '../database/connect.ts';
import type { Secrets } from '../database/secrets-key.ts';
import type { Chore } from '../jobs/chores.ts';
import type { Logger } from '../platform/log.ts';

/** What every capability is made with. */
export type Ground = {
  config: Config;
  db: Database;
  databaseUrl: string;
  secrets: Secrets;
  /** Where capabilities put their metrics. */
  registry: Registry;
  log: Logger;
  /** Aborts when the server stops: what takes long is left to the next start, or to other nodes. */
  stopping: AbortSignal;
};

/** Something that the server can do. Each file of this folder starts one, and gives its parts beside these. */
export type Capability = {
  /** What it does again and again. */
  chores: Chore[];
  /** Writes down what is only in memory. It is called once its chores have stopped. */
  finish?(): Promise<unknown>;
  /** Frees what it holds, also after a start that failed. */
  stop?(): unknown;
};
