import type { IncomingMessage } from 'node:http';

/** Bytes that are dropped at once, as much as one piece of a body has at most. */
const atOnce = 64 * 1024;
/** Milliseconds before each further piece. */
const pause = 20;

/**
 * Reads and drops the rest of a body that was refused already. The connection cannot be closed instead: a client that is still
 * sending would lose the answer. It is read slowly, so that large bodies cost the server little, however many are refused.
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
