import { homedir } from 'node:os';
import { join } from 'node:path';

/** The folder for downloads that tests keep for the next run. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'trunkline');
