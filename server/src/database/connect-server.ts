import type { Logger } from '../platform/log.ts';
import type { Tracing } from '../platform/tracing/tracing.ts';
import { connect, type Database } from './connect.ts';
import { withReplica } from './replica.ts';

type Options = { replicaUrl?: string | undefined; tracing?: Tracing | undefined; isSharded?: boolean };

/** The connections of a server, which logs when they fail. */
export function connectServer(
  databaseUrl: string,
  poolSize: number,
  log: Logger,
  { replicaUrl, tracing, isSharded = false }: Options = {},
): Database {
  const open = (url: string) =>
    connect(url, {
      poolSize,
      tracing,
      isSharded,
      applicationName: 'trunkline',
      onIdleError: (error) => log('database.connection_lost', { err: error }),
      onSilence: () => log('database.silent'),
    });
  return replicaUrl ? withReplica(open(databaseUrl), open(replicaUrl), log) : open(databaseUrl);
}
