import type { Logger } from '../platform/log.ts';
import { connect, type Database } from './connect.ts';
import { withReplica } from './replica.ts';

/** The connections of a server, which logs when they fail. */
export function connectServer(databaseUrl: string, poolSize: number, log: Logger, replicaUrl?: string): Database {
  const open = (url: string) =>
    connect(url, {
      poolSize,
      applicationName: 'trunkline',
      onIdleError: (error) => log('database.connection_lost', { err: error }),
      onSilence: () => log('database.silent'),
    });
  return replicaUrl ? withReplica(open(databaseUrl), open(replicaUrl), log) : open(databaseUrl);
}
