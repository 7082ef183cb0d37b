import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where tests keep what they fetch, for the next time. */
export const cacheFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'trunkline');
