import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { present } from '../../platform/present.ts';
import { problem } from '../../platform/problem.ts';
import { pathOf } from './not-found.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

type Asset = { type: string; content: Buffer; gzip: Buffer | undefined; brotli: Buffer | undefined };

/** Sends the page that says that there is none; undefined for a request that wants data. */
export type SendMissingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

type OpenConsole = { serve(app: FastifyInstance): void; sendMissingPage: SendMissingPage };

/** Opens the console that console/build.ts has left in a folder; undefined where there is none. */
export function openConsole(folder: string): OpenConsole | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const page = readFileSync(index, 'utf8');
  const assets = readAssets(join(folder, 'assets'));
  // Where the console has pages, and nowhere else: every other path is a 404, for people and for programs.
  const paths: string[] = JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8'));

  return {
    serve(app) {
      for (const path of paths) app.get(path, (_request, reply) => sendPage(reply, page));
      app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
        const asset = assets.get(request.params.name);
        if (!asset) throw problem('not_found', { message: 'There is nothing at this path. See /docs.' });
        return sendAsset(request, reply, asset);
      });
    },
    sendMissingPage: (request, reply) => (wantsPage(request) ? sendPage(reply.code(404), page) : undefined),
  };
}

const data = /^\/(api|admin|docs|health|metrics|assets|recordings)(\/|$)/;

/** A browser that shows what it gets. What is not about the console is data, whoever asks. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '') && !data.test(pathOf(url));

/**
 * Everything that the page loads comes from this server, and it can talk to no other. No script stands in the page
 * itself. Mantine writes a few style elements while it runs (the colours of the theme, what depends on the width of the
 * window), which the nonce admits; hashes would have to be known in advance, and 'unsafe-inline' would admit anybody's.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ...['img-src', 'font-src', 'connect-src', 'media-src', 'manifest-src'].map((kind) => `${kind} 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors', 'object-src'].map((kind) => `${kind} 'none'`),
  ].join('; ');

/** Never from a cache: the nonce is good for one answer, and the page names the assets of this version. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}

/** The name of an asset holds a hash of its content, so that whoever has it need never ask again. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, { type, content, gzip, brotli }: Asset): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type);
  if (brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
  if (gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(content);
}

/** All of them fit into memory with room to spare, and then no name in a request ever becomes the path of a file. */
function readAssets(folder: string): Map<string, Asset> {
  const names = new Set(readdirSync(folder));
  const read = (name: string) => readFileSync(join(folder, name));
  const readIfThere = (name: string) => (names.has(name) ? read(name) : undefined);
  const originals = [...names].filter((name) => types[extname(name)]);
  return new Map(
    originals.map((name) => [
      name,
      {
        type: present(types[extname(name)]),
        content: read(name),
        gzip: readIfThere(`${name}.gz`),
        brotli: readIfThere(`${name}.br`),
      },
    ]),
  );
}
