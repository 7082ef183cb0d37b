import type { FastifyInstance } from 'fastify';
import { serveFixed } from './answers/serve-fixed.ts';
import type { Described } from './described.ts';
import type { Api } from './openapi/api.ts';
import { openApiDocument, type Sent } from './openapi/document.ts';

/** Collects every operation of an API that is registered from now on. */
export function collectOperations(app: FastifyInstance, { basePath }: Api): Described[] {
  const operations: Described[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    // Fastify answers HEAD for every GET; the document does not repeat that.
    const isShown = method !== 'HEAD' && url.startsWith(`${basePath}/`);
    if (config?.described && isShown) operations.push(config.described);
  });
  return operations;
}

export function serveOpenApi(app: FastifyInstance, api: Api, operations: Described[], sent: Sent[] = []): void {
  serveFixed(app, `${api.basePath}/openapi.json`, {
    type: 'application/json; charset=utf-8',
    make: () => JSON.stringify(openApiDocument(operations, sent, api)),
  });
}
