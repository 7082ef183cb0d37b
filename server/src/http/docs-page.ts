import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { serveFixed } from './answers/serve-fixed.ts';
import type { Described } from './described.ts';
import { referencePage } from './docs-page/page.ts';
import { openApiDocument } from './openapi/document.ts';

/** The page loads everything from this server and can connect to no other. */
const policy = [
  "default-src 'none'",
  ...['style-src', 'script-src', 'img-src', 'connect-src'].map((kind) => `${kind} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ');

export function docsPage(app: FastifyInstance, operations: Described[]): void {
  serveFixed(app, '/docs', {
    type: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': policy },
    make: () => referencePage(openApiDocument(operations)),
  });
  serveFixed(app, '/docs/page.css', { type: 'text/css; charset=utf-8', make: () => read('page.css') });
  serveFixed(app, '/docs/page.js', { type: 'text/javascript; charset=utf-8', make: () => read('page.js') });
  serveFixed(app, '/docs/icon.svg', { type: 'image/svg+xml', make: () => read('icon.svg') });
  app.get('/docs/', (_request, reply) => reply.redirect('/docs'));
}

const read = (name: string) => readFileSync(new URL(`./docs-page/${name}`, import.meta.url), 'utf8');
