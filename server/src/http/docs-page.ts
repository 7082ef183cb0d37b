import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { present } from '../platform/present.ts';
import { serveFixed } from './answers/serve-fixed.ts';
import type { Described } from './described.ts';
import { guidePage } from './docs-page/guides/guide-page.ts';
import { docsFolder, findGuides, type Guide, guideImages, imagePath, readGuides } from './docs-page/guides/guides.ts';
import type { Verifiers } from './docs-page/reference/event.ts';
import { referencePage } from './docs-page/reference/reference-page.ts';
import { searchIndex } from './docs-page/search-index.ts';
import { openApiDocument, type Sent } from './openapi/document.ts';

/** The pages load everything from this server and can connect to no other. */
const policy = [
  "default-src 'none'",
  ...['style-src', 'script-src', 'img-src', 'connect-src'].map((kind) => `${kind} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ');

const types = {
  page: 'text/html; charset=utf-8',
  style: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  data: 'application/json; charset=utf-8',
  icon: 'image/svg+xml',
  picture: 'image/png',
};

type Parts = { operations: Described[]; sent: Sent[]; publicUrl: string };

/** The reference at /docs, with the guides beside it. */
export function docsPage(app: FastifyInstance, { operations, sent, publicUrl }: Parts): void {
  const found = findGuides();
  let parsed: Guide[] | undefined;
  const guides = () => {
    parsed ??= readGuides();
    return parsed;
  };
  const images = guideImages();
  const headers = { 'content-security-policy': policy };
  const settings = { origin: publicUrl || 'http://127.0.0.1:8080', today: new Date().toISOString().slice(0, 10) };

  serveFixed(app, '/docs', {
    type: types.page,
    headers,
    make: () =>
      referencePage(openApiDocument(operations, sent), { guides: guides(), verifiers: readVerifiers(), settings }),
  });
  for (const { path } of found) {
    const guide = () => present(guides().find((candidate) => candidate.path === path));
    serveFixed(app, path, {
      type: types.page,
      headers,
      make: () => guidePage(guide(), { guides: guides(), images }),
    });
  }
  for (const image of images)
    serveFixed(app, imagePath(image), { type: types.picture, make: () => readFileSync(join(docsFolder, image)) });
  serveFixed(app, '/docs/search.json', {
    type: types.data,
    make: () => JSON.stringify(searchIndex(openApiDocument(operations, sent), guides())),
  });
  serveFixed(app, '/docs/page.css', { type: types.style, make: () => read('page.css') });
  for (const script of ['page.js', 'copy.js', 'search.js', 'storage.js', 'try-it.js'])
    serveFixed(app, `/docs/${script}`, { type: types.script, make: () => read(script) });
  serveFixed(app, '/docs/icon.svg', { type: types.icon, make: () => read('icon.svg') });
  app.get('/docs/', (_request, reply) => reply.redirect('/docs'));
  app.get('/docs/guides', (_request, reply) => reply.redirect(found[0]?.path ?? '/docs'));
}

const read = (name: string) => readFileSync(new URL(`./docs-page/browser/${name}`, import.meta.url), 'utf8');

/** The programs of the webhooks guide, which a test runs. */
function readVerifiers(): Verifiers {
  const files = [
    ['JavaScript', 'verify.mjs'],
    ['Python', 'verify.py'],
  ] as const;
  return files.flatMap(([language, name]): Verifiers => {
    const file = join(docsFolder, 'verify-webhook', name);
    return existsSync(file) ? [[language, readFileSync(file, 'utf8')]] : [];
  });
}
