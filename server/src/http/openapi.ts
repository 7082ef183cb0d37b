import type { FastifyInstance } from 'fastify';
import { basePath, openApiDocument, type Sent } from './openapi/document.ts';
import type { Described } from './operation.ts';
import { serveFixed } from './serve-fixed.ts';

/** Gathers every operation that is registered from now on. */
export function collectOperations(app: FastifyInstance): Described[] {
  const operations: Described[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Fastify answers HEAD wherever it answers GET; the document leaves that to HTTP.
    if (config?.described && method !== 'HEAD') operations.push(config.described);
  });
  return operations;
}

export function serveOpenApi(app: FastifyInstance, operations: Described[], sent: Sent[]): void {
  serveFixed(app, `${basePath}/openapi.json`, {
    type: 'application/json; charset=utf-8',
    make: () => JSON.stringify(openApiDocument(operations, sent)),
  });
}
