// The API as `npm start` serves it, with the Asterisk of the phone lab.
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startServer } from '../../server/src/server.ts';
import { readServerTask, reportReady, type ServerTask } from '../server-process.ts';

export type PhonesTask = ServerTask & { settings: Record<string, string> };

const { databaseUrl, settings } = readServerTask() as PhonesTask;
const config = readConfig({
  ...{ PORT: '0', RATE_LIMIT: '0', LIVE_CALL_RATE_LIMIT: '0', LOG_LEVEL: 'warn' },
  ANALYSIS_WORKERS: '0', // bench/insights measures its cost.
  ...settings,
});
const server = await startServer(config, databaseUrl, createLog(config.LOG_LEVEL));
reportReady(`${server.address}/api/v1`);
