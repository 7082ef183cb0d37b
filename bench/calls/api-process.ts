import { join } from 'node:path';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import type { ApiTask } from './api-server.ts';
import type { CallsDatabase } from './calls-database.ts';

/** The default setting. */
const poolSize = 16;

export type StartApi = (database: CallsDatabase, simulatorSpeed: number) => Promise<ServerProcess>;

/** Starts nodes that keep their files in this folder. */
export const apiIn =
  (folder: string): StartApi =>
  ({ url, tenantId }, simulatorSpeed) => {
    const task: ApiTask = { databaseUrl: url, tenantId, poolSize, dataDir: join(folder, 'node'), simulatorSpeed };
    return startServerProcess('./calls/api-server.ts', task);
  };
