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

/** Sends the console's page for unknown paths; undefined for a request that wants data. */
export type SendMissingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

type OpenConsole = { serve(app: FastifyInstance): void; sendMissingPage: SendMissingPage };

/** Opens the console that console/build.ts built in a folder; undefined if there is none. */
export function openConsole(folder: string): OpenConsole | undefined {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const page = readFileSync(index, 'utf8');
  const assets = readAssets(join(folder, 'assets'));
  // The paths of the console's pages: every other path is a 404, for people and for programs.
  const paths: string[] = JSON.parse(readFileSync(join(folder, 'paths.json'), 'utf8'));

  return {
    serve(app) {
      for (const path of paths) app.get(path, (_request, reply) => sendPage(reply, page));
      app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
        const asset = assets.get(request.params.name);
        if (!asset) throw problem('not_found', { message: 'This path does not exist. See /docs for all paths.' });
        return sendAsset(request, reply, asset);
      });
    },
    sendMissingPage: (request, reply) => (wantsPage(request) ? sendPage(reply.code(404), page) : undefined),
  };
}

const data = /^\/(api|admin|docs|health|metrics|assets|recordings)(\/|$)/;

/** A browser that displays the answer. Paths outside the console are data, even for browsers. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '') && !data.test(pathOf(url));

/**
 * The page loads everything from this server and can connect to no other. It has no inline scripts. Mantine adds a few style
 * elements at run time (theme colors, styles that depend on the width of the window), which the nonce admits; hashes would have
 * to be known in advance, and 'unsafe-inline' would admit injected styles too.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ...['img-src', 'font-src', 'connect-src', 'media-src', 'manifest-src'].map((kind) => `${kind} 'self'`),
    ...['base-uri', 'form-action', 'frame-ancestors', 'object-src'].map((kind) => `${kind} 'none'`),
  ].join('; ');

/** Never cached: the nonce is valid for one answer, and the page names the assets of this version. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .headers({ 'content-security-policy': policy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__CSP_NONCE__', nonce));
}

/** The name of an asset contains a hash of its content, so browsers may cache it forever. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, { type, content, gzip, brotli }: Asset): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }).type(type);
  if (brotli && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(brotli);
  if (gzip && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gzip);
  return reply.send(content);
}

/** All assets easily fit into memory, and this way no name in a request ever becomes a file path. */
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
