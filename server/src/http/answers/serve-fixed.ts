import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type Fixed = {
  type: string;
  headers?: Record<string, string>;
  /** Called once, when every route is registered. */
  make: () => string;
};

/** Serves what stays the same as long as the program runs: a client that has it already is told so (304). */
export function serveFixed(app: FastifyInstance, url: string, { type, headers, make }: Fixed): void {
  let content = '';
  let etag = '';
  app.addHook('onReady', async () => {
    content = make();
    etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  });

  app.get(url, async (request, reply) => {
    reply.headers({ ...headers, etag, 'cache-control': 'no-cache' });
    const held = request.headers['if-none-match'] ?? '';
    return held.includes(etag) ? reply.code(304).send() : reply.type(type).send(content);
  });
}
