import { open } from 'node:fs/promises';
import { devNull } from 'node:os';
import { codeOf } from './error-code.ts';
import type { Logger } from './log.ts';

const silenceMs = 60_000;

/**
 * Logs, at most once a minute, that this process has run out of file descriptors. Node does not: it silently closes connections
 * that it cannot accept (`uv__emfile_trick` of libuv).
 */
export function descriptorWatch(log: Logger): () => Promise<void> {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    try {
      await (await open(devNull)).close();
    } catch (error) {
      const code = codeOf(error);
      if (!['EMFILE', 'ENFILE'].includes(code)) throw error;
      if (performance.now() - loggedAt < silenceMs) return;
      loggedAt = performance.now();
      log('process.out_of_file_descriptors', { code });
    }
  };
}
