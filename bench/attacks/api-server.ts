// The API as `npm start` serves it, with the rate limit of the task. It answers each message with the use of its event loop
// since the previous message.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readConfig } from '../../server/src/config.ts';
import { createLog } from '../../server/src/platform/log.ts';
import { startServer } from '../../server/src/server.ts';
import { readServerTask, reportReady, type ServerTask } from '../server-process.ts';

export type AttackedTask = ServerTask & { rateLimit: number };
/** In milliseconds: the longest time that the loop was blocked, and the processor time of the thread. */
export type LoopUse = { blocked: number; cpu: number };

const { databaseUrl, poolSize, rateLimit } = readServerTask() as AttackedTask;
const config = readConfig({ PORT: '0', RATE_LIMIT: `${rateLimit}`, DATABASE_POOL_SIZE: `${poolSize}` });
const server = await startServer(config, databaseUrl, createLog(config.LOG_LEVEL));
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let before = process.threadCpuUsage();
process.on('message', () => {
  const { user, system } = process.threadCpuUsage(before);
  process.send?.({ blocked: delay.max / 1e6, cpu: (user + system) / 1e3 } satisfies LoopUse);
  delay.reset();
  before = process.threadCpuUsage();
});
reportReady(server.address);
