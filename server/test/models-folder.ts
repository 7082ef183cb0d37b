import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createVad } from '../src/insights/voice/silero.ts';
import { cacheFolder } from './cache-folder.ts';

/** The models for tests of the analysis, which later runs keep. */
export const modelsFolder = join(cacheFolder, 'models');

// Here rather than by the first worker, which gets a processor only when no other test wants it.
await createVad(1, { folder: modelsFolder });

/** Gives a server these models, so that its first analysis downloads nothing. */
export function linkModels(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  symlinkSync(modelsFolder, join(dataDir, 'models'));
}
