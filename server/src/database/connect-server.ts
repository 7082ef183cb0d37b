import type { Logger } from '../platform/log.ts';
import { connect, type Database } from './connect.ts';

/** The connections of a server, which logs when they fail. */
export function connectServer(databaseUrl: string, poolSize: number, log: Logger): Database {
  return connect(databaseUrl, {
    poolSize,
    applicationName: 'trunkline',
    onIdleError: (error) => log('database.connection_lost', { err: error }),
    onSilence: () => log('database.silent'),
  });
}
