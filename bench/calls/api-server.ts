// The API as `npm start` serves it, with a simulator at the speed of the task.
import { join } from 'node:path';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startServer } from '../../server/src/server.ts';
import { readServerTask, reportReady, type ServerTask } from '../server-process.ts';

export type ApiTask = ServerTask & { dataDir: string; simulatorSpeed: number };

const { databaseUrl, poolSize, dataDir, simulatorSpeed } = readServerTask() as ApiTask;
const config = readConfig({
  PORT: '0',
  RATE_LIMIT: '10000000',
  DATABASE_POOL_SIZE: `${poolSize}`,
  DATA_DIR: dataDir,
  SIMULATOR_SPEED: `${simulatorSpeed}`,
  ANALYSIS_WORKERS: '0', // bench/insights measures its cost.
});
const consoleFolder = join(import.meta.dirname, '../../console/dist');
const server = await startServer(config, databaseUrl, createLog(config.LOG_LEVEL), { consoleFolder });
reportReady(`${server.address}/api/v1`);
