import type { IncomingMessage } from 'node:http';

/** Bytes dropped at a time: the largest chunk of a body. */
const atOnce = 64 * 1024;
/** Milliseconds before each further chunk. */
const pause = 20;

/**
 * Reads and drops the rest of a body that was already refused. Closing the connection instead would lose the answer for a
 * client that is still sending. The body is read slowly, so that large bodies cost the server little, however many are refused.
 */
export function dropBody(request: IncomingMessage): void {
  if (request.complete) return;
  let dropped = 0;
  request.on('data', (piece: Buffer) => {
    dropped += piece.length;
    if (dropped < atOnce) return;
    request.pause();
    setTimeout(() => request.resume(), pause);
  });
}
