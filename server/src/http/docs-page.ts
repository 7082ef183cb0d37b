import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { problem } from '../platform/problem.ts';
import { serveFixed } from './answers/serve-fixed.ts';
import type { Described } from './described.ts';
import { docsFolder, findGuides, guideImages, imagePath } from './docs-page/guides/guides.ts';
import { linkedFiles, listedFolders, listOf } from './docs-page/guides/linked-files.ts';
import { guideTextPath, operationTextPath } from './docs-page/plain-text/paths.ts';
import type { Sent } from './openapi/document.ts';

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
  svg: 'image/svg+xml',
  png: 'image/png',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};

type Parts = {
  operations: Described[];
  sent: Sent[];
  publicUrl: string;
  /** The folder of the guides. */
  folder?: string;
};

/** The reference at /docs, with the guides beside it, and both as Markdown. The operations must all be there. */
export function docsPage(app: FastifyInstance, { operations, sent, publicUrl, folder = docsFolder }: Parts): void {
  const found = findGuides(folder);
  const images = guideImages(folder);
  const headers = { 'content-security-policy': policy };
  const settings = { origin: publicUrl || 'http://127.0.0.1:8080', today: new Date().toISOString().slice(0, 10) };
  let making: ReturnType<typeof makePages> | undefined;
  async function makePages() {
    const { makePages } = await import('./docs-page/pages.ts');
    return makePages({ folder, operations, sent, images, publicUrl, settings });
  }
  const pages = () => {
    making ??= makePages();
    making.catch(() => {
      making = undefined; // The next reader tries again.
    });
    return making;
  };

  serveFixed(app, '/docs', { type: types.page, headers, make: async () => (await pages()).reference() });
  for (const { name, path } of found) {
    const make = async () => {
      const page = (await pages()).guide(path);
      if (page === undefined)
        throw problem('not_found', { message: 'The file of this guide is missing on the server.' });
      return page;
    };
    serveFixed(app, path, { type: types.page, headers, make });
    const source = () => readFileSync(join(folder, `${name}.md`));
    serveFixed(app, guideTextPath(name), { type: types.markdown, make: source });
  }
  for (const { operationId } of operations) {
    const make = async () => (await pages()).operationText(operationId) ?? '';
    serveFixed(app, operationTextPath(operationId), { type: types.markdown, make });
  }
  serveFixed(app, '/llms.txt', { type: types.text, make: async () => (await pages()).llms() });
  serveFixed(app, '/llms-full.txt', { type: types.text, make: async () => (await pages()).llmsFull() });
  // Beside the pages, and beside the Markdown of the guides, which names them by the same relative path.
  for (const image of images)
    for (const path of [imagePath(image), `/docs/${image}`])
      serveFixed(app, path, {
        type: image.endsWith('.svg') ? types.svg : types.png,
        make: () => readFileSync(join(folder, image)),
      });
  // At their paths in the repository, where the relative links of the guides' Markdown lead.
  for (const path of linkedFiles(folder))
    serveFixed(app, `/${path}`, {
      type: path.endsWith('.md') ? types.markdown : types.text,
      make: () => readFileSync(join(folder, '..', path)),
    });
  for (const path of listedFolders)
    serveFixed(app, `/${path}`, { type: types.markdown, make: () => listOf(path, folder) });
  serveFixed(app, '/docs/search.json', { type: types.data, make: async () => (await pages()).search() });
  serveFixed(app, '/docs/page.css', { type: types.style, make: () => read('page.css') });
  for (const script of ['page.js', 'copy.js', 'search.js', 'storage.js', 'try-it.js'])
    serveFixed(app, `/docs/${script}`, { type: types.script, make: () => read(script) });
  serveFixed(app, '/docs/icon.svg', { type: types.svg, make: () => read('icon.svg') });
  app.get('/docs/', (_request, reply) => reply.redirect('/docs'));
  app.get('/docs/guides', (_request, reply) => reply.redirect(found[0]?.path ?? '/docs'));
}

const read = (name: string) => readFileSync(new URL(`./docs-page/browser/${name}`, import.meta.url), 'utf8');
