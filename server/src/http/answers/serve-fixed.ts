import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

type Fixed = {
  type: string;
  headers?: Record<string, string>;
  /** Called once, at the first request, so that the start does not wait for documents that may never be read. */
  make: () => string;
};

/** Serves content that stays the same while the process runs; a client that has it already gets 304. */
export function serveFixed(app: FastifyInstance, url: string, { type, headers, make }: Fixed): void {
  let made: { content: string; etag: string } | undefined;
  app.get(url, async (request, reply) => {
    made ??= withEtag(make());
    reply.headers({ ...headers, etag: made.etag, 'cache-control': 'no-cache' });
    const held = request.headers['if-none-match'] ?? '';
    return held.includes(made.etag) ? reply.code(304).send() : reply.type(type).send(made.content);
  });
}

const withEtag = (content: string) => ({
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});
