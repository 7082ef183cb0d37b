// The API as `npm start` serves it, with logs and limits; the rate limit is so high that it never refuses, and simulated
// calls are so slow that they cost nothing while requests are measured.
import { readConfig } from '../server/src/config.ts';
import { createLog } from '../server/src/platform/log.ts';
import { startServer } from '../server/src/server.ts';
import { readServerTask, reportReady } from './server-process.ts';

const { databaseUrl, poolSize } = readServerTask();
const config = readConfig({
  PORT: '0',
  RATE_LIMIT: '10000000',
  DATABASE_POOL_SIZE: `${poolSize}`,
  SIMULATOR_SPEED: '0.01',
});
const server = await startServer(config, databaseUrl, createLog(config.LOG_LEVEL));
reportReady(`${server.address}/api/v1`);
