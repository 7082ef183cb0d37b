import { join } from 'node:path';
import { startTestApp } from '../test-app.ts';

export const consoleFolder = join(import.meta.dirname, '../../../console/dist');

/** The whole server with the console, as `npm test` has built it. */
export const startConsoleApp = (config?: Parameters<typeof startTestApp>[0]) => startTestApp(config, { consoleFolder });
